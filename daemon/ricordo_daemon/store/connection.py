"""One SQLite connection on one thread: a unit of work is one function run there.

aiosqlite hops to its thread for each call; three hops cost three times one. Its private hop is
wrapped here, once, and a contract test holds it.
"""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Final, TypeVar

import aiosqlite

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

T = TypeVar("T")

_PRAGMAS: Final = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    # FAST was measured to leave purged text in freed pages.
    "PRAGMA secure_delete=ON",
    "PRAGMA foreign_keys=ON",
    "PRAGMA journal_size_limit=67108864",
)


class Connection:
    """A connection in autocommit mode: transactions are begun by name, never by guess."""

    def __init__(self, inner: aiosqlite.Connection) -> None:
        self._inner = inner

    @classmethod
    async def open(cls, path: Path, *, busy_seconds: float, read_only: bool = False) -> Connection:
        """Open the file and set what each of our connections needs.

        Raises sqlite3.Error; then no thread is left behind.
        """
        opening = aiosqlite.connect(path, isolation_level=None, cached_statements=256)
        # A thread that is not a daemon keeps a failed process alive for ever.
        opening._thread.daemon = True  # noqa: SLF001 # aiosqlite has no setting for it
        connection = cls(await opening)
        try:
            await connection.run(lambda raw: prepare(raw, busy_seconds, read_only=read_only))
        except BaseException:
            await connection.close()
            raise
        return connection

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run `work` on the connection's thread, one hop for all of it.

        Cancelling the caller does not stop work that has begun.
        """
        execute: Callable[..., Awaitable[T]] = self._inner._execute  # noqa: SLF001 # see above
        return await execute(work, self._inner._conn)  # noqa: SLF001 # see above

    async def close(self) -> None:
        """Close the file and end the thread."""
        await self._inner.close()


def open_plain(path: Path, *, busy_seconds: float = 10.0) -> sqlite3.Connection:
    """Return a connection of this thread, set up as all are: for tests and repairs."""
    raw = sqlite3.connect(path, isolation_level=None)
    prepare(raw, busy_seconds, read_only=False)
    return raw


def prepare(raw: sqlite3.Connection, busy_seconds: float, *, read_only: bool) -> None:
    """Set the pragmas of DESIGN §5, and rows that answer by column name."""
    raw.row_factory = sqlite3.Row
    raw.execute(f"PRAGMA busy_timeout={int(busy_seconds * 1000)}")
    for pragma in _PRAGMAS:
        raw.execute(pragma)
    if read_only:
        raw.execute("PRAGMA query_only=ON")
