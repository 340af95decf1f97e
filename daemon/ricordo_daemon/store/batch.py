"""One transaction of many operations, on the writer's thread (DESIGN §5, 2 to 5).

Each operation has a savepoint: a refusal rolls back to it and hurts only itself. Any other
SQLite error may have rolled back everything: then each operation is run again, alone, once, and
only the one that fails again is told so.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ricordo_daemon.log import LOGGER
from ricordo_daemon.store import faults
from ricordo_protocol.errors import InternalError, RicordoError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ricordo_daemon.store.tx import Change, Head, Tx

    Op = Callable[[Tx], Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one operation: its value, or its error."""

    value: Any = None
    error: RicordoError | None = None


@dataclass(slots=True)
class Committed:
    """What a batch left: an outcome an operation, the changes in order of seq, the new head."""

    outcomes: list[Outcome]
    head: Head
    changes: list[Change] = field(default_factory=list)


class CommitUnknown(Exception):  # it is not known to be an error
    """COMMIT failed in a way that may still have reached the disk."""

    def __init__(self, hoped: Committed, sure: Committed | None = None) -> None:
        super().__init__("the outcome of a commit is unknown")
        self.hoped = hoped
        self.sure = sure
        """Operations before it that were re-run alone and are committed."""


def run(raw: sqlite3.Connection, ops: Sequence[Op], start: Tx) -> Committed:
    """Run `ops` as one transaction, drafting from the committed head in `start`.

    Raises `CommitUnknown`; every other failure is in the outcomes.
    """
    try:
        raw.execute("BEGIN IMMEDIATE")
    except sqlite3.Error as error:
        # Nothing has begun, so nothing is re-run: it would only wait as long again.
        refused = Outcome(error=faults.told(error))
        return Committed([refused for _ in ops], start.head)
    tx = replace(start, raw=raw, changes=[])
    try:
        outcomes = [_one(tx, op) for op in ops]
        _commit(raw, Committed(outcomes, tx.head, tx.changes))
    except sqlite3.Error as error:
        _roll_back(raw)
        if len(ops) > 1:
            return _each_alone(raw, ops, start)
        LOGGER.error("write_failed", extra={"sqlite": str(error), "code": faults.primary(error)})
        return Committed([Outcome(error=faults.told(error))], start.head)
    except BaseException:
        _roll_back(raw)
        raise
    return Committed(outcomes, tx.head, tx.changes)


def _each_alone(raw: sqlite3.Connection, ops: Sequence[Op], start: Tx) -> Committed:
    done = Committed([], start.head)
    for op in ops:
        try:
            alone = run(raw, [op], replace(start, head=done.head))
        except CommitUnknown as unknown:
            raise CommitUnknown(unknown.hoped, done) from unknown
        done.outcomes += alone.outcomes
        done.changes += alone.changes
        done.head = alone.head
    return done


def _one(tx: Tx, op: Op) -> Outcome:
    head, changed = tx.head, len(tx.changes)
    tx.batch, tx.now = tx.ids.new(), tx.clock.now()
    tx.raw.execute("SAVEPOINT op")
    try:
        outcome = Outcome(op(tx))
    except sqlite3.Error:
        raise
    except RicordoError as error:
        outcome = Outcome(error=error)
    except Exception:  # noqa: BLE001 # a fault of ours hurts one operation, not the batch
        LOGGER.exception("operation_failed")
        outcome = Outcome(error=InternalError("the daemon failed; nothing was changed"))
    if outcome.error is not None:
        tx.raw.execute("ROLLBACK TO op")
        tx.head = head
        del tx.changes[changed:]
    tx.raw.execute("RELEASE op")
    return outcome


def _commit(raw: sqlite3.Connection, hoped: Committed) -> None:
    try:
        raw.execute("COMMIT")
    except sqlite3.Error as error:
        if faults.primary(error) == sqlite3.SQLITE_IOERR:
            raise CommitUnknown(hoped) from error
        raise


def _roll_back(raw: sqlite3.Connection) -> None:
    if raw.in_transaction:
        raw.execute("ROLLBACK")
