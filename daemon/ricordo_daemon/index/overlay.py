"""Changes that no segment holds yet: document to (seq, bag or tombstone).

State-based: of two versions of a row the one with the larger seq stays, in whatever order they
arrive. Tombstones stay for ever (about 100 bytes each), or a slice of the store that was read
before a delete and loaded after it would bring the row back.

Documents stand in rows that only grow, as in a segment; a superseded one is dead in its row
until the next fold. So a search reads arrays here too, and equal documents score equal wherever
they are held.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

import numpy as np

from ricordo_daemon.index.api import Document, Tombstone
from ricordo_daemon.index.masks import Masks, Sight
from ricordo_daemon.index.segment import Columns, Entries, columns_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from ricordo_daemon.policy.model import Rid, Seq, Visible


class Overlay:
    """Documents in growing rows, found by word through a dictionary, and tombstones."""

    def __init__(self, type_code: Callable[[str], int]) -> None:
        self._type_code = type_code
        self._tombstones: dict[Rid, Seq] = {}
        self._rows: list[Document] = []
        self._alive = bytearray()
        self._row_of: dict[Rid, int] = {}
        self._entries: dict[str, tuple[array[int], array[float]]] = {}
        self._columns: Columns | None = None
        self._masks: Masks | None = None

    def __len__(self) -> int:
        """Return the number of rows, dead ones included."""
        return len(self._rows)

    @property
    def live(self) -> int:
        """The number of documents."""
        return len(self._row_of)

    def seq(self, rid: Rid) -> Seq | None:
        """Return the seq of the newest version known here, a tombstone's included."""
        row = self._row_of.get(rid)
        return self._tombstones.get(rid) if row is None else self._rows[row].seq

    def put(self, change: Document | Tombstone) -> None:
        """Take a change that is newer than what is here: about 30 us for 100 terms."""
        self.supersede(change.rid)
        if isinstance(change, Tombstone):
            self._tombstones[change.rid] = change.seq
            return
        self._type_code(change.type)  # given now: a search looks it up before it reads columns
        row = self._row_of[change.rid] = len(self._rows)
        self._rows.append(change)
        self._alive.append(1)
        for term, weight in change.bag.items():
            held = self._entries.get(term)
            if held is None:
                held = self._entries[term] = array("i"), array("f")
            held[0].append(row)
            held[1].append(weight)

    def supersede(self, rid: Rid) -> None:
        """Forget what is known of the row, because a newer version is held or coming."""
        self._tombstones.pop(rid, None)
        row = self._row_of.pop(rid, None)
        if row is not None:
            self._alive[row] = 0
        self._columns, self._masks = None, None

    def take(self) -> list[Document]:
        """Hand over the documents, for a segment to hold; tombstones stay."""
        documents = [self._rows[row] for row in self._row_of.values()]
        self._rows, self._alive, self._row_of, self._entries = [], bytearray(), {}, {}
        self._columns, self._masks = None, None
        return documents

    @property
    def columns(self) -> Columns:
        """The columns of the rows, made when first asked for after a change."""
        if self._columns is None:
            self._columns = columns_of(self._rows, self._type_code)
        return self._columns

    def sight(self, visible: Visible) -> Sight:
        """Return what `visible` shows of the documents here."""
        if self._masks is None:
            self._masks = Masks(self.columns.ns, self.columns.lengths)
        return self._masks.sight(visible, self._living())

    def entries(self, term: str) -> Entries | None:
        """Return the rows that hold `term` and their weights, dead ones included."""
        held = self._entries.get(term)
        if held is None:
            return None
        docs = np.array(held[0], np.int32)
        weights = np.array(held[1], np.float32)
        if len(self._row_of) == len(self._rows):
            return Entries(docs, weights)
        living = self._living()[docs]
        return Entries(docs[living], weights[living])

    def _living(self) -> NDArray[np.bool_]:
        return np.array(self._alive, np.bool_)
