"""Audit rows for what changes nothing, coalesced: refusals, and an admin's looks at others."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any, Final

from ricordo_daemon.clock import MICROSECONDS
from ricordo_daemon.store import log
from ricordo_protocol.errors import RicordoError

if TYPE_CHECKING:
    from ricordo_daemon.auth import Caller
    from ricordo_daemon.clock import Clock
    from ricordo_daemon.policy.model import Actor
    from ricordo_daemon.store.writer import Writer

WINDOW: Final = 600 * MICROSECONDS
"""One row per subject in ten minutes: a loop of refusals must not fill the log."""

_MOST: Final = 1000


class Notices:
    """Writes one row a subject and window, without making its caller wait."""

    def __init__(self, writer: Writer, clock: Clock) -> None:
        self._writer = writer
        self._clock = clock
        self._last: dict[tuple[object, ...], int] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def denied(self, caller: Caller, code: str) -> None:
        """Note that a caller was refused."""
        detail = {"code": code, "uid": caller.uid, "pid": caller.pid, "program": caller.program}
        self._note(("denied", caller.uid, caller.token_hash, code), None, "auth.denied", detail)

    def looked(self, actor: Actor, users: set[str]) -> None:
        """Note that an admin read what other users keep."""
        for user in users - {actor.user_id}:
            key = ("looked", actor.token_id, user)
            self._note(key, actor, "admin.read", {"user": user, "surface": actor.surface})

    async def close(self) -> None:
        """Wait for rows that are being written."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _note(
        self, key: tuple[object, ...], actor: Actor | None, action: str, detail: dict[str, Any]
    ) -> None:
        now = self._clock.now()
        if now - self._last.get(key, -WINDOW) < WINDOW:
            return
        if len(self._last) >= _MOST:
            self._last.clear()
        self._last[key] = now
        task = asyncio.create_task(self._write(actor, action, detail))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _write(self, actor: Actor | None, action: str, detail: dict[str, Any]) -> None:
        # A full disk or a stop is told to those who wait for a change, and stands in the log.
        with contextlib.suppress(RicordoError):
            await self._writer.submit(lambda tx: log.note(tx, actor, action, detail))
