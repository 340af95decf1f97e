"""The header names of the wire, and the version handshake that they carry."""

from __future__ import annotations

import re
from typing import Final

from ricordo_protocol import API_MAX, API_MIN

API: Final = "Ricordo-Api"
"""Both ways: the range of protocol versions that the sender speaks, as `1` or `1-3`."""

CLIENT: Final = "Ricordo-Client"
"""What calls: console, cli, import, hook, mcp or sdk. A label, never a right."""

REQUEST_ID: Final = "X-Request-Id"
IDEMPOTENCY_KEY: Final = "Idempotency-Key"
IF_MATCH: Final = "If-Match"
ETAG: Final = "ETag"

CLIENTS: Final = ("console", "cli", "import", "hook", "mcp", "sdk")
OURS: Final = f"{API_MIN}-{API_MAX}"


def parse_range(text: str) -> tuple[int, int] | None:
    """Return the range that a `Ricordo-Api` header names, or None if it is not one."""
    match = re.fullmatch(r"([0-9]{1,6})(?:-([0-9]{1,6}))?", text.strip())
    if not match:
        return None
    low = int(match[1])
    high = int(match[2] or match[1])
    return (low, high) if low <= high else None


def overlaps(theirs: tuple[int, int]) -> bool:
    """Whether we and they speak a version in common."""
    return theirs[0] <= API_MAX and theirs[1] >= API_MIN
