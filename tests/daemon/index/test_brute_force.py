"""The engine against BM25 written a second time, the long way, over random histories."""

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ricordo_daemon.index import memory, merge
from ricordo_daemon.index.api import Document, Tombstone
from ricordo_daemon.index.memory import MemoryEngine
from ricordo_daemon.policy.model import Visible
from ricordo_daemon.text.query import plain_terms

WORDS = [
    *("amber", "basalt", "cobalt", "dolomit", "ember", "flint"),
    *("garnet", "halit", "indigo", "jasper", "onyx", "quartz"),
]
NAMESPACES = range(1, 6)
TYPES = ["general", "user", "feedback"]


@pytest.fixture(autouse=True, scope="module")
def small_engine():
    """Make folds, merges and their steps happen with a handful of documents."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(memory, "FOLD_AT", 6)
        patch.setattr(memory, "FOLD_NOW", 15)
        patch.setattr(memory, "MAX_SEGMENTS", 4)
        patch.setattr(merge, "STEP", 20)
        yield


class History:
    """A random sequence of changes, told to the engine and kept in a dictionary."""

    def __init__(self, seed):
        self.random = random.Random(seed)  # noqa: S311  a test's history is no secret
        self.engine = MemoryEngine()
        self.rows = {}
        self.seqs = self.random.sample(range(1, 10_000), 2_000)

    def document(self):
        words = self.random.choices(WORDS, range(len(WORDS), 0, -1), k=self.random.randint(0, 12))
        bag = {word: float(words.count(word) * self.random.choice([1, 2, 3])) for word in words}
        rid, ns = self.random.randint(1, 40), self.random.choice(NAMESPACES)
        type_ = self.random.choice(TYPES)
        return Document(rid, self.seqs.pop(), ns, type_, bag, sum(bag.values()))

    def keep(self, change):
        known = self.rows.get(change.rid)
        if known is None or known.seq < change.seq:
            self.rows[change.rid] = change

    def step(self):
        kind = self.random.choices(["save", "delete", "load", "tidy", "scrub"], [9, 3, 2, 4, 1])[0]
        if kind == "load":
            documents = [self.document() for _ in range(self.random.randint(0, 12))]
            self.engine.load(documents)
        elif kind in {"tidy", "scrub"}:
            documents = []
            self.engine.tidy(scrub=kind == "scrub")
        else:
            documents = [self.document()]
            if kind == "delete":
                documents = [Tombstone(documents[0].rid, documents[0].seq)]
            self.engine.apply(documents[0])
        for change in documents:
            self.keep(change)

    def visible(self):
        count = self.random.randint(0, len(NAMESPACES))
        return Visible(frozenset(self.random.sample(NAMESPACES, count)))


def brute_force(rows, terms, visible, type_):
    """Return the score of every match: BM25 from the textbook, one document at a time."""
    seen = [d for d in rows.values() if isinstance(d, Document) and d.ns in visible]
    scores = {}
    for d in seen:
        if type_ not in {None, d.type}:
            continue
        average = sum(other.length for other in seen) / len(seen)
        for term in terms:
            if term in d.bag:
                df = sum(term in other.bag for other in seen)
                idf = math.log(1 + (len(seen) - df + 0.5) / (df + 0.5))
                norm = 1.2 * (1 - 0.75 + 0.75 * d.length / average)
                gain = idf * d.bag[term] * (1.2 + 1) / (d.bag[term] + norm)
                scores[d.rid] = scores.get(d.rid, 0.0) + gain
    return scores


def check(history):
    engine, rows = history.engine, history.rows
    query = " ".join(history.random.sample(WORDS, history.random.randint(1, 5)))
    visible, type_ = history.visible(), history.random.choice([None, None, *TYPES])
    results = engine.search(query, visible, type_=type_, limit=1_000)
    expected = brute_force(rows, query.split(), visible, type_)
    assert results.total == len(results.hits) == len(expected)
    assert {hit.rid: hit.score for hit in results.hits} == pytest.approx(expected, abs=1e-4)
    assert all(rows[hit.rid].ns in visible for hit in results.hits)
    for one, other in zip(results.hits, results.hits[1:], strict=False):
        assert expected[one.rid] >= expected[other.rid] - 1e-9
        if one.score == other.score:
            assert rows[one.rid].seq > rows[other.rid].seq
    limit = history.random.randint(1, 9)
    paged = [
        hit
        for start in range(0, results.total + limit, limit)
        for hit in engine.search(query, visible, type_=type_, limit=limit, offset=start).hits
    ]
    assert paged == list(results.hits)


def test_the_words_of_this_test_are_their_own_terms():
    assert plain_terms(" ".join(WORDS)) == WORDS


@given(st.integers(0, 2**32))
@settings(deadline=None, max_examples=40, derandomize=True, database=None)
def test_every_search_in_any_history_is_exact_and_shows_only_the_visible(seed):
    history = History(seed)
    for _ in range(60):
        history.step()
        check(history)
    alive = sum(isinstance(row, Document) for row in history.rows.values())
    assert len(history.engine) == alive


@given(st.integers(0, 2**32), st.sampled_from([None, *TYPES]))
@settings(deadline=None, max_examples=20, derandomize=True, database=None)
def test_the_empty_set_finds_nothing_in_any_history(seed, type_):
    history = History(seed)
    for _ in range(40):
        history.step()
    results = history.engine.search(" ".join(WORDS), Visible(frozenset()), type_=type_)
    assert (tuple(results.hits), results.total) == ((), 0)


@given(st.text(st.characters(exclude_categories=())))
@settings(deadline=None, max_examples=100, derandomize=True, database=None)
def test_no_query_raises(query):
    history = History(1)
    for _ in range(20):
        history.step()
    assert history.engine.search(query, Visible(frozenset(NAMESPACES))).total >= 0
