"""The admin's surface: every scope, by id."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ricordo_daemon.policy.model import Action
from ricordo_daemon.service import memories, scoping, wire
from ricordo_daemon.store import memories as rows
from ricordo_protocol.errors import NotFound

if TYPE_CHECKING:
    from ricordo_daemon.policy.model import Actor, Rid, Visible
    from ricordo_daemon.service.drafts import Listing
    from ricordo_daemon.service.wire import Done, IfMatch
    from ricordo_daemon.store.memories import Row
    from ricordo_daemon.store.tx import ReadTx, Tx
    from ricordo_protocol.memory import DeletedMemory, Memory, MemoryPage, SavedMemory


def list_all_memories(tx: ReadTx, actor: Actor, asked: Listing) -> MemoryPage:
    """Return a page over every scope, or over those that the filter names."""
    visible = scoping.all_of(tx, actor, Action.LIST_ALL, asked.scope, asked.scope_id)
    return memories.page(tx, visible, asked)


def get_memory_by_id(tx: ReadTx, actor: Actor, memory_id: str) -> tuple[Rid, Memory]:
    """Return one memory, whole."""
    row, _visible = _find(tx, actor, Action.GET_ANY, memory_id)
    return row.rid, wire.memory(tx, row)


def describe_memory_by_id(
    tx: Tx, actor: Actor, memory_id: str, description: str, if_match: IfMatch | None
) -> Done[SavedMemory]:
    """Write a description anew; the content stays as it is."""
    row, visible = _find(tx, actor, Action.DESCRIBE_ANY, memory_id)
    return memories.describe_row(tx, actor, visible, row, description, if_match)


def delete_memory_by_id(
    tx: Tx, actor: Actor, memory_id: str, reason: str | None, if_match: IfMatch | None
) -> Done[DeletedMemory]:
    """Move a memory to the trash."""
    row, _visible = _find(tx, actor, Action.DELETE_ANY, memory_id)
    return memories.delete_row(tx, actor, row, reason, if_match)


def _find(tx: ReadTx, actor: Actor, action: Action, memory_id: str) -> tuple[Row, Visible]:
    visible = scoping.all_of(tx, actor, action)
    row = rows.find_id(tx, visible, memory_id)
    if row is None:
        raise NotFound(
            "Memory not found",
            code="memory_not_found",
            hint="It may have been deleted; look in the audit log.",
        )
    return row, visible
