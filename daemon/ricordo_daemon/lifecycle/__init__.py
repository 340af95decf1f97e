"""One daemon a store and a socket: lock, socket, signals, drain."""

from __future__ import annotations

import asyncio
import contextlib
import os
from typing import TYPE_CHECKING, Final

from aiohttp import web

from ricordo_daemon import config as settings
from ricordo_daemon import log
from ricordo_daemon.clock import Clock, Ids
from ricordo_daemon.http import app as http
from ricordo_daemon.http.state import State
from ricordo_daemon.lifecycle import listening, lock, signals
from ricordo_daemon.log import LOGGER
from ricordo_daemon.store import migrate
from ricordo_daemon.wiring import Daemon
from ricordo_protocol import API_MAX, API_MIN, __version__
from ricordo_protocol.memory import Check, Versions

if TYPE_CHECKING:
    from ricordo_daemon.config import Config
    from ricordo_daemon.lifecycle.listening import Bound
    from ricordo_protocol.errors import RicordoError
    from ricordo_protocol.paths import Paths

WATCH_SECONDS: Final = 30.0
"""How often the daemon looks whether its socket is still there: a logout may remove it."""


def run(paths: Paths, clock: Clock | None = None, ids: Ids | None = None) -> int:
    """Run until told to stop; return the process's exit code.

    `clock` and `ids` can be held still, for pictures that are the same in every run. Raises
    `RicordoError` with a sentence for whatever keeps it from starting.
    """
    os.umask(0o077)
    for folder in (paths.data, paths.state, paths.socket.parent):
        listening.private_folder(folder)
    config = settings.load(paths.config)
    log.set_up(paths.log, config.log.level)
    # The locks come before anything else: whoever holds them may look at the socket and the file.
    with lock.hold(paths.socket_lock, paths), lock.hold(paths.store_lock, paths):
        early = signals.note()
        bound = listening.bind(paths.socket)
        try:
            daemon = Daemon(paths, config, clock or Clock(), ids or Ids())
            return asyncio.run(_serve(daemon, config, bound, early))
        finally:
            bound.sock.close()
            if bound.still_there():
                paths.socket.unlink()


async def _serve(daemon: Daemon, config: Config, bound: Bound, early: list[int]) -> int:
    stop = asyncio.Event()
    signals.handle(stop, early)
    state = State(
        versions=Versions(
            version=__version__,
            api_min=API_MIN,
            api_max=API_MAX,
            schema=migrate.known()[-1][0],
            pid=os.getpid(),
        ),
        config=config,
        uid=os.getuid(),
        checks=[lambda: Check(name="socket", ok=bound.still_there(), detail=str(bound.path))],
    )
    runner = web.AppRunner(
        http.build(state),
        access_log=None,
        handler_cancellation=True,
        keepalive_timeout=config.server.keepalive_seconds,
        shutdown_timeout=config.server.shutdown_seconds,
    )
    await runner.setup()
    serving = await listening.listen(runner, bound, config.server.max_connections)
    opened = False
    try:
        await daemon.open(state)
        opened = True
        state.phase = "ready"
        LOGGER.info("started", extra={"pid": os.getpid(), "socket": str(bound.path)})
        await _until(stop, bound)
    finally:
        state.phase = "stopping" if opened else "failed"
        serving.close()
        await runner.cleanup()
        if opened:
            await daemon.close()
        LOGGER.info("stopped")
    return 0


async def _until(stop: asyncio.Event, bound: Bound) -> None:
    """Wait for a signal, or for the socket's file to vanish: then nobody can reach us."""
    while not stop.is_set():
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), WATCH_SECONDS)
        if not stop.is_set() and not bound.still_there():
            LOGGER.error("socket_gone", extra={"socket": str(bound.path)})
            return


def tell(error: RicordoError) -> str:
    """Return what a person reads on stderr when the daemon cannot start."""
    return f"ricordo: {error.sentence}\n{error.hint}".strip()
