"""Keep the index in few segments: short steps between requests, never a timer at rest."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ricordo_daemon.index.api import Engine

EVERY: Final = 64
"""Changes between two looks at whether there is anything to tidy."""


class IndexUpkeep:
    """Tidies an engine after every so many changes, a step at a time."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._changes = 0
        self._task: asyncio.Task[None] | None = None

    def changed(self, number: int) -> None:
        """Count changes, and begin to tidy when there were enough of them."""
        self._changes += number
        if self._changes >= EVERY and (self._task is None or self._task.done()):
            self._changes = 0
            self._task = asyncio.create_task(self._tidy(), name="index-upkeep")

    async def close(self) -> None:
        """Stop between two steps."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _tidy(self) -> None:
        while self._engine.tidy():  # noqa: ASYNC110 # each step is work, not a wait
            await asyncio.sleep(0)
