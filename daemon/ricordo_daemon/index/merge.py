"""Merging segments: which ones, and in steps short enough to stand between two searches."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ricordo_daemon.index.segment import Columns, Postings, Segment, offsets

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from numpy.typing import NDArray

STEP = 100_000
"""Entries, of all inputs together, that one step merges: about 10 ms."""

DEAD_SHARE = 0.5
"""A segment of which more than this share is dead is written anew."""


def due(segments: Sequence[Segment], *, scrub: bool) -> list[Segment]:
    """Return the segments to merge next, none if all is well.

    A segment no larger than all smaller ones together is merged with them. So each one that
    remains more than doubles what the smaller ones hold: their number is at most the binary
    logarithm of the number of documents, and so is how often a document moves. With `scrub`
    every segment that holds a dead document is due as well.
    """
    ascending = sorted(segments, key=lambda segment: segment.live)
    smaller = list(accumulate((segment.live for segment in ascending), initial=0))
    joining = [i for i in range(1, len(ascending)) if ascending[i].live <= smaller[i]]
    if joining:
        return ascending[: joining[-1] + 1]
    bearable = 0.0 if scrub else DEAD_SHARE
    return [s for s in ascending if len(s) - s.live > bearable * len(s)][:1]


class _Part(NamedTuple):
    """The living terms of a stretch, how many entries each has, and the entries in order."""

    terms: list[str]
    counts: NDArray[np.int64]
    docs: NDArray[np.int32]
    weights: NDArray[np.float32]


def merging(inputs: Sequence[Segment]) -> Generator[None, None, Segment | None]:
    """Merge `inputs` and return the segment that replaces them, None if nothing lives.

    Yields between steps, during which documents of the inputs may die. Terms are merged in
    their order, a stretch of the alphabet at each step.
    """
    kept = [np.flatnonzero(segment.alive) for segment in inputs]
    moved = _moves(inputs, kept)
    slots: dict[str, int] = {}
    parts: list[_Part] = []
    for stretch in _stretches(inputs):
        yield
        part = _merge_stretch(inputs, stretch, moved)
        slots.update({term: slot for slot, term in enumerate(part.terms, len(slots))})
        parts.append(part)
    yield
    if not any(map(len, kept)):
        return None
    counts = np.concatenate([part.counts for part in parts])
    postings = Postings(
        slots,
        np.concatenate(([0], np.cumsum(counts))),
        np.concatenate([part.docs for part in parts]),
        np.concatenate([part.weights for part in parts]),
    )
    alive = [segment.alive[keep] for segment, keep in zip(inputs, kept, strict=True)]
    return Segment(_join(inputs, kept), postings, np.concatenate(alive))


def _join(inputs: Sequence[Segment], kept: Sequence[NDArray[np.intp]]) -> Columns:
    columns = [segment.columns.at(keep) for segment, keep in zip(inputs, kept, strict=True)]
    return Columns(
        np.concatenate([column.rids for column in columns]),
        np.concatenate([column.seqs for column in columns]),
        np.concatenate([column.ns for column in columns]),
        np.concatenate([column.types for column in columns]),
        np.concatenate([column.lengths for column in columns]),
    )


def _moves(inputs: Sequence[Segment], kept: Sequence[NDArray[np.intp]]) -> list[NDArray[np.int32]]:
    """Return for each input the new position of each document, -1 for the dead."""
    moved = []
    start = 0
    for segment, keep in zip(inputs, kept, strict=True):
        new = np.full(len(segment), -1, np.int32)
        new[keep] = np.arange(start, start + len(keep))
        moved.append(new)
        start += len(keep)
    return moved


Stretch = list[tuple[list[str], int]]
"""For each input the terms of a stretch of the alphabet, and the number of the first."""


def _stretches(inputs: Sequence[Segment]) -> Generator[Stretch, None, None]:
    """Cut the alphabet so that each stretch has about `STEP` entries in all inputs; at least one.

    The input with most entries says where, and the others are taken to be alike.
    """
    vocabularies = [list(segment.postings.slots) for segment in inputs]
    entries = [len(segment.postings.docs) for segment in inputs]
    largest = entries.index(max(entries))
    share = STEP * entries[largest] // max(sum(entries), 1)
    begins, words = inputs[largest].postings.offsets, vocabularies[largest]
    starts = [0] * len(inputs)
    end = 0
    while not end or end < len(words):
        end = max(int(np.searchsorted(begins, begins[end] + share)), end + 1)
        if end < len(words):
            ends = [bisect_left(vocabulary, words[end]) for vocabulary in vocabularies]
        else:
            ends = [len(vocabulary) for vocabulary in vocabularies]
        bounds = zip(vocabularies, starts, ends, strict=True)
        yield [(vocabulary[a:b], a) for vocabulary, a, b in bounds]
        starts = ends


def _merge_stretch(
    inputs: Sequence[Segment], stretch: Stretch, moved: Sequence[NDArray[np.int32]]
) -> _Part:
    terms = sorted(set().union(*(words for words, _ in stretch)))
    number = {term: i for i, term in enumerate(terms)}
    term_of, doc_of, weight_of = [], [], []
    for segment, (words, first), new in zip(inputs, stretch, moved, strict=True):
        begins = segment.postings.offsets[first : first + len(words) + 1]
        docs = new[segment.postings.docs[begins[0] : begins[-1]]]
        living = docs >= 0
        numbers = np.fromiter((number[word] for word in words), np.int64, len(words))
        term_of.append(np.repeat(numbers, np.diff(begins))[living])
        doc_of.append(docs[living])
        weight_of.append(segment.postings.weights[begins[0] : begins[-1]][living])
    found = np.concatenate(term_of)
    order = np.argsort(found, kind="stable")
    counts = np.diff(offsets(found, len(terms)))
    return _Part(
        [term for term, held in zip(terms, (counts > 0).tolist(), strict=True) if held],
        counts[counts > 0],
        np.concatenate(doc_of)[order],
        np.concatenate(weight_of)[order],
    )
