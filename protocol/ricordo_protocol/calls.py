"""One function a route: what both clients send. `client.send(calls.get_memory("x"))` is typed."""

from __future__ import annotations

import uuid
from typing import Final

from ricordo_protocol import memory as m
from ricordo_protocol.call import Call
from ricordo_protocol.errors import NotFound
from ricordo_protocol.names import Name
from ricordo_protocol.routes import BY_NAME, ROUTES

_TAKEN: Final = {"", ".", ".."} | {route.path.rpartition("/")[2] for route in ROUTES}
"""Path parts that are no id: they would lead elsewhere."""


def _new_key() -> str:
    return uuid.uuid4().hex


def get_health() -> Call[m.Health]:
    """Ask whether the process is alive."""
    return Call(BY_NAME["get_health"])


def get_ready(*, verbose: bool = False) -> Call[m.Ready]:
    """Ask whether requests are served."""
    return Call(BY_NAME["get_ready"], query=m.GetReady(verbose=verbose))


def get_version() -> Call[m.Versions]:
    """Ask what runs."""
    return Call(BY_NAME["get_version"])


def get_bootstrap(limit: int | None = None) -> Call[m.Bootstrap]:
    """Ask for identity, counts and the first page."""
    return Call(BY_NAME["get_bootstrap"], query=m.GetBootstrap(limit=_digits(limit)))


def list_memories(  # the route's own parameters, all optional
    *,
    type_: str = "",
    scope: str = "",
    scope_id: str = "",
    limit: int | None = None,
    cursor: str = "",
    summary: bool = False,
    everywhere: bool = False,
) -> Call[m.MemoryPage]:
    """List memories, newest first; `everywhere` is the admin's list over every scope."""
    query = m.ListMemories(
        type=type_,
        scope=scope,
        scope_id=scope_id,
        limit=_digits(limit),
        cursor=cursor,
        fields="summary" if summary else "",
    )
    return Call(BY_NAME["list_all_memories" if everywhere else "list_memories"], query=query)


def search_memories(  # noqa: PLR0913 # likewise
    query: str,
    *,
    type_: str = "",
    scope: str = "",
    scope_id: str = "",
    limit: int | None = None,
    cursor: str = "",
    summary: bool = False,
    everywhere: bool = False,
) -> Call[m.FoundPage]:
    """Search memories, best first; `everywhere` is the admin's search over every scope."""
    fields = "summary" if summary else ""
    if everywhere:
        asked = m.SearchAllMemories(
            q=query,
            type=type_,
            scope=scope,
            scope_id=scope_id,
            limit=_digits(limit),
            cursor=cursor,
            fields=fields,
        )
        return Call(BY_NAME["search_all_memories"], query=asked)
    body = m.SearchMemories(
        query=query,
        type=type_,
        scope=scope,
        scope_id=scope_id,
        limit=limit,
        cursor=cursor,
        fields=fields,
    )
    return Call(BY_NAME["search_memories"], body=body)


def save_memory(draft: m.SaveMemory, *, if_match: int | None = None) -> Call[m.SavedMemory]:
    """Create or update a memory."""
    return Call(BY_NAME["save_memory"], body=draft, if_match=if_match, key=_new_key())


def get_memory(
    name: str, *, scope: str = "global", scope_id: str = "", touch: bool = True
) -> Call[m.Memory]:
    """Fetch one memory by name. Raises `InvalidInput` at once for what can be no name."""
    query = m.GetMemory(scope=scope, scope_id=scope_id, touch=touch)
    return Call(BY_NAME["get_memory"], {"name": Name.parse(name)}, query)


def get_memory_by_id(memory_id: str, *, touch: bool = True) -> Call[m.Memory]:
    """Fetch one memory by id (admin)."""
    query = m.GetMemoryById(touch=touch)
    return Call(BY_NAME["get_memory_by_id"], {"memory_id": _id(memory_id)}, query)


def describe_memory(
    name: str,
    description: str,
    *,
    scope: str = "global",
    scope_id: str = "",
    if_match: int | None = None,
) -> Call[m.SavedMemory]:
    """Edit a description by name."""
    return Call(
        BY_NAME["describe_memory"],
        {"name": Name.parse(name)},
        m.DescribeMemoryIn(scope=scope, scope_id=scope_id),
        m.DescribeMemory(description=description),
        if_match,
        _new_key(),
    )


def describe_memory_by_id(
    memory_id: str, description: str, *, if_match: int | None = None
) -> Call[m.SavedMemory]:
    """Edit a description by id (admin)."""
    return Call(
        BY_NAME["describe_memory_by_id"],
        {"memory_id": _id(memory_id)},
        body=m.DescribeMemory(description=description),
        if_match=if_match,
        key=_new_key(),
    )


def delete_memory(
    name: str,
    *,
    scope: str = "global",
    scope_id: str = "",
    reason: str | None = None,
    if_match: int | None = None,
) -> Call[m.DeletedMemory]:
    """Move a memory to the trash by name."""
    return Call(
        BY_NAME["delete_memory"],
        {"name": Name.parse(name)},
        m.DeleteMemory(scope=scope, scope_id=scope_id, reason=reason),
        if_match=if_match,
        key=_new_key(),
    )


def delete_memory_by_id(
    memory_id: str, *, reason: str | None = None, if_match: int | None = None
) -> Call[m.DeletedMemory]:
    """Move a memory to the trash by id (admin)."""
    return Call(
        BY_NAME["delete_memory_by_id"],
        {"memory_id": _id(memory_id)},
        m.DeleteMemoryById(reason=reason),
        if_match=if_match,
        key=_new_key(),
    )


def undo_batch(batch_id: str) -> Call[m.UndoneBatch]:
    """Undo a batch, once."""
    return Call(BY_NAME["undo_batch"], {"batch_id": batch_id}, key=_new_key())


def _digits(limit: int | None) -> str | None:
    return None if limit is None else str(limit)


def _id(memory_id: str) -> str:
    """Return an id as a path part. One that would lead to another route is nobody's."""
    if memory_id in _TAKEN:
        raise NotFound(
            "Memory not found",
            code="memory_not_found",
            hint="Give the memory_id of a reply.",
        )
    return memory_id
