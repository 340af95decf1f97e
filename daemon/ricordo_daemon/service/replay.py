"""What a repeated request is answered: the first reply, rebuilt from what it left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ricordo_daemon.service import undo, wire
from ricordo_daemon.service.wire import Done
from ricordo_daemon.store import heads, log, memories, namespaces, revisions
from ricordo_protocol.errors import Conflict
from ricordo_protocol.memory import DeletedMemory, SavedMemory, SkippedRow, UndoneBatch

if TYPE_CHECKING:
    from ricordo_daemon.policy.model import Rid
    from ricordo_daemon.store.idempotency import Kept
    from ricordo_daemon.store.tx import Tx

_CREATED = 201


def saved(tx: Tx, kept: Kept) -> Done[SavedMemory]:
    """Rebuild the reply to a save or a description edit from the revision that it wrote."""
    revision = revisions.read(tx, kept.seq)
    row = memories.as_of(tx, revision) if revision else None
    if row is None:
        raise _gone()
    reply = wire.saved(tx, row, kept.ref)
    if kept.status == _CREATED:
        # What was new had not been read; how often an older one had been is not kept.
        reply.access_count, reply.last_accessed = 0, ""
    return Done(reply, created=kept.status == _CREATED)


def deleted(tx: Tx, kept: Kept) -> Done[DeletedMemory]:
    """Rebuild the reply to a delete from its audit row."""
    entry = log.of_seq(tx, kept.seq)
    if entry is None:
        raise _gone()
    target = namespaces.of(tx, entry.ns).target
    reply = DeletedMemory(
        name=entry.name,
        memory_id=heads.id_of(tx, entry.rid),
        scope=target.scope.value,
        scope_id=target.scope_id,
        batch_id=kept.ref,
        revision=kept.seq,
    )
    return Done(reply)


def undone(tx: Tx, kept: Kept) -> Done[UndoneBatch]:
    """Rebuild the reply to an undo from its batch's audit rows."""
    entries = log.of_batch(tx, kept.ref)
    if not entries:
        raise _gone()
    rows = [undo.undone_row(tx, e.action, e.rid, e.name, namespaces.of(tx, e.ns)) for e in entries]
    skipped: list[tuple[Rid, str]] = entries[0].detail.get("skipped", [])
    reply = UndoneBatch(
        batch_id=kept.ref,
        undoes=entries[0].undoes or "",
        revision=kept.seq,
        undone=rows,
        skipped=[SkippedRow(memory_id=heads.id_of(tx, rid), reason=why) for rid, why in skipped],
    )
    return Done(reply)


def _gone() -> Conflict:
    return Conflict(
        "this Idempotency-Key was used for a change that has been erased since",
        code="idempotency_gone",
        hint="Use a new key for a new change.",
    )
