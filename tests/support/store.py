"""A real SQLite store without a daemon around it: operations run as the writer runs them."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from ricordo_daemon.audit import chain
from ricordo_daemon.clock import DAY, Clock, Ids
from ricordo_daemon.policy import envelope
from ricordo_daemon.policy.model import Actor, Target, Visible
from ricordo_daemon.service import memories
from ricordo_daemon.service.drafts import Draft
from ricordo_daemon.store import batch, connection, log, migrate, namespaces
from ricordo_daemon.store.tx import ReadTx, Tx
from ricordo_protocol.memory import SaveMemory

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable
    from pathlib import Path

KEY = chain.Key(1, b"k" * 32)

EVERYTHING = frozenset(
    {"read", "write", "write.global", "admin.memories", "audit.read", "admin.tokens"}
)


class StillClock(Clock):
    """A clock that a test sets."""

    def __init__(self, at: int = 1_700_000_000_000_000) -> None:
        self.at = at

    def now(self) -> int:
        return self.at


class CountedIds(Ids):
    """Ids that are the same in every run."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)

    def new(self) -> str:
        return f"00000000-0000-4000-8000-{next(self._numbers):012d}"


def actor(user_id: str = "alice", permissions: frozenset[str] = EVERYTHING) -> Actor:
    """Return someone who calls."""
    return Actor(
        token_id=f"token-{user_id}",
        token_name=user_id,
        user_id=user_id,
        uid=0,
        permissions=permissions,
        origin="person",
    )


def draft(name: str = "note", **fields: Any) -> Draft:
    """Return a valid save."""
    body = {"name": name, "content": "some content", "description": "a description"} | fields
    return Draft.read(SaveMemory(**body))


class Store:
    """The file, and the committed head that the next batch drafts from."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.raw: sqlite3.Connection = connection.open_plain(path)
        migrate.migrate(self.raw)
        self.start = Tx(
            raw=self.raw,
            now=0,
            touches={},
            head=log.read_head(self.raw),
            key=KEY,
            clock=StillClock(),
            ids=CountedIds(),
            keep=30 * DAY,
        )

    def run(self, *ops: Callable[[Tx], Any]) -> list[batch.Outcome]:
        """Run operations as one batch, and return what became of each."""
        committed = batch.run(self.raw, ops, self.start)
        self.start.head = committed.head
        return committed.outcomes

    def one(self, op: Callable[[Tx], Any]) -> Any:
        """Run one operation; return its value or raise its error."""
        (outcome,) = self.run(op)
        if outcome.error is not None:
            raise outcome.error
        return outcome.value

    def save(self, name: str = "note", *, by: str = "alice", **fields: Any) -> Any:
        """Save a memory as a person would, and return the reply."""
        return self.one(
            lambda tx: memories.save_memory(tx, actor(by), draft(name, **fields))
        ).reply

    def read(self) -> ReadTx:
        """Return a snapshot of now."""
        return ReadTx(raw=self.raw, now=self.start.clock.now(), touches={})

    def visible(self, *targets: Target) -> Visible:
        """Return the view of exactly these namespaces."""
        return envelope.visible(targets, namespaces.find(self.read(), targets))

    def close(self) -> None:
        """Close the file."""
        self.raw.close()
