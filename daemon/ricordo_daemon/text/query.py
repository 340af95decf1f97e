"""The plain query syntax: words, and nothing but words (DESIGN section 7)."""

from __future__ import annotations

from ricordo_daemon.text.analyse import iter_runs
from ricordo_daemon.text.stopwords import STOP_TERMS

MAX_TERMS = 128
"""Distinct terms of a query; what follows is not read. A prompt of 10,000 words used as a query
then costs what its first lines cost."""


def plain_terms(query: str) -> list[str]:
    """Return the distinct terms of `query` in its order, at most `MAX_TERMS`; never raises.

    There are no operators: AND, quotes, brackets, colons and stars are text like any other, so
    "*" has no terms and "scope:user" two. Stop words are dropped unless nothing else is left.
    """
    wanted: dict[str, None] = {}
    stops: dict[str, None] = {}
    for terms in iter_runs(query, singles=False):
        for term in terms:
            (stops if term in STOP_TERMS else wanted)[term] = None
        if len(wanted) >= MAX_TERMS:
            break
    return list(wanted or stops)[:MAX_TERMS]
