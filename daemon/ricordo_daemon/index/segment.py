"""An immutable segment: documents and postings as flat arrays. Only `alive` ever changes."""

from __future__ import annotations

from array import array
from collections import defaultdict
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ricordo_daemon.index.masks import Masks, Sight

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from ricordo_daemon.index.api import Document
    from ricordo_daemon.policy.model import Visible


class Columns(NamedTuple):
    """One value for each document, by its position in the segment."""

    rids: NDArray[np.int64]
    seqs: NDArray[np.int64]
    ns: NDArray[np.int64]
    types: NDArray[np.int32]
    lengths: NDArray[np.float64]

    def at(self, chosen: NDArray[np.intp]) -> Columns:
        """Return the columns of the chosen positions."""
        return Columns(
            self.rids[chosen],
            self.seqs[chosen],
            self.ns[chosen],
            self.types[chosen],
            self.lengths[chosen],
        )


class Postings(NamedTuple):
    """Which documents hold a term: entries `offsets[i]` to `offsets[i + 1]` of term number i.

    A document of 1 KB has about 100 entries, 8 bytes each.
    """

    slots: dict[str, int]
    """Term to its number; numbers follow the order of the terms."""
    offsets: NDArray[np.int64]
    docs: NDArray[np.int32]
    weights: NDArray[np.float32]


class Entries(NamedTuple):
    """The documents that hold one term, by position, and its weight in each."""

    docs: NDArray[np.int32]
    weights: NDArray[np.float32]


class Segment:
    """Documents in arrays, with the mask of those that are still there."""

    def __init__(self, columns: Columns, postings: Postings, alive: NDArray[np.bool_]) -> None:
        self.columns = columns
        self.postings = postings
        self.alive = alive
        self.live = int(np.count_nonzero(alive))
        self._masks = Masks(columns.ns, columns.lengths)
        self._by_rid = np.argsort(columns.rids)
        self._rids = columns.rids[self._by_rid]

    def __len__(self) -> int:
        return len(self.alive)

    def find(self, rids: NDArray[np.int64]) -> NDArray[np.intp]:
        """Return the position of each rid's living document, -1 where there is none."""
        places = np.minimum(np.searchsorted(self._rids, rids), len(self._rids) - 1)
        positions = self._by_rid[places]
        found = (self._rids[places] == rids) & self.alive[positions]
        return np.where(found, positions, -1)

    def kill(self, positions: NDArray[np.intp]) -> None:
        """Take documents out at once, for every search from now on."""
        if len(positions):
            self.alive[positions] = False
            self.live = int(np.count_nonzero(self.alive))
            self._masks.forget()

    def sight(self, visible: Visible) -> Sight:
        """Return what `visible` shows of the living documents."""
        return self._masks.sight(visible, self.alive)

    def entries(self, term: str) -> Entries | None:
        """Return the positions that hold `term` and their weights, dead ones included."""
        slot = self.postings.slots.get(term)
        if slot is None:
            return None
        start, end = self.postings.offsets[slot : slot + 2]
        return Entries(self.postings.docs[start:end], self.postings.weights[start:end])


def build(documents: Sequence[Document], type_code: Callable[[str], int]) -> Segment:
    """Make a segment of at least one document, each rid once: about 60 us for each of 1 KB."""
    numbers: defaultdict[str, int] = defaultdict(count().__next__)
    found, weights = array("q"), array("f")
    for document in documents:
        found.extend(map(numbers.__getitem__, document.bag))
        weights.extend(document.bag.values())
    slots = {term: slot for slot, term in enumerate(sorted(numbers))}
    rank = np.empty(len(slots), np.int64)
    rank[np.fromiter(numbers.values(), np.int64)] = [slots[term] for term in numbers]
    term_of = rank[np.array(found, np.int64)]
    doc_of = np.repeat(
        np.arange(len(documents), dtype=np.int32), [len(document.bag) for document in documents]
    )
    order = np.argsort(term_of, kind="stable")
    postings = Postings(
        slots,
        offsets(term_of, len(slots)),
        doc_of[order],
        np.array(weights, np.float32)[order],
    )
    return Segment(columns_of(documents, type_code), postings, np.ones(len(documents), np.bool_))


def offsets(term_of: NDArray[np.int64], terms: int) -> NDArray[np.int64]:
    """Return where each term's entries begin, and where the last one's end."""
    return np.concatenate(([0], np.cumsum(np.bincount(term_of, minlength=terms))))


def columns_of(documents: Sequence[Document], type_code: Callable[[str], int]) -> Columns:
    """Return the columns of `documents`, which may be none."""
    return Columns(
        np.array([document.rid for document in documents], np.int64),
        np.array([document.seq for document in documents], np.int64),
        np.array([document.ns for document in documents], np.int64),
        np.array([type_code(document.type) for document in documents], np.int32),
        np.array([document.length for document in documents], np.float64),
    )
