"""What the demo's memories are about: an invented company's services, and words to combine."""

from __future__ import annotations

from typing import Final, NamedTuple


class Service(NamedTuple):
    """One service: what code, people and machines call it."""

    name: str
    about: str
    kind: str
    file: str
    store: str
    port: int


SERVICES: Final = (
    Service("payments-api", "card payments", "PaymentLedger", "src/ledger.py", "PostgreSQL", 8410),
    Service("invoice-mailer", "invoices by mail", "InvoiceJob", "app/jobs.rb", "Redis", 8411),
    Service("search-gateway", "product search", "QueryPlanner", "pkg/plan.go", "OpenSearch", 8412),
    Service("stock-keeper", "stock levels", "StockSnapshot", "src/stock.rs", "SQLite", 8413),
    Service("login-portal", "single sign-on", "SessionStore", "src/session.ts", "Redis", 8414),
    Service("shipping-rates", "parcel prices", "RateTable", "lib/rates.ex", "PostgreSQL", 8415),
    Service("image-resizer", "thumbnails", "ResizeQueue", "cmd/resize.go", "S3", 8416),
    Service("report-builder", "nightly reports", "ReportRun", "reports/run.py", "DuckDB", 8417),
    Service("webhook-relay", "partner webhooks", "RetryPolicy", "src/retry.kt", "Kafka", 8418),
    Service("price-engine", "discount rules", "DiscountRule", "Rules/Discount.cs", "MySQL", 8419),
    Service("mobile-sync", "offline phones", "SyncCursor", "Sync/Cursor.swift", "CouchDB", 8420),
    Service("fraud-scorer", "order scoring", "ScoreModel", "model/score.py", "Parquet", 8421),
    Service("chat-support", "support chat", "InboxView", "src/inbox.tsx", "PostgreSQL", 8422),
    Service("coupon-desk", "vouchers", "CouponBook", "src/Coupon.java", "MySQL", 8424),
    Service("audit-export", "exports for auditors", "ExportJob", "jobs/export.py", "S3", 8425),
    Service("feature-flags", "feature switches", "FlagTree", "src/flags.zig", "etcd", 8426),
    Service("push-sender", "push messages", "TokenRing", "lib/token_ring.ex", "Redis", 8427),
    Service("map-tiles", "delivery maps", "TileCache", "src/tiles.cpp", "LMDB", 8423),
)

PEOPLE: Final = ("Ana", "Jürgen", "Siobhán", "Łukasz", "Noémie", "Mehmet", "さくら", "Иван")

CAUSES: Final = (
    "a connection pool of 5 that 12 workers share",
    "a retry without jitter, so every client came back in the same second",
    "a cache key that forgot the tenant id",
    "a migration that took an ACCESS EXCLUSIVE lock on the busiest table",
    "clocks that were 90 s apart on two hosts",
    "an index that the planner stopped using after the table grew tenfold",
    "a file descriptor leak: `open()` in a loop, closed only by the garbage collector",
)

CURES: Final = (
    "set `pool_size=20` and alert at 80 % of it",
    "back off exponentially with full jitter, at most 30 s",
    "put the tenant first in the key and bump the cache's version",
    "add the column nullable, backfill in batches of 1,000, then set NOT NULL",
    "compare durations by the monotonic clock and never by the wall clock",
    "run `ANALYZE`, and keep the partial index `WHERE archived_at IS NULL`",
    "open it in a `with` block; the linter rule SIM115 finds the rest",
)

COMMANDS: Final = (
    "make test-fast",
    "uv run pytest -q -x",
    "go test ./... -run Smoke",
    "cargo nextest run",
    "npm run check -- --changed",
    "bin/rails test test/models",
    "./gradlew check --offline",
)
