"""The one analyser, for index, query and derivation (DESIGN section 7).

NFKC first, then runs, then each run's terms. Stop words stay: a query drops them, an index must
be able to find "to be or not to be".
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from itertools import chain
from operator import add
from typing import TYPE_CHECKING

from ricordo_daemon.text.fold import MAX_TERM, bare
from ricordo_daemon.text.identifiers import identifier_terms
from ricordo_daemon.text.runs import clusters, runs, spaceless_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

ANALYSER_VERSION = 1
"""Raised whenever a text may get other terms than before; an older index is then rebuilt."""

_CACHED_RUNS = 32_768
_CACHED_LENGTH = 64
_ZWJ = "\u200d"
_SPACELESS = spaceless_pattern()


def analyse(text: str, *, singles: bool = True) -> list[str]:
    """Return the terms of `text`, in its order and as often as they occur.

    Takes any string, lone surrogates included, in time linear in its length. Scripts without
    spaces become overlapping pairs of characters and, with `singles`, each character too: the
    index wants both, so that one character is findable; a query wants pairs only, or it would
    find every text that shares one character with it.
    """
    return list(chain.from_iterable(iter_runs(text, singles=singles)))


def iter_runs(text: str, *, singles: bool = True) -> Iterator[tuple[str, ...]]:
    """Yield the terms of `text` run by run, for a caller that may stop early."""
    flat = text if text.isascii() else unicodedata.normalize("NFKC", text)
    for run in runs(flat):
        if len(run) <= _CACHED_LENGTH:
            yield _cached_terms(run, singles)
        else:
            yield _terms(run, singles)


def _terms(run: str, singles: bool) -> tuple[str, ...]:  # noqa: FBT001  lru_cache keys by position
    if _SPACELESS.match(run):
        return _pairs(bare(run), singles=singles)
    if run[0].isalnum() or run[0] == ".":
        return identifier_terms(run)
    return _emoji(run)


_cached_terms = lru_cache(_CACHED_RUNS)(_terms)


def _pairs(run: str, *, singles: bool) -> tuple[str, ...]:
    """Return the overlapping pairs of `run`; a character is a letter with its marks."""
    characters = [cluster[:MAX_TERM] for cluster in clusters(run)]
    pairs = map(add, characters, characters[1:])
    if singles or not characters[1:]:
        return (*characters, *pairs)
    return tuple(pairs)


def _emoji(run: str) -> tuple[str, ...]:
    """Return the emoji without tone or presentation and, of a sequence, each emoji in it."""
    symbols = tuple(filter(None, map(bare, run.split(_ZWJ))))
    return symbols if len(symbols) == 1 else (*symbols, _ZWJ.join(symbols))
