"""What a key was used for: a reference to the result, never the reply itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ricordo_daemon.clock import DAY
from ricordo_daemon.policy.model import Seq

if TYPE_CHECKING:
    from ricordo_daemon.store.tx import ReadTx, Tx

KEEP: Final = DAY
"""How long a key is remembered: longer than any client retries."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A key's first use."""

    body_mac: bytes
    status: int
    seq: Seq
    ref: str
    """The batch id."""


def find(tx: ReadTx, token_id: str, route: str, key: str) -> Kept | None:
    """Return the first use of a key by this token on this route, if it is still remembered."""
    row = tx.raw.execute(
        "SELECT body_mac, status, seq, ref FROM idempotency"
        " WHERE token_id=? AND route=? AND key=? AND expires>?",
        (token_id, route, key, tx.now),
    ).fetchone()
    return row and Kept(body_mac=row[0], status=row[1], seq=Seq(row[2]), ref=row[3])


def keep(tx: Tx, token_id: str, route: str, key: str, kept: Kept) -> None:
    """Remember a key's first use, and forget those that have expired."""
    tx.raw.execute("DELETE FROM idempotency WHERE expires<=?", (tx.now,))
    tx.raw.execute(
        "INSERT OR REPLACE INTO idempotency(token_id,route,key,body_mac,status,seq,ref,expires)"
        " VALUES (?,?,?,?,?,?,?,?)",
        (token_id, route, key, kept.body_mac, kept.status, kept.seq, kept.ref, tx.now + KEEP),
    )
