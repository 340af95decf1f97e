"""Undo: decode, call, encode. Restore and purge join it with their issue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ricordo_daemon.http.ask import Answer, done
from ricordo_daemon.service import replay, undo

if TYPE_CHECKING:
    from ricordo_daemon.http.ask import Ask


async def undo_batch(ask: Ask) -> Answer:
    """Answer `POST /v1/api/undo/{batch_id}`."""
    result = await ask.ops.write(
        ask.caller,
        lambda tx, actor: undo.undo_batch(tx, actor, ask.path["batch_id"]),
        attempt=ask.attempt,
        replay=replay.undone,
    )
    return done(result)
