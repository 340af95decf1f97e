"""The one writer: takes what is queued, commits it together, settles it in order of seq.

A caller that goes away does not cancel its write. Nobody hears of a change that search cannot
find: after COMMIT the index is told first, then the callers, without awaiting between.
"""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ricordo_daemon.log import LOGGER
from ricordo_daemon.store import batch, faults
from ricordo_protocol.errors import InternalError, RicordoError, StorageFailed, Unavailable

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Awaitable, Callable, Sequence

    from ricordo_daemon.store.connection import Connection
    from ricordo_daemon.store.tx import Change, Tx

T = TypeVar("T")

MOST_OPS: Final = 256
MOST_BYTES: Final = 4_000_000
"""What one transaction takes at most, so that no caller waits for a huge one."""


@dataclass(slots=True)
class _Job:
    op: Callable[[Tx], Any]
    size: int
    future: asyncio.Future[Any]


class Writer:
    """Runs operations in order on the write connection."""

    def __init__(
        self,
        connection: Connection,
        start: Tx,
        *,
        prepare: Callable[[Sequence[Change]], list[Any]],
        settle: Callable[[list[Any]], None],
        reopen: Callable[[], Awaitable[Connection]],
    ) -> None:
        """Make a writer that drafts from `start`.

        `prepare` runs on the connection's thread, after COMMIT; `settle` takes what it made, on
        the event loop. `reopen` closes every connection and opens a new one to write with.
        """
        self._connection = connection
        self._start = start
        self._prepare = prepare
        self._settle = settle
        self._reopen = reopen
        self._queue: asyncio.Queue[_Job | None] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._closing = False
        self.writing = 0
        """How many operations are being written now."""
        self.read_only = False

    def start(self) -> None:
        """Begin to take operations."""
        self._task = asyncio.create_task(self._work(), name="writer")

    @property
    def depth(self) -> int:
        """How many operations wait."""
        return self._queue.qsize()

    async def submit(self, op: Callable[[Tx], T], size: int = 0) -> T:
        """Run one operation and return its value once it is committed and searchable.

        Raises what the operation raised, or `Unavailable`, `StorageFull`, `StorageFailed`.
        """
        if self.read_only:
            raise faults.read_only()
        if self._closing:
            raise Unavailable("the daemon is stopping", code="stopping", hint="Start it again.")
        job = _Job(op, size, asyncio.get_running_loop().create_future())
        # An abandoned write's error has nobody to go to; it is in the log already.
        job.future.add_done_callback(lambda done: done.cancelled() or done.exception())
        self._queue.put_nowait(job)
        value: T = await asyncio.shield(job.future)
        return value

    async def close(self) -> None:
        """Finish what is queued, then stop. The connection is the caller's to close."""
        self._closing = True
        if self._task is not None:
            self._queue.put_nowait(None)
            await self._task

    async def _work(self) -> None:
        while True:
            jobs, last = await self._take()
            if jobs:
                self.writing = len(jobs)
                await self._write(jobs)
                self.writing = 0
            if last:
                return

    async def _take(self) -> tuple[list[_Job], bool]:
        """Wait for one job, then take what else is there: no artificial delay."""
        jobs: list[_Job] = []
        size = 0
        job = await self._queue.get()
        while job is not None:
            jobs.append(job)
            size += job.size
            if len(jobs) >= MOST_OPS or size >= MOST_BYTES:
                return jobs, False
            try:
                job = self._queue.get_nowait()
            except asyncio.QueueEmpty:
                return jobs, False
        return jobs, True

    async def _write(self, jobs: list[_Job]) -> None:
        if self.read_only:
            _answer(jobs, [batch.Outcome(error=faults.read_only()) for _ in jobs])
            return
        try:
            committed, prepared = await self._connection.run(lambda raw: self._commit(raw, jobs))
        except batch.CommitUnknown as unknown:
            await self._find_out(jobs, unknown)
            return
        except Exception:  # noqa: BLE001 # the writer must outlive any fault
            LOGGER.exception("writer_failed")
            failed = InternalError("the daemon failed while saving; nothing was changed")
            _answer(jobs, [batch.Outcome(error=failed) for _ in jobs])
            return
        self._start.head = committed.head
        self._settle(prepared)
        _answer(jobs, committed.outcomes)

    def _commit(
        self, raw: sqlite3.Connection, jobs: list[_Job]
    ) -> tuple[batch.Committed, list[Any]]:
        committed = batch.run(raw, [job.op for job in jobs], self._start)
        return committed, self._prepare(committed.changes)

    async def _find_out(self, jobs: list[_Job], unknown: batch.CommitUnknown) -> None:
        """Learn from a fresh connection whether a doubtful commit is there; then only read."""
        self.read_only = True
        hoped, sure = unknown.hoped, unknown.sure
        LOGGER.critical("commit_unknown", extra={"seq": hoped.head.seq})
        there = False
        with contextlib.suppress(Exception):
            self._connection = await self._reopen()
            there = await self._connection.run(lambda raw: _has(raw, hoped))
        outcomes = list(sure.outcomes) if sure else []
        changes = list(sure.changes) if sure else []
        if there:
            outcomes += hoped.outcomes
            changes += hoped.changes
        else:
            outcomes += [batch.Outcome(error=o.error or _lost()) for o in hoped.outcomes]
        rest = len(jobs) - len(outcomes)
        outcomes += [batch.Outcome(error=faults.read_only()) for _ in range(rest)]
        self._settle(self._prepare(changes))
        _answer(jobs, outcomes)


def _lost() -> StorageFailed:
    return StorageFailed(
        "the disk failed while saving; nothing was changed",
        hint="Check the disk, then run `ricordo daemon restart`.",
    )


def _has(raw: sqlite3.Connection, hoped: batch.Committed) -> bool:
    row = raw.execute("SELECT mac FROM audit WHERE seq=?", (hoped.head.seq,)).fetchone()
    return row is not None and row[0] == hoped.head.mac


def _answer(jobs: list[_Job], outcomes: Sequence[batch.Outcome]) -> None:
    for job, outcome in zip(jobs, outcomes, strict=True):
        if job.future.done():
            continue
        if outcome.error is None:
            job.future.set_result(outcome.value)
        else:
            job.future.set_exception(_own(outcome.error))


def _own(error: RicordoError) -> RicordoError:
    """Return an error of the job's own: one shared by a batch would grow a traceback a waiter."""
    return type(error)(error.sentence, code=error.code, hint=error.hint, **error.details)
