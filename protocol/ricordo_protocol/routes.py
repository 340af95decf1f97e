"""Every route, once. The application, both clients, the README's table and the tests use it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ricordo_protocol import memory as m

if TYPE_CHECKING:
    import msgspec


@dataclass(frozen=True, slots=True)
class Route:
    """One route: how it is reached, what it takes, what it answers, what it needs."""

    name: str
    """The stem that handler, client method and wire type share."""
    method: str
    path: str
    reply: type[msgspec.Struct]
    permission: str | None
    """What the token must carry; None: only our own uid."""
    about: str
    query: type[m.Query] = m.NoQuery
    body: type[m.Body] | None = None
    created: bool = False
    """Answers 201 where it made something new, 200 else."""

    @property
    def changes(self) -> bool:
        """Whether it writes: such a route takes `If-Match` and `Idempotency-Key`."""
        return self.permission in ("write", "admin.memories") and self.method != "GET"


_MEMORIES: Final = "/v1/api/memories"
_ADMIN: Final = "/v1/api/admin/memories"

ROUTES: Final[tuple[Route, ...]] = (
    Route("get_health", "GET", "/v1/health", m.Health, None, "the process is alive"),
    Route(
        "get_ready",
        "GET",
        "/v1/ready",
        m.Ready,
        None,
        "requests are served; `?verbose` names each check",
        query=m.GetReady,
    ),
    Route("get_version", "GET", "/v1/version", m.Versions, None, "versions and pid, for ever"),
    Route(
        "get_bootstrap",
        "GET",
        "/v1/api/bootstrap",
        m.Bootstrap,
        "read",
        "identity, counts and the first page, in one request",
        query=m.GetBootstrap,
    ),
    Route(
        "list_memories",
        "GET",
        _MEMORIES,
        m.MemoryPage,
        "read",
        "list, newest first",
        query=m.ListMemories,
    ),
    Route(
        "save_memory",
        "POST",
        _MEMORIES,
        m.SavedMemory,
        "write",
        "create or update by name",
        body=m.SaveMemory,
        created=True,
    ),
    Route(
        "search_memories",
        "POST",
        f"{_MEMORIES}/search",
        m.FoundPage,
        "read",
        "full-text search, best first",
        body=m.SearchMemories,
    ),
    Route(
        "get_memory",
        "GET",
        f"{_MEMORIES}/{{name}}",
        m.Memory,
        "read",
        "one memory, whole",
        query=m.GetMemory,
    ),
    Route(
        "describe_memory",
        "PATCH",
        f"{_MEMORIES}/{{name}}",
        m.SavedMemory,
        "write",
        "edit the description",
        query=m.DescribeMemoryIn,
        body=m.DescribeMemory,
    ),
    Route(
        "delete_memory",
        "DELETE",
        f"{_MEMORIES}/{{name}}",
        m.DeletedMemory,
        "write",
        "move to the trash",
        query=m.DeleteMemory,
    ),
    Route(
        "list_all_memories",
        "GET",
        _ADMIN,
        m.MemoryPage,
        "admin.memories",
        "list over every scope",
        query=m.ListMemories,
    ),
    Route(
        "search_all_memories",
        "GET",
        f"{_ADMIN}/search",
        m.FoundPage,
        "admin.memories",
        "search over every scope",
        query=m.SearchAllMemories,
    ),
    Route(
        "get_memory_by_id",
        "GET",
        f"{_ADMIN}/{{memory_id}}",
        m.Memory,
        "admin.memories",
        "one memory by id",
        query=m.GetMemoryById,
    ),
    Route(
        "describe_memory_by_id",
        "PATCH",
        f"{_ADMIN}/{{memory_id}}",
        m.SavedMemory,
        "admin.memories",
        "edit the description by id",
        body=m.DescribeMemory,
    ),
    Route(
        "delete_memory_by_id",
        "DELETE",
        f"{_ADMIN}/{{memory_id}}",
        m.DeletedMemory,
        "admin.memories",
        "move to the trash by id",
        query=m.DeleteMemoryById,
    ),
    Route(
        "undo_batch",
        "POST",
        "/v1/api/undo/{batch_id}",
        m.UndoneBatch,
        "write",
        "undo a delete or a description edit; the undo of an undo is the redo",
    ),
)

BY_NAME: Final[dict[str, Route]] = {route.name: route for route in ROUTES}
