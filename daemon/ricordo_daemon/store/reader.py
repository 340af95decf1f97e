"""The read connection: each unit of work sees one consistent snapshot."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, TypeVar

from ricordo_daemon.store import faults
from ricordo_daemon.store.tx import ReadTx

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ricordo_daemon.clock import Clock
    from ricordo_daemon.policy.model import Rid
    from ricordo_daemon.store.connection import Connection
    from ricordo_daemon.store.tx import Touch

T = TypeVar("T")


class Reader:
    """Runs read-only work on its own connection, so that a long write delays no read."""

    def __init__(
        self, connection: Connection, *, clock: Clock, touches: Mapping[Rid, Touch]
    ) -> None:
        self.connection = connection
        self._clock = clock
        self._touches = touches

    async def read(self, work: Callable[[ReadTx], T]) -> T:
        """Return what `work` reads. A failing disk raises, it is never an empty answer."""
        try:
            return await self.connection.run(lambda raw: self._snapshot(raw, work))
        except sqlite3.Error as error:
            raise faults.told(error) from error

    def _snapshot(self, raw: sqlite3.Connection, work: Callable[[ReadTx], T]) -> T:
        raw.execute("BEGIN")
        try:
            return work(ReadTx(raw=raw, now=self._clock.now(), touches=self._touches))
        finally:
            if raw.in_transaction:
                raw.execute("ROLLBACK")
