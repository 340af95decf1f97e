"""The async writer over a real file: batching, abandonment, order of settling, a dying disk."""

from __future__ import annotations

import asyncio
import sqlite3
from dataclasses import replace

import pytest

from ricordo_daemon.service import memories
from ricordo_daemon.store import batch
from ricordo_daemon.store.database import Database
from ricordo_daemon.store.writer import Writer
from ricordo_protocol.errors import StorageFailed, Unavailable
from support.store import Store, actor, draft


class Running:
    """A writer over a database of its own, and what it settled."""

    def __init__(self, database, start):
        self.database = database
        self.events = []
        self.writer = Writer(
            database.writing,
            start,
            prepare=lambda changes: [change.name for change in changes],
            settle=lambda names: self.events.extend(("settled", name) for name in names),
            reopen=database.reopen,
        )
        self.writer.start()

    async def save(self, name):
        await self.writer.submit(lambda tx: memories.save_memory(tx, actor(), draft(name)))
        self.events.append(("answered", name))

    async def names(self):
        rows = await self.database.reading.run(
            lambda raw: raw.execute("SELECT name FROM memories ORDER BY seq").fetchall()
        )
        return [row[0] for row in rows]


@pytest.fixture
async def running(tmp_path):
    path = tmp_path / "ricordo.db"
    made = Store(path)
    start = replace(made.start)
    made.close()
    database = await Database.open(path, busy_seconds=1)
    one = Running(database, start)
    yield one
    await one.writer.close()
    await database.close()


@pytest.mark.requirement("DB-01")
async def test_a_caller_that_goes_away_does_not_cancel_its_write(running):
    task = asyncio.create_task(running.save("left_behind"))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task

    await running.save("next_one")

    assert await running.names() == ["left_behind", "next_one"]


@pytest.mark.requirement("DB-02")
@pytest.mark.parametrize("steps", range(6))
async def test_a_write_cancelled_at_any_await_leaves_no_lock_behind(running, steps):
    task = asyncio.create_task(running.save("cancelled"))
    for _ in range(steps):
        await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)

    await running.save("second")
    with_another = sqlite3.connect(running.database.path, timeout=1, isolation_level=None)
    with_another.execute("BEGIN IMMEDIATE")
    with_another.execute("ROLLBACK")
    with_another.close()

    # Cancelled before it was queued it is absent; from then on it is whole.
    assert await running.names() in (["second"], ["cancelled", "second"])


async def test_the_index_hears_of_a_change_before_its_caller_does(running):
    await asyncio.gather(*(running.save(f"n{number}") for number in range(20)))

    for number in range(20):
        settled = running.events.index(("settled", f"n{number}"))
        assert settled < running.events.index(("answered", f"n{number}"))


async def test_what_is_queued_is_committed_together(running):
    counted = []
    await running.database.writing.run(
        lambda raw: raw.set_trace_callback(lambda sql: counted.append(sql == "COMMIT"))
    )
    await asyncio.gather(*(running.save(f"n{number}") for number in range(50)))

    # The first may go alone; the others queue while it commits.
    assert sum(counted) <= 3


async def test_closing_finishes_what_is_queued_and_refuses_what_comes_later(running):
    tasks = [asyncio.create_task(running.save(f"n{number}")) for number in range(10)]
    await asyncio.sleep(0)
    await running.writer.close()
    await asyncio.gather(*tasks)

    assert len(await running.names()) == 10
    with pytest.raises(Unavailable):
        await running.save("too_late")


@pytest.mark.parametrize("committed", [True, False])
async def test_a_doubtful_commit_is_looked_up_and_then_only_reads_are_served(
    running, monkeypatch, committed
):
    def failing(raw, hoped):
        raw.execute("COMMIT" if committed else "ROLLBACK")
        raise batch.CommitUnknown(hoped)

    monkeypatch.setattr(batch, "_commit", failing)
    if committed:
        await running.save("doubtful")
    else:
        with pytest.raises(StorageFailed):
            await running.save("doubtful")
    monkeypatch.undo()

    assert await running.names() == (["doubtful"] if committed else [])
    assert (("settled", "doubtful") in running.events) == committed
    with pytest.raises(Unavailable) as refused:
        await running.save("afterwards")
    assert refused.value.code == "read_only"
