"""The audit log's rows: appended in the transaction that they record, never after it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from ricordo_daemon.audit import chain
from ricordo_daemon.policy.model import Ns, Rid, Seq
from ricordo_daemon.store.tx import Head

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from ricordo_daemon.policy.model import Actor
    from ricordo_daemon.store.tx import ReadTx, Tx

COLUMNS: Final = (
    "seq",
    "at",
    "action",
    "ns",
    "rid",
    "rev_before",
    "rev_after",
    "token_id",
    "user_id",
    "uid",
    "pid",
    "program",
    "session_id",
    "request_id",
    "batch",
    "undoes",
    "subject",
    "detail",
    "key_id",
    "mac",
)

_INSERT: Final = f"INSERT INTO audit({','.join(COLUMNS)}) VALUES ({','.join('?' * len(COLUMNS))})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What is to be recorded of one act. Texts go to `audit_text`, outside the chain."""

    action: str
    ns: Ns | None = None
    rid: Rid | None = None
    rev_before: Seq | None = None
    rev_after: Seq | None = None
    name: str | None = None
    reason: str | None = None
    subject: bytes | None = None
    undoes: str | None = None
    detail: dict[str, Any] | None = None
    """Never a memory's text, a name or a reason."""
    batch: str | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of a batch, as undo and replay read it back."""

    seq: Seq
    action: str
    ns: Ns
    rid: Rid
    rev_before: Seq | None
    rev_after: Seq | None
    user_id: str | None
    name: str
    undoes: str | None
    detail: dict[str, Any]


def read_head(raw: sqlite3.Connection) -> Head:
    """Return the committed end of the chain."""
    row = raw.execute("SELECT seq, mac, at FROM audit ORDER BY seq DESC LIMIT 1").fetchone()
    return Head(Seq(row[0]), row[1], row[2]) if row else Head(Seq(0), chain.GENESIS, 0)


def last_key_id(raw: sqlite3.Connection) -> int:
    """Return the id of the key that the last row is chained with, 0 for an empty log."""
    row = raw.execute("SELECT key_id FROM audit ORDER BY seq DESC LIMIT 1").fetchone()
    return row[0] if row else 0


def record(tx: Tx, actor: Actor | None, seq: Seq, at: int, event: Event) -> None:
    """Append the row that takes `seq`, and move the draft head to it."""
    columns: dict[str, Any] = {
        "seq": seq,
        "at": at,
        "action": event.action,
        "ns": event.ns,
        "rid": event.rid,
        "rev_before": event.rev_before,
        "rev_after": event.rev_after,
        "token_id": actor and actor.token_id,
        "user_id": actor and actor.user_id,
        "uid": actor and actor.uid,
        "pid": actor and actor.pid,
        "program": actor and actor.program,
        "session_id": None,
        "request_id": actor and actor.request_id,
        "batch": event.batch,
        "undoes": event.undoes,
        "subject": event.subject,
        "detail": json.dumps(event.detail, sort_keys=True) if event.detail else None,
        "key_id": tx.key.key_id,
    }
    mac = chain.link(tx.key, tx.head.mac, columns)
    tx.raw.execute(_INSERT, (*columns.values(), mac))
    if event.ns is not None and event.name is not None:
        tx.raw.execute(
            "INSERT INTO audit_text(seq,ns,name,reason) VALUES (?,?,?,?)",
            (seq, event.ns, event.name, event.reason),
        )
    tx.head = Head(seq, mac, at)


def note(tx: Tx, actor: Actor | None, action: str, detail: dict[str, Any]) -> None:
    """Record an act that changes no memory: a start, a refusal, an admin's look."""
    seq, at = tx.tick()
    record(tx, actor, seq, at, Event(action=action, detail=detail))


def of_batch(tx: ReadTx, batch: str) -> list[Entry]:
    """Return a batch's rows in order."""
    return _entries(tx, "a.batch=?", batch)


def of_seq(tx: ReadTx, seq: Seq) -> Entry | None:
    """Return the row of one seq, if it is one of a memory."""
    found = _entries(tx, "a.seq=?", seq)
    return found[0] if found else None


def undone_by(tx: ReadTx, batch: str) -> str | None:
    """Return the batch that undoes `batch`, if there is one."""
    row = tx.raw.execute("SELECT batch FROM audit WHERE undoes=? LIMIT 1", (batch,)).fetchone()
    return row[0] if row else None


def rows(raw: sqlite3.Connection) -> Iterator[dict[str, Any]]:
    """Yield every row of the chain in order, as the verifier takes them."""
    for row in raw.execute(f"SELECT {','.join(COLUMNS)} FROM audit ORDER BY seq"):
        yield dict(zip(COLUMNS, row, strict=True))


def head_seq(tx: ReadTx) -> Seq:
    """Return the committed seq that this snapshot shows."""
    return read_head(tx.raw).seq


def _entries(tx: ReadTx, where: str, value: object) -> list[Entry]:
    found = tx.raw.execute(  # `where` is one of the two literals above
        "SELECT a.seq, a.action, a.ns, a.rid, a.rev_before, a.rev_after, a.user_id,"
        " coalesce(t.name,''), a.undoes, coalesce(a.detail,'{}')"
        " FROM audit a LEFT JOIN audit_text t ON t.seq=a.seq"
        f" WHERE {where} AND a.rid IS NOT NULL ORDER BY a.seq",  # one of two literals above
        (value,),
    )
    decoded = [(*row[:-1], json.loads(row[-1])) for row in found]
    return [Entry(*columns) for columns in decoded]
