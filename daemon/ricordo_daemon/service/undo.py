"""Undo: a new batch that names what it undoes, row by row, where nothing came between."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ricordo_daemon.policy import envelope
from ricordo_daemon.policy.decide import decide
from ricordo_daemon.policy.model import INVERSES, Action
from ricordo_daemon.service import memories, scoping
from ricordo_daemon.service.wire import Done
from ricordo_daemon.store import heads, log, namespaces, revisions
from ricordo_daemon.store import memories as rows
from ricordo_protocol.errors import Conflict, NotFound
from ricordo_protocol.memory import SkippedRow, UndoneBatch, UndoneRow

if TYPE_CHECKING:
    from collections.abc import Callable

    from ricordo_daemon.policy.model import Actor, Namespace, Rid, Visible
    from ricordo_daemon.store.heads import Changed
    from ricordo_daemon.store.log import Entry
    from ricordo_daemon.store.memories import Row
    from ricordo_daemon.store.tx import Tx


@dataclass(frozen=True, slots=True)
class _Step:
    """One row that can be undone: which action does it, and how."""

    entry: Entry
    action: Action
    before: Row | None
    apply: Callable[[], Changed]


def undo_batch(tx: Tx, actor: Actor, batch: str) -> Done[UndoneBatch]:
    """Undo a batch of deletes or description edits, once.

    Raises `NotFound` for a batch that is not the caller's to undo, `Conflict` for one that
    cannot be undone, was undone already, or whose every row has changed since.
    """
    scoping.authorize(tx, actor, Action.UNDO)
    entries = _entries(tx, actor, batch)
    steps: list[_Step] = []
    skipped: list[tuple[Rid, str]] = []
    for entry in entries:
        step = _plan(tx, actor, entry)
        if isinstance(step, str):
            skipped.append((entry.rid, step))
        else:
            steps.append(step)
    if not steps:
        raise Conflict(
            "nothing of this batch can be undone any more",
            code="nothing_to_undo",
            hint="The reasons are listed; look at the memories as they are now.",
            reasons=[{"memory_id": heads.id_of(tx, rid), "reason": why} for rid, why in skipped],
        )
    undone = [_apply(tx, actor, batch, step, [] if n else skipped) for n, step in enumerate(steps)]
    reply = UndoneBatch(
        batch_id=tx.batch,
        undoes=batch,
        revision=tx.head.seq,
        undone=undone,
        skipped=[SkippedRow(memory_id=heads.id_of(tx, rid), reason=why) for rid, why in skipped],
    )
    return Done(reply)


def _entries(tx: Tx, actor: Actor, batch: str) -> list[Entry]:
    entries = log.of_batch(tx, batch)
    theirs = any(entry.user_id != actor.user_id for entry in entries)
    if not entries or (theirs and not actor.is_admin):
        raise NotFound(
            "Batch not found",
            code="batch_not_found",
            hint="Give the batch_id of a reply; only its author or an admin may undo it.",
        )
    if any(INVERSES.get(entry.action) is None for entry in entries):
        raise Conflict(
            f"a {entries[0].action} cannot be undone yet",
            code="not_undoable",
            hint="Save the text that it should have; every earlier version is kept.",
        )
    by = log.undone_by(tx, batch)
    if by is not None:
        raise Conflict(
            f"this batch was undone already, by batch {by}",
            code="already_undone",
            hint=f"To redo it, undo batch {by}.",
            reasons=[
                {"memory_id": heads.id_of(tx, entry.rid), "reason": "already_undone"}
                for entry in entries
            ],
        )
    return entries


def _plan(tx: Tx, actor: Actor, entry: Entry) -> _Step | str:
    """Return how one row is undone, or why it is not."""
    namespace = namespaces.of(tx, entry.ns)
    if namespace.state != "live":
        return "namespace_gone"
    if not actor.is_admin:
        target = namespace.target
        if not decide(actor, Action.DELETE, target, scoping.facts(tx, target)).allowed:
            return "forbidden"
    if INVERSES[entry.action] == Action.RESTORE.rule.verb:
        return _plan_restore(tx, entry, namespace)
    row = rows.fetch(tx, _view(namespace), [entry.rid]).get(entry.rid)
    if row is None or row.seq != entry.rev_after:
        return "changed_since"
    if INVERSES[entry.action] == Action.DELETE.rule.verb:
        return _Step(entry, Action.DELETE, row, lambda: heads.remove(tx, row))
    return _plan_describe(tx, actor, entry, row)


def _plan_restore(tx: Tx, entry: Entry, namespace: Namespace) -> _Step | str:
    trashed = heads.find_trashed(tx, entry.rid)
    if trashed is None or trashed.deleted_seq != entry.seq:
        return "changed_since"
    last = revisions.read(tx, trashed.seq)
    if last is None:
        return "purged"
    if rows.find(tx, _view(namespace), trashed.name) is not None:
        return "name_taken"
    return _Step(entry, Action.RESTORE, None, lambda: heads.restore(tx, trashed, last))


def _plan_describe(tx: Tx, actor: Actor, entry: Entry, row: Row) -> _Step | str:
    before = revisions.read(tx, entry.rev_before) if entry.rev_before else None
    if before is None:
        return "purged"
    fields = replace(
        revisions.head(tx, row.seq),
        description=before.fields.description,
        origin=actor.origin,
        by=actor.user_id,
    )
    content = row.content or ""
    return _Step(entry, Action.DESCRIBE, row, lambda: heads.update(tx, row, fields, content))


def _apply(
    tx: Tx, actor: Actor, batch: str, step: _Step, skipped: list[tuple[Rid, str]]
) -> UndoneRow:
    changed = step.apply()
    namespace = namespaces.of(tx, step.entry.ns)
    row = step.before or rows.fetch(tx, _view(namespace), [changed.rid])[changed.rid]
    memories.record(
        tx,
        actor,
        step.action,
        row,
        changed,
        before=step.before,
        undoes=batch,
        skipped=[(int(rid), why) for rid, why in skipped],
    )
    return undone_row(tx, step.action.rule.verb or "", step.entry.rid, step.entry.name, namespace)


def undone_row(tx: Tx, verb: str, rid: Rid, name: str, namespace: Namespace) -> UndoneRow:
    """Return one row of an undo's reply."""
    return UndoneRow(
        memory_id=heads.id_of(tx, rid),
        name=name,
        scope=namespace.target.scope.value,
        scope_id=namespace.target.scope_id,
        action=verb,
    )


def _view(namespace: Namespace) -> Visible:
    return envelope.visible((namespace.target,), (namespace,))
