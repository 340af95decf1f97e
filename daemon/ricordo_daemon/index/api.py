"""What the daemon asks of a search engine, whichever it is.

An engine is told of documents and asked for the best of them. It is derived from the store:
it may be behind while it is built (and says so), never ahead, and it holds nothing that the
store cannot give again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ricordo_daemon.policy.model import Ns, Rid, Seq, Visible

State = Literal["building", "ready"]


@dataclass(frozen=True, slots=True)
class Document:
    """One memory as the index sees it: where it lives, and its weighted bag of terms."""

    rid: Rid
    seq: Seq
    ns: Ns
    type: str
    bag: Mapping[str, float]
    """Term to weighted frequency (name x3, description x2, tags x2, content x1)."""
    length: float
    """The sum of the bag's weights: the exact length that BM25 normalises by."""


@dataclass(frozen=True, slots=True)
class Tombstone:
    """A memory that is no longer there, as of `seq`."""

    rid: Rid
    seq: Seq


class Hit(NamedTuple):
    """One result: the row and its BM25 score (larger is better)."""

    rid: Rid
    score: float


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the index is: `done` of `total` documents."""

    state: State
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Results:
    """A page of hits, best first, and how many documents match in all (visible ones only)."""

    hits: Sequence[Hit] = field(default_factory=tuple)
    total: int = 0


class Engine(Protocol):
    """A search engine over documents; see the module docstring for what it promises."""

    def search(
        self,
        query: str,
        visible: Visible,
        *,
        type_: str | None = None,
        limit: int = 20,
        offset: int = 0,
    ) -> Results:
        """Rank the visible documents that hold at least one word of the plain-text query.

        Ties are ordered newest `seq` first. A query without words finds nothing. Never raises
        on any text. The empty `Visible` finds nothing.
        """
        ...

    def apply(self, change: Document | Tombstone) -> None:
        """Take one committed change; the very next search shows it (read-your-writes).

        State-based: whichever of two versions of a row has the larger `seq` wins, in whatever
        order they arrive.
        """
        ...

    def load(self, documents: Sequence[Document]) -> None:
        """Take one slice of the store while the index is built; `apply` may run in between."""
        ...

    def expect(self, total: int) -> None:
        """Say that a build begins which will load `total` documents.

        What is held stays: to rebuild, take a fresh engine, which cannot know a row that is gone.
        """
        ...

    def finish(self) -> None:
        """Say that the build is complete."""
        ...

    def progress(self) -> Progress:
        """Return how far the build is."""
        ...

    def tidy(self) -> bool:
        """Do one short step of upkeep and return whether there is more to do."""
        ...
