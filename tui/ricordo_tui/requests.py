"""Which call to send: by id over every scope for an admin, else by name within our own.

Pure: it makes calls and sends none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ricordo_protocol import calls, limits
from ricordo_protocol.errors import InvalidInput

if TYPE_CHECKING:
    from ricordo_protocol import memory as m
    from ricordo_protocol.call import Call
    from ricordo_tui.state import Target, View

LIST_PAGE: Final = 128
"""Rows on one page of a list: some 40 KB of JSON."""

TARGET_BYTES: Final = 7_000
"""The longest path and query that we send: an HTTP server takes about 8,000."""


def listed(view: View, cursor: str, *, admin: bool) -> Call[m.MemoryPage]:
    """Return the call for one page of a list, without contents."""
    return calls.list_memories(
        scope=view.scope,
        scope_id=view.scope_id,
        limit=LIST_PAGE,
        cursor=cursor,
        summary=True,
        everywhere=admin,
    )


def searched(view: View, cursor: str, *, admin: bool) -> Call[m.FoundPage]:
    """Return the call for one page of hits, without contents.

    Raises `InvalidInput` (`query_too_long`) for a query that fits in no request line.
    """
    call = calls.search_memories(
        view.query,
        scope=view.scope,
        scope_id=view.scope_id,
        limit=limits.SEARCH_LIMIT,
        cursor=cursor,
        summary=True,
        everywhere=admin,
    )
    if len(call.target()) > TARGET_BYTES:
        raise InvalidInput(
            "this search is too long to send",
            code="query_too_long",
            hint="Keep the words that matter; about 800 characters always fit.",
        )
    return call


def fetch(target: Target, *, admin: bool) -> Call[m.Memory]:
    """Return the call for one memory, whole; looking at it does not count as an access."""
    if admin:
        return calls.get_memory_by_id(target.memory_id, touch=False)
    return calls.get_memory(target.name, scope=target.scope, scope_id=target.scope_id, touch=False)


def describe(target: Target, text: str, *, admin: bool) -> Call[m.SavedMemory]:
    """Return the call that edits a description, if the memory is still as it was seen."""
    if admin:
        return calls.describe_memory_by_id(target.memory_id, text, if_match=target.revision)
    return calls.describe_memory(
        target.name,
        text,
        scope=target.scope,
        scope_id=target.scope_id,
        if_match=target.revision,
    )


def delete(target: Target, *, admin: bool) -> Call[m.DeletedMemory]:
    """Return the call that moves a memory to the trash, if it is still as it was seen."""
    if admin:
        return calls.delete_memory_by_id(target.memory_id, if_match=target.revision)
    return calls.delete_memory(
        target.name, scope=target.scope, scope_id=target.scope_id, if_match=target.revision
    )


def undo(batch_id: str) -> Call[m.UndoneBatch]:
    """Return the call that undoes one change."""
    return calls.undo_batch(batch_id)


def counts() -> Call[m.Bootstrap]:
    """Return the call whose reply has the counts of every scope, and next to nothing else."""
    return calls.get_bootstrap(limit=1)
