"""True totals, kept in the transaction that changes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ricordo_daemon.policy.model import Ns, Visible
    from ricordo_daemon.store.tx import ReadTx, Tx


def add(tx: Tx, ns: Ns, type_: str, number: int) -> None:
    """Count `number` more (or fewer) memories of one type in one namespace."""
    tx.raw.execute(
        "INSERT INTO counts(ns,type,n) VALUES (?,?,max(?,0))"
        " ON CONFLICT(ns,type) DO UPDATE SET n=n+?",
        (ns, type_, number, number),
    )


def total(tx: ReadTx, visible: Visible, type_: str | None) -> int:
    """Return how many memories are visible, of one type or of all."""
    number = 0
    for ns in visible:
        row = tx.raw.execute(
            "SELECT coalesce(sum(n),0) FROM counts WHERE ns=?1 AND (?2 IS NULL OR type=?2)",
            (ns, type_),
        ).fetchone()
        number += row[0]
    return number
