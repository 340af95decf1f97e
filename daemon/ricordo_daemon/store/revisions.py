"""Every version of a memory: its head as JSON, and which content it had."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ricordo_daemon.policy.model import Ns, Rid, Seq

if TYPE_CHECKING:
    from ricordo_daemon.store.tx import ReadTx, Tx


@dataclass(frozen=True, slots=True, kw_only=True)
class Fields:
    """What a person or an agent says of a memory, but for its content."""

    type: str
    description: str
    title: str | None = None
    tags: tuple[str, ...] = ()
    metadata: dict[str, Any]
    origin: str
    by: str
    """The user who wrote this version."""

    def encode(self) -> bytes:
        """Return the canonical JSON that `revisions.head` keeps and the chain hashes."""
        plain = {
            "type": self.type,
            "description": self.description,
            "title": self.title,
            "tags": list(self.tags),
            "metadata": self.metadata,
            "origin": self.origin,
            "by": self.by,
        }
        return json.dumps(plain, sort_keys=True, separators=(",", ":")).encode()

    @classmethod
    def decode(cls, head: bytes) -> Fields:
        """Read back what `encode` wrote."""
        plain = json.loads(head)
        return cls(**plain | {"tags": tuple(plain["tags"])})


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """One version, as it was."""

    seq: Seq
    rid: Rid
    ns: Ns
    name: str
    head: bytes
    body: Seq
    text: bytes

    @property
    def fields(self) -> Fields:
        """The head, decoded."""
        return Fields.decode(self.head)


def add_content(tx: Tx, seq: Seq, rid: Rid, content: str) -> Seq:
    """Keep a text, the only copy of it; return what revisions refer to it by."""
    tx.raw.execute(
        "INSERT INTO contents(seq,rid,text) VALUES (?,?,?)", (seq, rid, content.encode())
    )
    return seq


def add(  # a revision's columns
    tx: Tx, seq: Seq, rid: Rid, ns: Ns, name: str, fields: Fields, body: Seq
) -> bytes:
    """Write a version, and return its head's bytes."""
    head = fields.encode()
    tx.raw.execute(
        "INSERT INTO revisions(seq,rid,ns,name,head,body) VALUES (?,?,?,?,?,?)",
        (seq, rid, ns, name, head, body),
    )
    return head


def read(tx: ReadTx, seq: Seq) -> Revision | None:
    """Return a version with its text; None where it never was, or was erased."""
    row = tx.raw.execute(
        "SELECT r.seq, r.rid, r.ns, r.name, r.head, r.body, c.text FROM revisions r"
        " JOIN contents c ON c.seq=r.body WHERE r.seq=?",
        (seq,),
    ).fetchone()
    return row and Revision(
        seq=Seq(row[0]),
        rid=Rid(row[1]),
        ns=Ns(row[2]),
        name=row[3],
        head=row[4],
        body=Seq(row[5]),
        text=row[6],
    )


def head(tx: ReadTx, seq: Seq) -> Fields:
    """Return a version's head without its text."""
    found: bytes = tx.raw.execute("SELECT head FROM revisions WHERE seq=?", (seq,)).fetchone()[0]
    return Fields.decode(found)
