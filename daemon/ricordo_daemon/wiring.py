"""Builds everything: the only module that knows all of it."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any

from ricordo_daemon import keys
from ricordo_daemon.clock import DAY
from ricordo_daemon.index.memory import MemoryEngine
from ricordo_daemon.jobs import index_builder
from ricordo_daemon.jobs.access_writer import AccessWriter
from ricordo_daemon.jobs.index_upkeep import IndexUpkeep
from ricordo_daemon.log import LOGGER
from ricordo_daemon.service import first_start, indexing
from ricordo_daemon.service.access import Accesses
from ricordo_daemon.service.notices import Notices
from ricordo_daemon.service.ops import Ops
from ricordo_daemon.store import log as audit_rows
from ricordo_daemon.store import meta, principals
from ricordo_daemon.store.database import Database
from ricordo_daemon.store.reader import Reader
from ricordo_daemon.store.tx import Head, Tx
from ricordo_daemon.store.writer import Writer
from ricordo_protocol.memory import Check

if TYPE_CHECKING:
    from ricordo_daemon.audit.chain import Key
    from ricordo_daemon.clock import Clock, Ids
    from ricordo_daemon.config import Config
    from ricordo_daemon.http.state import State
    from ricordo_daemon.index.api import Document, Engine, Tombstone
    from ricordo_daemon.keys import Vault
    from ricordo_protocol.paths import Paths


class Daemon:
    """What runs behind the socket: opened once, closed in the order that loses nothing."""

    def __init__(self, paths: Paths, config: Config, clock: Clock, ids: Ids) -> None:
        self._paths = paths
        self._config = config
        self._clock = clock
        self._ids = ids
        self._tasks: set[asyncio.Task[None]] = set()
        self._database: Database
        self._writer: Writer
        self._access_writer: AccessWriter
        self._upkeep: IndexUpkeep
        self._vault: Vault
        self.ops: Ops

    async def open(self, state: State) -> None:
        """Open the store, the secrets and the index, and let `state` serve them.

        Raises `RicordoError` with a sentence; then everything that was opened is closed.
        """
        self._database = await Database.open(
            self._paths.database, busy_seconds=self._config.store.busy_seconds
        )
        try:
            await self._open(state)
        except BaseException:
            await self._database.close()
            raise

    async def close(self) -> None:
        """Finish what is queued, then close the store. The last step of all."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._upkeep.close()
        await self._access_writer.close()
        await self.ops.notices.close()
        await self._writer.close()
        if not self._writer.read_only:
            await self._database.checkpoint()
        await self._database.close()

    async def _open(self, state: State) -> None:
        store_id = await self._database.writing.run(
            lambda raw: str(meta.set_once(raw, "store_id", self._ids.new()))
        )
        self._vault = await asyncio.to_thread(
            keys.Vault.open, self._paths, store_id, self._config.secrets.store
        )
        head = await self._database.writing.run(audit_rows.read_head)
        used = await self._database.writing.run(audit_rows.last_key_id)
        key, lost = await first_start.audit_key(self._vault, used)
        engine = MemoryEngine()
        self._upkeep = IndexUpkeep(engine)
        accesses = Accesses()
        self._writer = self._make_writer(head, key, engine, accesses)
        self._writer.start()
        reader = Reader(self._database.reading, clock=self._clock, touches=accesses.pending)
        self._readers = [reader]
        if lost is not None:
            reset = {"lost": lost, "now": key.key_id}
            await self._writer.submit(
                lambda tx: audit_rows.note(tx, None, "audit.key_reset", reset)
            )
        for first in first_start.FIRST_TOKENS:
            token = await self._database.writing.run(
                partial(principals.find_named, name=first.name)
            )
            await first_start.ensure_token(self._vault, self._writer, first, token)
        self._access_writer = AccessWriter(accesses, self._writer)
        self.ops = Ops(
            reader=reader,
            writer=self._writer,
            engine=engine,
            accesses=accesses,
            notices=Notices(self._writer, self._clock),
            clock=self._clock,
        )
        state.checks += [self._check_store, self._check_index, self._check_secrets]
        state.ops = self.ops
        self._spawn(index_builder.build(reader, engine), "index_builder")

    def _make_writer(self, head: Head, key: Key, engine: Engine, accesses: Accesses) -> Writer:
        start = Tx(
            # Replaced by the connection's own, a batch: it lives on another thread.
            raw=None,  # type: ignore[arg-type] # see above
            now=0,
            touches=accesses.pending,
            head=head,
            key=key,
            clock=self._clock,
            ids=self._ids,
            keep=self._config.trash.keep_days * DAY,
        )

        def settle(prepared: list[Document | Tombstone]) -> None:
            for one in prepared:
                engine.apply(one)
            self._upkeep.changed(len(prepared))

        return Writer(
            self._database.writing,
            start,
            prepare=indexing.documents,
            settle=settle,
            reopen=self._reopen,
        )

    async def _reopen(self) -> Any:  # noqa: ANN401 # a Connection, as the writer asks
        connection = await self._database.reopen()
        for reader in self._readers:
            reader.connection = self._database.reading
        return connection

    def _spawn(self, work: Any, name: str) -> None:  # noqa: ANN401 # a coroutine of ours
        task: asyncio.Task[None] = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            LOGGER.error("job_failed", extra={"job": task.get_name()}, exc_info=error)

    def _check_store(self) -> Check:
        if self._writer.read_only:
            return Check(name="store", ok=False, detail="read-only since a commit failed")
        writer = self._writer
        return Check(
            name="store",
            ok=True,
            detail=f"{self._paths.database}, {writer.writing} writing, {writer.depth} queued",
        )

    def _check_index(self) -> Check:
        progress = self.ops.engine.progress()
        detail = f"{progress.state}, {progress.done} of {progress.total}"
        return Check(name="index", ok=progress.state == "ready", detail=detail)

    def _check_secrets(self) -> Check:
        note = self._vault.note
        return Check(name="secrets", ok=True, detail=f"{note.secrets} ({note.backend})")
