"""Accesses, counted at once and written later: a read never waits for a write."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from ricordo_daemon.store import access as rows
from ricordo_daemon.store.tx import Touch

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ricordo_daemon.policy.model import Rid
    from ricordo_daemon.store.writer import Writer


class Accesses:
    """What has been read since the last flush. Of the event loop; readers only look."""

    def __init__(self) -> None:
        self._pending: dict[Rid, Touch] = {}
        self.on_first: Callable[[], None] = lambda: None
        """Called when something is pending that was not: a job then flushes in a while."""

    @property
    def pending(self) -> Mapping[Rid, Touch]:
        """What is not yet written, as it changes."""
        return MappingProxyType(self._pending)

    def touch(self, rid: Rid, at: int) -> None:
        """Count one access."""
        first = not self._pending
        known = self._pending.get(rid)
        self._pending[rid] = Touch((known.times if known else 0) + 1, at)
        if first:
            self.on_first()

    async def flush(self, writer: Writer) -> None:
        """Write what is pending, then forget exactly that much."""
        taken = dict(self._pending)
        if not taken:
            return
        await writer.submit(lambda tx: rows.add(tx, taken))
        for rid, written in taken.items():
            left = self._pending[rid].times - written.times
            if left:
                self._pending[rid] = Touch(left, self._pending[rid].last)
            else:
                del self._pending[rid]
