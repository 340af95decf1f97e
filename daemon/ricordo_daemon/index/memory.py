"""The engine that holds everything in memory: segments of arrays, and an overlay.

Used from one thread. `apply` takes about 0.1 ms and `load` builds one segment; upkeep is `tidy`,
which a background job calls and which does one bounded step at each call. Where nobody calls it,
`apply` folds at `FOLD_NOW` documents and both merge beyond `MAX_SEGMENTS`: searches stay as fast,
but a change may then wait for a whole merge.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np

from ricordo_daemon.index.api import Document, Progress, Results, State, Tombstone
from ricordo_daemon.index.merge import due, merging
from ricordo_daemon.index.overlay import Overlay
from ricordo_daemon.index.ranking import rank
from ricordo_daemon.index.segment import Segment, build
from ricordo_daemon.text.query import plain_terms

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Sequence

    from ricordo_daemon.index.ranking import Source
    from ricordo_daemon.policy.model import Rid, Visible

_Change = TypeVar("_Change", bound=Document | Tombstone)

FOLD_AT = 256
"""Documents in the overlay from which `tidy` folds them into a segment."""

FOLD_NOW = 1_024
"""Documents in the overlay at which `apply` folds them itself."""

MAX_SEGMENTS = 12
"""Segments beyond which `apply` and `load` merge too, because nobody tidies."""


class MemoryEngine:
    """An `Engine` over arrays; see the module docstring for what its calls cost."""

    def __init__(self) -> None:
        self._segments: list[Segment] = []
        self._types: dict[str, int] = {}
        self._overlay = Overlay(self._type_code)
        self._merging: list[Segment] = []
        self._steps: Generator[None, None, Segment | None] | None = None
        self._state: State = "building"
        self._done = 0
        self._total = 0

    def __len__(self) -> int:
        return self._overlay.live + sum(segment.live for segment in self._segments)

    @property
    def segments(self) -> int:
        """How many segments a search meets."""
        return len(self._segments)

    def search(
        self,
        query: str,
        visible: Visible,
        *,
        type_: str | None = None,
        limit: int = 20,
        offset: int = 0,
    ) -> Results:
        """Rank the visible documents that hold a word of `query`; see `Engine.search`."""
        terms = plain_terms(query)
        if not terms or not len(visible):
            return Results()
        type_code = None if type_ is None else self._types.get(type_, -1)
        window = slice(max(offset, 0), max(offset, 0) + max(limit, 0))
        sources: list[Source] = [*self._segments, self._overlay]
        return rank(sources, terms, visible, type_code=type_code, window=window)

    def apply(self, change: Document | Tombstone) -> None:
        """Take one committed change; the very next search shows it."""
        if self._take([change]):
            self._overlay.put(change)
        if len(self._overlay) >= FOLD_NOW:
            self._fold()
            self._restrain()

    def load(self, documents: Sequence[Document]) -> None:
        """Take one slice of the store; rows already known as new or newer stay as they are."""
        self._done += len(documents)
        newest: dict[Rid, Document] = {}
        for document in documents:
            known = newest.get(document.rid)
            if known is None or known.seq < document.seq:
                newest[document.rid] = document
        fresh = self._take(newest.values())
        if len(fresh) < FOLD_AT:
            for document in fresh:
                self._overlay.put(document)
            if len(self._overlay) >= FOLD_NOW:
                self._fold()
        else:
            for document in fresh:
                self._overlay.supersede(document.rid)
            self._segments.append(build(fresh, self._type_code))
        self._restrain()

    def expect(self, total: int) -> None:
        """Say that a build begins which will load `total` documents; what is held stays."""
        self._state, self._done, self._total = "building", 0, total

    def finish(self) -> None:
        """Say that the build is complete."""
        self._state = "ready"

    def progress(self) -> Progress:
        """Return how far the build is; once it is ready, how many documents there are."""
        if self._state == "ready":
            return Progress("ready", len(self), len(self))
        return Progress(self._state, self._done, self._total)

    def tidy(self, *, scrub: bool = False) -> bool:
        """Do one step of upkeep and return whether there is more: a fold or part of a merge.

        A step takes about 10 ms; only the last of a merge grows with the segment, to 60 ms at
        100,000 documents.
        Call it from a background job until it returns False. With `scrub` that takes longer, and
        afterwards no array holds a word of a document that was replaced or deleted.
        """
        rows = len(self._overlay)
        if rows >= FOLD_AT or (scrub and rows > self._overlay.live):
            self._fold()
            return True
        if self._steps is None:
            self._merging = due(self._segments, scrub=scrub)
            if not self._merging:
                return False
            self._steps = merging(self._merging)
        try:
            next(self._steps)
        except StopIteration as stop:
            self._replace(stop.value)
        return True

    def _take(self, changes: Iterable[_Change]) -> list[_Change]:
        """Return the changes that are news, whose older versions leave the segments at once."""
        seq = self._overlay.seq
        news = [c for c in changes if (known := seq(c.rid)) is None or known < c.seq]
        for segment in self._segments:
            if not news:
                break
            positions = segment.find(np.array([change.rid for change in news], np.int64))
            held = segment.columns.seqs[positions]
            newer = (positions < 0) | (held < np.array([c.seq for c in news], np.int64))
            segment.kill(positions[newer & (positions >= 0)])
            news = [change for change, new in zip(news, newer.tolist(), strict=True) if new]
        return news

    def _fold(self) -> None:
        """Make the overlay's documents a segment: about 60 us for each of 1 KB."""
        documents = self._overlay.take()
        if documents:
            self._segments.append(build(documents, self._type_code))

    def _restrain(self) -> None:
        while len(self._segments) > MAX_SEGMENTS and self.tidy():
            pass

    def _replace(self, merged: Segment | None) -> None:
        self._segments = [s for s in self._segments if s not in self._merging]
        if merged is not None:
            self._segments.append(merged)
        self._merging, self._steps = [], None

    def _type_code(self, type_: str) -> int:
        return self._types.setdefault(type_, len(self._types))
