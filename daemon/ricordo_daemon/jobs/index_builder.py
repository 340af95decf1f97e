"""Fill the index from the store, in slices; the daemon answers meanwhile, and says so."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from ricordo_daemon.index.api import Document
from ricordo_daemon.log import LOGGER
from ricordo_daemon.policy.model import Rid
from ricordo_daemon.service import indexing
from ricordo_daemon.store import memories, slices

if TYPE_CHECKING:
    from ricordo_daemon.index.api import Engine
    from ricordo_daemon.store.reader import Reader
    from ricordo_daemon.store.tx import Written

SLICE: Final = 64
"""Memories a slice: some 10 ms of analysis, so that a request between two is hardly late."""


async def build(reader: Reader, engine: Engine) -> None:
    """Load every live memory. Changes that are made meanwhile reach the engine by themselves."""
    engine.expect(await reader.read(lambda tx: memories.number(tx.raw)))
    last = Rid(0)
    while some := await _slice(reader, last):
        last = some[-1].rid
        # A thread: analysis holds the interpreter, but not the event loop for a whole slice.
        made = await asyncio.to_thread(indexing.documents, some)
        engine.load([one for one in made if isinstance(one, Document)])
        await asyncio.sleep(0)
    engine.finish()
    LOGGER.info("index_built", extra={"documents": engine.progress().done})


async def _slice(reader: Reader, last: Rid) -> list[Written]:
    return await reader.read(lambda tx: slices.after(tx.raw, last, SLICE))
