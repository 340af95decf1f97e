"""What a use case is given: a transaction to write in, or a snapshot to read from.

`Tx` is the seam for another store: use cases call the functions of this package with it and
know no SQL. It carries the draft of the one clock (seq, mac, time) and collects what changed,
for the index.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ricordo_daemon.policy.model import Ns, Rid, Seq

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping

    from ricordo_daemon.audit.chain import Key
    from ricordo_daemon.clock import Clock, Ids


@dataclass(frozen=True, slots=True)
class Head:
    """The end of the audit chain: the last seq, its mac, its time."""

    seq: Seq
    mac: bytes
    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A memory as a committed change left it: what the index needs to know."""

    rid: Rid
    seq: Seq
    ns: Ns
    type: str
    name: str
    title: str | None
    description: str
    tags: tuple[str, ...]
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Removed:
    """A memory that a committed change took away."""

    rid: Rid
    seq: Seq


Change = Written | Removed


@dataclass(frozen=True, slots=True)
class Touch:
    """Accesses that are counted but not yet written: how many, and the last."""

    times: int
    last: int


@dataclass(slots=True, kw_only=True)
class ReadTx:
    """One consistent snapshot of the store."""

    raw: sqlite3.Connection
    now: int
    touches: Mapping[Rid, Touch]


@dataclass(slots=True, kw_only=True)
class Tx(ReadTx):
    """One write, inside its savepoint."""

    head: Head
    key: Key
    clock: Clock
    ids: Ids
    keep: int
    """How long the trash keeps a row, in microseconds."""
    batch: str = ""
    changes: list[Change] = field(default_factory=list)

    def tick(self) -> tuple[Seq, int]:
        """Return the next seq and its time, later than every time before it.

        Taken for good only when `log.record` has written the row of that seq.
        """
        return Seq(self.head.seq + 1), max(self.clock.now(), self.head.at + 1)
