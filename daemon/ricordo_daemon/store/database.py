"""The file, opened: one connection that writes, one that reads."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Self

from ricordo_daemon.store import faults, migrate
from ricordo_daemon.store.connection import Connection

if TYPE_CHECKING:
    from pathlib import Path


class Database:
    """Owns both connections: closing one and not the other would leave a thread, and a lock."""

    def __init__(self, path: Path, busy_seconds: float) -> None:
        self.path = path
        self._busy = busy_seconds
        self.writing: Connection
        self.reading: Connection
        self._open: list[Connection] = []

    @classmethod
    async def open(cls, path: Path, *, busy_seconds: float) -> Self:
        """Open and migrate. Raises `StorageFailed` or `Unavailable` with a sentence."""
        database = cls(path, busy_seconds)
        try:
            await database.reopen()
        except sqlite3.Error as error:
            raise faults.told(error) from error
        return database

    async def reopen(self) -> Connection:
        """Close what is open, open both anew, and return the writing one.

        Both at once: while one old connection lives, SQLite trusts its shared memory and does
        not look at what a failed commit left in the log.
        """
        await self.close()
        try:
            self.writing = await self._connect(read_only=False)
            await self.writing.run(migrate.migrate)
            self.reading = await self._connect(read_only=True)
        except BaseException:
            await self.close()
            raise
        return self.writing

    async def checkpoint(self) -> None:
        """Fold the log into the file. At a stop only: it blocks for as long as it takes."""
        await self.writing.run(lambda raw: raw.execute("PRAGMA wal_checkpoint(TRUNCATE)"))

    async def close(self) -> None:
        """Close both connections and end their threads."""
        while self._open:
            await self._open.pop().close()

    async def _connect(self, *, read_only: bool) -> Connection:
        connection = await Connection.open(self.path, busy_seconds=self._busy, read_only=read_only)
        self._open.append(connection)
        return connection
