"""Save, read, list, describe and delete by name: the first document's public surface."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ricordo_daemon.policy.model import Action
from ricordo_daemon.service import scoping, wire
from ricordo_daemon.service.wire import Done
from ricordo_daemon.store import counts, heads, log, revisions
from ricordo_daemon.store import memories as rows
from ricordo_protocol.errors import NotFound
from ricordo_protocol.memory import DeletedMemory, MemoryPage

if TYPE_CHECKING:
    from ricordo_daemon.policy.model import Actor, Rid, Visible
    from ricordo_daemon.service.drafts import Draft, Listing
    from ricordo_daemon.service.wire import IfMatch
    from ricordo_daemon.store.heads import Changed
    from ricordo_daemon.store.memories import Row
    from ricordo_daemon.store.tx import ReadTx, Tx
    from ricordo_protocol.memory import Memory, SavedMemory
    from ricordo_protocol.names import Name


def save_memory(
    tx: Tx, actor: Actor, draft: Draft, if_match: IfMatch | None = None
) -> Done[SavedMemory]:
    """Create a memory, or write the one of the same name in the same scope anew."""
    place = scoping.to_write(tx, actor, Action.SAVE, draft.scope, draft.scope_id)
    row = rows.find(tx, place.visible, draft.name)
    wire.check_revision(tx, row, if_match)
    fields = draft.fields(row, actor)
    if row is None:
        changed = heads.insert(tx, place.namespace.ns, draft.name, fields, draft.content)
    else:
        changed = heads.update(tx, row, fields, draft.content)
    after = rows.fetch(tx, place.visible, [changed.rid])[changed.rid]
    record(tx, actor, Action.UPDATE if row else Action.SAVE, after, changed, before=row)
    return Done(wire.saved(tx, after, tx.batch), created=row is None)


def get_memory(
    tx: ReadTx, actor: Actor, name: Name, scope: str, scope_id: str
) -> tuple[Rid, Memory]:
    """Return one memory, whole."""
    visible = scoping.one(tx, actor, Action.GET, scope, scope_id)
    row = found(rows.find(tx, visible, name), name)
    return row.rid, wire.memory(tx, row)


def list_memories(tx: ReadTx, actor: Actor, asked: Listing) -> MemoryPage:
    """Return a page of the caller's own view, newest first."""
    visible = scoping.many(tx, actor, Action.LIST, asked.scope, asked.scope_id)
    return page(tx, visible, asked)


def describe_memory(
    tx: Tx,
    actor: Actor,
    name: Name,
    scope: str,
    scope_id: str,
    description: str,
    if_match: IfMatch | None,
) -> Done[SavedMemory]:
    """Write a memory's description anew; its content stays as it is."""
    visible = scoping.one(tx, actor, Action.DESCRIBE, scope, scope_id)
    row = found(rows.find(tx, visible, name), name)
    return describe_row(tx, actor, visible, row, description, if_match)


def delete_memory(
    tx: Tx,
    actor: Actor,
    name: Name,
    scope: str,
    scope_id: str,
    reason: str | None,
    if_match: IfMatch | None,
) -> Done[DeletedMemory]:
    """Move a memory to the trash. A miss writes nothing."""
    visible = scoping.one(tx, actor, Action.DELETE, scope, scope_id)
    row = found(rows.find(tx, visible, name), name)
    return delete_row(tx, actor, row, reason, if_match)


def page(tx: ReadTx, visible: Visible, asked: Listing) -> MemoryPage:
    """Return a page of what is visible, with the true total and where to go on."""
    some = rows.page(
        tx,
        visible,
        type_=asked.type,
        before=asked.before,
        limit=asked.limit + 1,
        content=asked.content,
    )
    shown, more = some[: asked.limit], some[asked.limit :]
    end = shown[-1] if more else None
    return MemoryPage(
        memories=[wire.memory(tx, row) for row in shown],
        total=counts.total(tx, visible, asked.type),
        cursor=wire.encode_cursor("list", end.updated, end.rid) if end else None,
    )


def describe_row(
    tx: Tx,
    actor: Actor,
    visible: Visible,
    row: Row,
    description: str,
    if_match: IfMatch | None,
) -> Done[SavedMemory]:
    """Write one row's description anew, and audit it."""
    wire.check_revision(tx, row, if_match)
    before = revisions.head(tx, row.seq)
    fields = replace(before, description=description, origin=actor.origin, by=actor.user_id)
    changed = heads.update(tx, row, fields, row.content or "")
    after = rows.fetch(tx, visible, [row.rid])[row.rid]
    record(tx, actor, Action.DESCRIBE, after, changed, before=row)
    return Done(wire.saved(tx, after, tx.batch))


def delete_row(
    tx: Tx, actor: Actor, row: Row, reason: str | None, if_match: IfMatch | None
) -> Done[DeletedMemory]:
    """Move one row to the trash, and audit the row that was removed."""
    wire.check_revision(tx, row, if_match)
    changed = heads.remove(tx, row)
    record(tx, actor, Action.DELETE, row, changed, before=row, reason=reason)
    reply = DeletedMemory(
        name=row.name,
        memory_id=row.memory_id,
        scope=row.scope,
        scope_id=row.scope_id,
        batch_id=tx.batch,
        revision=changed.seq,
    )
    return Done(reply)


def record(  # noqa: PLR0913 # what an audit row says
    tx: Tx,
    actor: Actor,
    action: Action,
    row: Row,
    changed: Changed,
    *,
    before: Row | None,
    reason: str | None = None,
    undoes: str | None = None,
    skipped: list[tuple[int, str]] | None = None,
) -> None:
    """Append a change's audit row, in the transaction that makes the change."""
    detail: dict[str, object] = {"type": row.type, "surface": actor.surface}
    if skipped:
        detail["skipped"] = skipped
    event = log.Event(
        action=action.rule.verb or "",
        ns=row.ns,
        rid=row.rid,
        rev_before=before.seq if before else None,
        rev_after=None if action in (Action.DELETE, Action.DELETE_ANY) else changed.seq,
        name=row.name,
        reason=reason,
        subject=changed.subject,
        undoes=undoes,
        detail=detail,
        batch=tx.batch,
    )
    log.record(tx, actor, changed.seq, changed.at, event)


def found(row: Row | None, name: Name) -> Row:
    """Return the row, or say that there is none of that name in the scope that was named."""
    if row is None:
        raise NotFound(
            f"Memory '{name}' not found",
            code="memory_not_found",
            hint="Check the name and the scope; without a scope only global is looked in.",
        )
    return row
