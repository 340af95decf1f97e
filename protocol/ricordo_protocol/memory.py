"""The wire types: requests and replies, one stem for route, handler, client method and type.

Times are RFC 3339 in UTC with microseconds and a `Z`. Request types forbid unknown fields; a
field that is left out is `UNSET`, which is not the same as null.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

Status = Literal["ready", "starting", "stopping", "read_only", "failed"]
"""What the daemon as a whole is doing."""

# --- replies -----------------------------------------------------------------------------------


class Memory(msgspec.Struct, kw_only=True):
    """One memory as the wire shows it: the first document's fields, and ours."""

    memory_id: str
    name: str
    description: str
    type: str
    scope: str
    scope_id: str
    content: str | UnsetType = UNSET
    """Left out where `fields=summary` was asked for."""
    created: str
    updated: str
    last_accessed: str = ""
    access_count: int = 0
    title: str | None = None
    tags: list[str] = []  # msgspec copies a mutable default for each instance
    metadata: dict[str, Any] = {}  # likewise
    revision: int
    """The seq of the current revision: the ETag, and what `If-Match` takes."""
    origin: str = "person"
    """Who wrote it last: person, agent, import or derived."""
    created_by: str
    updated_by: str


class SavedMemory(Memory, kw_only=True):
    """The reply to a save or a description edit."""

    batch_id: str
    """What `undo` takes."""


class FoundMemory(Memory, kw_only=True):
    """A search hit."""

    score: float


class DeletedMemory(msgspec.Struct, kw_only=True):
    """The reply to a delete: it names what was removed, and how to undo it."""

    status: Literal["ok"] = "ok"
    name: str
    memory_id: str
    scope: str
    scope_id: str
    batch_id: str
    revision: int
    """The seq of the delete itself."""


class IndexState(msgspec.Struct, kw_only=True):
    """How far the search index is; `done` of `total` documents while it is building."""

    state: Literal["building", "ready"]
    done: int
    total: int


class MemoryPage(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A page of a list, newest first."""

    memories: list[Memory]
    total: int
    """How many there are in all, whatever the page."""
    cursor: str | None = None
    """What to send as `cursor` for the next page; absent on the last."""


class FoundPage(msgspec.Struct, kw_only=True):
    """A page of search hits, best first."""

    memories: list[FoundMemory]
    total: int
    took_ms: float
    index: IndexState
    cursor: str | UnsetType = UNSET


class UndoneBatch(msgspec.Struct, kw_only=True):
    """The reply to an undo: what was put back, and what was left alone and why."""

    status: Literal["ok"] = "ok"
    batch_id: str
    """The undo's own batch: undoing it is the redo."""
    undoes: str
    revision: int
    undone: list[UndoneRow]
    skipped: list[SkippedRow] = []  # msgspec copies it


class UndoneRow(msgspec.Struct, kw_only=True):
    """One row that an undo changed."""

    memory_id: str
    name: str
    scope: str
    scope_id: str
    action: str
    """What the undo did to it: `memory.restore`, `memory.delete`, …"""


class SkippedRow(msgspec.Struct, kw_only=True):
    """One row that an undo left alone."""

    memory_id: str
    reason: str
    """`changed_since`, `name_taken`, `purged` or `namespace_gone`."""


class Identity(msgspec.Struct, kw_only=True):
    """Who the daemon takes the caller for."""

    user_id: str
    token: str
    permissions: list[str]


class Versions(msgspec.Struct, kw_only=True):
    """What runs: the build, the protocol versions that it speaks, its schema."""

    version: str
    api_min: int
    api_max: int
    schema: int
    pid: int


class ScopeCount(msgspec.Struct, kw_only=True):
    """How many memories one scope holds, of each type."""

    scope: str
    scope_id: str
    total: int
    types: dict[str, int]


class Bootstrap(msgspec.Struct, kw_only=True):
    """Everything that a console needs for its first picture, in one request."""

    identity: Identity
    versions: Versions
    counts: list[ScopeCount]
    page: MemoryPage
    """The first page, without contents: every scope for an admin, else the caller's own."""
    head_seq: int
    index: IndexState


class Health(msgspec.Struct, kw_only=True):
    """The process is alive. Never touches the disk."""

    status: Literal["ok"] = "ok"


class Check(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One named readiness check."""

    name: str
    ok: bool
    detail: str = ""


class Ready(msgspec.Struct, kw_only=True):
    """Whether requests will be served; with `verbose`, each check by name."""

    status: Status
    checks: list[Check] | UnsetType = UNSET


# --- requests ----------------------------------------------------------------------------------


class Query(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The base of what a request takes in its query string."""


class Body(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The base of what a request takes as its JSON body."""


class NoQuery(Query):
    """A request that takes no query parameters."""


class ListMemories(Query, kw_only=True):
    """`GET /v1/api/memories` and the admin's list. `""` means absent."""

    type: str = ""
    scope: str = ""
    scope_id: str = ""
    limit: str | None = None
    cursor: str = ""
    fields: str = ""
    """`summary` leaves contents out."""


class SearchMemories(Body, kw_only=True):
    """`POST /v1/api/memories/search`. `""` means absent, but for `query`."""

    query: str
    type: str = ""
    scope: str = ""
    scope_id: str = ""
    limit: int | str | None = None
    cursor: str = ""
    fields: str = ""


class SearchAllMemories(Query, kw_only=True):
    """`GET /v1/api/admin/memories/search`."""

    q: str
    type: str = ""
    scope: str = ""
    scope_id: str = ""
    limit: str | None = None
    cursor: str = ""
    fields: str = ""


class SaveMemory(Body, kw_only=True):
    """`POST /v1/api/memories`: create, or update what has the same name in the same scope.

    `type` left out (or null) keeps the stored one, `general` on create. `title`, `tags` and
    `metadata` left out keep the stored ones; null or empty clears them.
    """

    name: str
    content: str
    description: str
    type: str | UnsetType | None = UNSET
    scope: str = "global"
    scope_id: str = ""
    title: str | UnsetType | None = UNSET
    tags: list[str] | UnsetType | None = UNSET
    metadata: dict[str, Any] | UnsetType | None = UNSET


class GetMemory(Query, kw_only=True):
    """`GET /v1/api/memories/{name}`. `touch=false` does not count as an access."""

    scope: str = "global"
    scope_id: str = ""
    touch: bool = True


class DescribeMemoryIn(Query, kw_only=True):
    """Where `PATCH /v1/api/memories/{name}` looks for the name."""

    scope: str = "global"
    scope_id: str = ""


class DescribeMemory(Body, kw_only=True):
    """The body of both description edits."""

    description: str


class DeleteMemory(Query, kw_only=True):
    """`DELETE /v1/api/memories/{name}`."""

    scope: str = "global"
    scope_id: str = ""
    reason: str | None = None


class GetMemoryById(Query, kw_only=True):
    """`GET /v1/api/admin/memories/{memory_id}`."""

    touch: bool = True


class DeleteMemoryById(Query, kw_only=True):
    """`DELETE /v1/api/admin/memories/{memory_id}`."""

    reason: str | None = None


class GetBootstrap(Query, kw_only=True):
    """`GET /v1/api/bootstrap`."""

    limit: str | None = None


class GetReady(Query, kw_only=True):
    """`GET /v1/ready`; `?verbose` alone counts as true."""

    verbose: bool = False
