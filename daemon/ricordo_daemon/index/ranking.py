"""One search over segments and overlay: exact BM25 over what is visible, best first.

Two passes: the first finds each term's visible documents everywhere, which gives the exact
document frequencies; the second adds up the gains in a dense array for each source.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

from ricordo_daemon.index.api import Hit, Results
from ricordo_daemon.index.score import best, gains, idf, leading
from ricordo_daemon.index.segment import Entries
from ricordo_daemon.policy.model import Rid

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ricordo_daemon.index.masks import Sight
    from ricordo_daemon.index.segment import Columns
    from ricordo_daemon.policy.model import Visible


class Source(Protocol):
    """What a search reads: a segment or the overlay."""

    def __len__(self) -> int:
        """Return the number of positions."""
        ...

    @property
    def columns(self) -> Columns:
        """One value for each position."""
        ...

    def sight(self, visible: Visible) -> Sight:
        """Return what is visible here."""
        ...

    def entries(self, term: str) -> Entries | None:
        """Return where `term` is, whether visible or not."""
        ...


class _Found(NamedTuple):
    """Documents of one source, and how many match there in all."""

    rids: NDArray[np.int64]
    seqs: NDArray[np.int64]
    scores: NDArray[np.float64]
    total: int


class _Match:
    """The visible entries of one source for each term of a query."""

    def __init__(self, source: Source, terms: Sequence[str], visible: Visible) -> None:
        self.source = source
        self.sight = source.sight(visible)
        self.entries = [_visible_entries(source, self.sight, term) for term in terms]

    def df(self, term: int) -> int:
        """Return how many visible documents hold the term of this number."""
        entries = self.entries[term]
        return 0 if entries is None else len(entries.docs)


def rank(
    sources: Sequence[Source],
    terms: Sequence[str],
    visible: Visible,
    *,
    type_code: int | None,
    window: slice,
) -> Results:
    """Return the hits from `window.start` to `window.stop`, and the number of all matches.

    `type_code` narrows the hits, not what idf and average length are counted over.
    """
    matches = [_Match(source, terms, visible) for source in sources]
    n = sum(match.sight.count for match in matches)
    length = sum(match.sight.length for match in matches)
    if not length:
        return Results()
    idfs = [idf(n, sum(match.df(i) for match in matches)) for i in range(len(terms))]
    found = [_score(match, idfs, length / n, type_code, window.stop) for match in matches]
    return Results(_page(found, window), sum(one.total for one in found))


def _visible_entries(source: Source, sight: Sight, term: str) -> Entries | None:
    entries = source.entries(term) if sight.count else None
    if entries is None or sight.mask is None:
        return entries
    shown = sight.mask[entries.docs]
    return Entries(entries.docs[shown], entries.weights[shown])


def _score(
    match: _Match, idfs: Sequence[float], average: float, type_code: int | None, k: int
) -> _Found:
    """Return the documents of one source that may be among the `k` best."""
    scores = np.zeros(len(match.source))
    norms = match.sight.norms(average)
    for entries, idf_ in zip(match.entries, idfs, strict=True):
        if entries is not None:
            weights = entries.weights.astype(np.float64)
            scores[entries.docs] += gains(weights, norms[entries.docs], idf_)
    columns = match.source.columns
    if type_code is not None:
        scores[columns.types != type_code] = 0.0
    held = np.flatnonzero(scores > 0.0)
    top = held[leading(scores[held], k)]
    return _Found(columns.rids[top], columns.seqs[top], scores[top], len(held))


def _page(found: Sequence[_Found], window: slice) -> tuple[Hit, ...]:
    scores = np.concatenate([one.scores for one in found])
    seqs = np.concatenate([one.seqs for one in found])
    rids = np.concatenate([one.rids for one in found])
    chosen = best(scores, seqs, window.stop)[window.start :]
    pairs = zip(rids[chosen].tolist(), scores[chosen].tolist(), strict=True)
    return tuple(Hit(Rid(rid), score) for rid, score in pairs)
