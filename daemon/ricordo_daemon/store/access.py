"""How often a memory was read. Written lazily; it never touches seq or `updated`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ricordo_daemon.policy.model import Rid
    from ricordo_daemon.store.tx import Touch, Tx


def add(tx: Tx, touches: Mapping[Rid, Touch]) -> None:
    """Add counted accesses. One of a memory that is gone meanwhile is dropped."""
    tx.raw.executemany(
        "INSERT INTO access(rid,n,last) SELECT ?1,?2,?3 WHERE EXISTS"
        " (SELECT 1 FROM memories WHERE rid=?1)"
        " ON CONFLICT(rid) DO UPDATE SET n=n+?2, last=max(last,?3)",
        [(rid, touch.times, touch.last) for rid, touch in touches.items()],
    )
