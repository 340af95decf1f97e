"""Write counted accesses a moment after the first of them; no timer runs at rest."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from ricordo_daemon.log import LOGGER
from ricordo_protocol.errors import RicordoError

if TYPE_CHECKING:
    from ricordo_daemon.service.access import Accesses
    from ricordo_daemon.store.writer import Writer

DELAY: Final = 1.0
"""Seconds between the first access and the write that takes all of them."""


class AccessWriter:
    """Flushes `Accesses` when there is something to flush, and once more at the end."""

    def __init__(self, accesses: Accesses, writer: Writer) -> None:
        self._accesses = accesses
        self._writer = writer
        self._task: asyncio.Task[None] | None = None
        accesses.on_first = self._wake

    async def close(self) -> None:
        """Write what is left."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._flush()

    def _wake(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._later(), name="access-writer")

    async def _later(self) -> None:
        while self._accesses.pending:
            await asyncio.sleep(DELAY)
            if not await self._flush():
                return

    async def _flush(self) -> bool:
        try:
            await self._accesses.flush(self._writer)
        except RicordoError as error:
            LOGGER.warning("accesses_not_written", extra={"reason": error.sentence})
            return False
        return True
