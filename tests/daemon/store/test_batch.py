"""What one failing operation does to those in its transaction (DESIGN §5, 2 to 5)."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from ricordo_daemon.service import memories
from ricordo_daemon.store import batch, invariants, log
from ricordo_protocol.errors import (
    InternalError,
    InvalidInput,
    NotFound,
    StorageFailed,
    StorageFull,
    Unavailable,
)
from support.store import actor, draft


def saving(name, **fields):
    return lambda tx: memories.save_memory(tx, actor(), draft(name, **fields))


def names(store):
    return sorted(row[0] for row in store.raw.execute("SELECT name FROM memories"))


def refusing(tx):
    memories.save_memory(tx, actor(), draft("half_done"))
    raise NotFound("not there")


def test_a_refusal_rolls_back_its_own_savepoint_and_nothing_else(store):
    first, refused, last = store.run(saving("first"), refusing, saving("last"))

    assert (first.error, last.error) == (None, None)
    assert isinstance(refused.error, NotFound)
    assert names(store) == ["first", "last"]
    assert [row["seq"] for row in log.rows(store.raw)] == [1, 2]
    assert invariants(store.raw) == []


def test_a_refusal_leaves_no_change_for_the_index(store):
    committed = batch.run(store.raw, [saving("first"), refusing, saving("last")], store.start)

    assert [change.name for change in committed.changes] == ["first", "last"]


def test_a_fault_of_ours_hurts_only_the_operation_that_has_it(store):
    outcomes = store.run(saving("first"), lambda _tx: 1 / 0, saving("last"))

    assert isinstance(outcomes[1].error, InternalError)
    assert names(store) == ["first", "last"]


def test_a_full_disk_is_told_to_the_operation_that_does_not_fit_and_to_no_other(store):
    (pages,) = store.raw.execute("PRAGMA page_count").fetchone()
    # Room for a few small rows, not for 60,000 characters (15 pages and more).
    store.raw.execute(f"PRAGMA max_page_count={pages + 8}")

    first, huge, last = store.run(
        saving("first"), saving("huge", content="x" * 60_000), saving("last")
    )

    assert isinstance(huge.error, StorageFull)
    assert (first.error, last.error) == (None, None)
    assert names(store) == ["first", "last"]
    assert invariants(store.raw) == []


def test_another_sqlite_error_is_a_500_of_the_culprit_alone(store):
    store.raw.execute(
        "CREATE TEMP TRIGGER broken BEFORE INSERT ON memories WHEN NEW.name='bad'"
        " BEGIN SELECT RAISE(ABORT,'broken'); END"
    )

    outcomes = store.run(saving("first"), saving("bad"), saving("last"))

    assert [type(outcome.error) for outcome in outcomes] == [type(None), StorageFailed, type(None)]
    assert names(store) == ["first", "last"]


def test_the_operations_of_a_failed_batch_are_run_once_more_and_no_oftener(store):
    runs = []

    def counted(tx):
        runs.append(1)
        return memories.save_memory(tx, actor(), draft("counted"))

    def failing(tx):
        tx.raw.execute("INSERT INTO no_such_table VALUES (1)")

    store.run(counted, failing)

    assert len(runs) == 2
    assert names(store) == ["counted"]


def test_a_database_that_another_process_holds_is_a_503_for_the_whole_batch(store):
    runs = []
    store.raw.execute("PRAGMA busy_timeout=10")
    with closing(sqlite3.connect(store.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        outcomes = store.run(lambda _tx: runs.append(1), lambda _tx: runs.append(1))
        other.execute("ROLLBACK")

    assert [type(outcome.error) for outcome in outcomes] == [Unavailable, Unavailable]
    assert {outcome.error.code for outcome in outcomes} == {"database_busy"}
    assert runs == []


class DyingDisk:
    """A connection whose COMMIT fails as a failed fsync does, before or after it took effect."""

    def __init__(self, raw, *, committed):
        self._raw = raw
        self._committed = committed

    def __getattr__(self, name):
        return getattr(self._raw, name)

    def execute(self, sql, *args):
        if sql == "COMMIT":
            self._raw.execute("COMMIT" if self._committed else "ROLLBACK")
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR_FSYNC
            raise error
        return self._raw.execute(sql, *args)


def test_a_commit_that_fails_on_fsync_is_not_taken_for_a_failure(store):
    with pytest.raises(batch.CommitUnknown) as unknown:
        batch.run(DyingDisk(store.raw, committed=False), [saving("first")], store.start)

    assert [outcome.error for outcome in unknown.value.hoped.outcomes] == [None]


def test_bad_input_never_reaches_a_transaction(store):
    with pytest.raises(InvalidInput):
        saving("a/b")(None)

    assert store.raw.execute("SELECT count(*) FROM audit").fetchone()[0] == 0


def test_the_last_time_of_the_chain_is_kept_when_the_clock_goes_back(store):
    store.save("first")
    store.start.clock.at -= 3_600_000_000
    store.save("second")

    times = [row["at"] for row in log.rows(store.raw)]
    assert times == sorted(set(times))


def test_opening_a_store_sets_what_keeps_its_promises(store):
    def pragma(name):
        return store.raw.execute(f"PRAGMA {name}").fetchone()[0]

    assert (pragma("journal_mode"), pragma("synchronous")) == ("wal", 2)
    assert (pragma("secure_delete"), pragma("foreign_keys")) == (1, 1)
