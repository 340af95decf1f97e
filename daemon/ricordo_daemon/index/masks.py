"""Which documents of one segment a set of namespaces shows, as boolean masks.

A mask is made by looking each document up, never by asking an index to filter: the empty set
shows nothing by construction.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

import numpy as np

from ricordo_daemon.index.score import norms

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ricordo_daemon.policy.model import Ns, Visible

CACHED_SETS = 16
"""Sets of namespaces whose masks a segment remembers: one byte (and, once searched, eight for
the norms) for each document and set."""


class Sight:
    """What one caller sees of one segment: the living documents of the visible namespaces."""

    def __init__(self, mask: NDArray[np.bool_], lengths: NDArray[np.float64]) -> None:
        self.count = int(np.count_nonzero(mask))
        self.length = float(lengths[mask].sum())
        self.mask = None if self.count == len(mask) else mask
        """None when every document is visible: nothing to filter."""
        self._lengths = lengths
        self._average = 0.0
        self._norms = lengths

    def norms(self, average: float) -> NDArray[np.float64]:
        """Return BM25's norm of each document, kept until the average length changes."""
        if average != self._average:
            self._average = average
            self._norms = norms(self._lengths, average)
        return self._norms


class Masks:
    """The sights of one segment that were asked for lately."""

    def __init__(self, ns: NDArray[np.int64], lengths: NDArray[np.float64]) -> None:
        values, self._codes = np.unique(ns, return_inverse=True)
        self._values: list[int] = values.tolist()
        self._lengths = lengths
        self._sights: OrderedDict[frozenset[Ns], Sight] = OrderedDict()

    def sight(self, visible: Visible, alive: NDArray[np.bool_]) -> Sight:
        """Return what `visible` shows of the documents that are `alive`."""
        key = visible.namespaces
        found = self._sights.get(key)
        if found is None:
            shown = np.fromiter((ns in key for ns in self._values), np.bool_, len(self._values))
            found = self._sights[key] = Sight(shown[self._codes] & alive, self._lengths)
            if len(self._sights) > CACHED_SETS:
                self._sights.popitem(last=False)
        else:
            self._sights.move_to_end(key)
        return found

    def forget(self) -> None:
        """Drop every mask, because a document died."""
        self._sights.clear()
