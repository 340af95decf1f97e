"""Time the memory engine against a naive BM25 and SQLite FTS5, in one run on one corpus.

    python tests/bench/bench_search.py [documents]

The corpus is made here: words by Zipf's law, about 1 KB each, in five namespaces. Times are CPU
time and differ between machines; the ratios are what to compare. "many parts" is the engine as
it is between two tidyings: more segments, and an overlay of 1,000 documents.
"""

from __future__ import annotations

import math
import sqlite3
import sys
from collections import Counter
from statistics import median, quantiles
from time import process_time

import numpy as np

from ricordo_daemon.index.bag import document
from ricordo_daemon.index.memory import MemoryEngine
from ricordo_daemon.policy.model import Ns, Rid, Seq, Visible

WORDS = 28_000
QUERIES = 60
NAMESPACES = 5
OVERLAY = 1_000
RNG = np.random.default_rng(20)


def make_texts(count):
    letters = np.array(list("etaoinshrdlucmfwypvbgkjqxz"))
    words = ["".join(RNG.choice(letters, RNG.integers(3, 10))) for _ in range(WORDS)]
    chances = 1.0 / np.arange(5, WORDS + 5)
    picks = RNG.choice(WORDS, (count, 150), p=chances / chances.sum())
    return words, [" ".join(words[i] for i in row) for row in picks]


def make_queries(words, terms):
    """Mix frequent, middling and rare words, as people do."""
    ranks = np.geomspace(20, WORDS // 3, terms).astype(int)
    return [
        " ".join(words[int(rank * RNG.uniform(0.5, 1.5))] for rank in ranks)
        for _ in range(QUERIES)
    ]


class Naive:
    """What is written first: every document scored for every query, in plain Python."""

    def __init__(self, documents):
        self.documents = documents
        self.average = sum(d.length for d in documents) / len(documents)

    def search(self, query):
        terms = query.split()
        n = len(self.documents)
        df = Counter(term for d in self.documents for term in terms if term in d.bag)
        scored = []
        for d in self.documents:
            score = 0.0
            for term in terms:
                tf = d.bag.get(term, 0.0)
                idf = math.log(1 + (n - df[term] + 0.5) / (df[term] + 0.5))
                score += idf * tf * 2.2 / (tf + 1.2 * (0.25 + 0.75 * d.length / self.average))
            scored.append((score, d.rid))
        return sorted(scored, reverse=True)[:20]


def make_fts5(texts):
    db = sqlite3.connect(":memory:")
    db.execute("CREATE VIRTUAL TABLE notes USING fts5(body, tokenize='porter unicode61')")
    db.executemany("INSERT INTO notes(rowid, body) VALUES (?, ?)", enumerate(texts))
    sql = "SELECT rowid, rank FROM notes WHERE notes MATCH ? ORDER BY rank LIMIT 20"
    return lambda query: db.execute(sql, (query.replace(" ", " OR "),)).fetchall()


def make_engine(documents, overlay):
    engine = MemoryEngine()
    engine.expect(len(documents))
    kept = len(documents) - overlay
    for start in range(0, kept, 500):
        engine.load(documents[start : min(start + 500, kept)])
        if overlay:  # a daemon that has had no time to tidy up
            continue
        while engine.tidy():
            pass
    for one in documents[kept:]:
        engine.apply(one)
    engine.finish()
    return engine


def timed(search, queries):
    times = []
    for query in queries:
        start = process_time()
        search(query)
        times.append((process_time() - start) * 1e3)
    return times


def line(label, columns):
    sys.stdout.write(f"{label:32}" + "".join(f"{column:>18}" for column in columns) + "\n")


def p50_p95(times):
    return f"{median(times):.3f} / {quantiles(times, n=20)[-1]:.3f}"


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    words, texts = make_texts(count)
    start = process_time()
    documents = [
        document(
            Rid(i), Seq(i), Ns(i % NAMESPACES), "general",
            name="", description="", tags=(), content=text,
        )
        for i, text in enumerate(texts)
    ]  # fmt: skip
    analysed = process_time()
    tidy, untidy = make_engine(documents, 0), make_engine(documents, OVERLAY)
    everything = Visible(frozenset(map(Ns, range(NAMESPACES))))
    some = Visible(frozenset({Ns(1), Ns(2)}))
    engines = {
        f"engine, {tidy.segments} segments": lambda q: tidy.search(q, everything),
        "engine, 2 of 5 namespaces": lambda q: tidy.search(q, some),
        f"engine, many parts ({untidy.segments}+overlay)": lambda q: untidy.search(q, everything),
        "FTS5": make_fts5(texts),
        "naive BM25": Naive(documents).search,
    }
    sys.stdout.write(
        f"{count} documents; bag {(analysed - start) / count * 1e3:.3f} ms each; "
        "CPU ms, p50 / p95\n"
    )
    line("", [f"{terms} terms" for terms in (1, 2, 4)])
    batches = [make_queries(words, terms) for terms in (1, 2, 4)]
    medians = {}
    for label, search in engines.items():
        batches_ = [batch[:3] for batch in batches] if "naive" in label else batches
        for batch in batches_:
            timed(search, batch[:1])  # the first search makes masks
        columns = [timed(search, batch) for batch in batches_]
        medians[label] = [median(column) for column in columns]
        line(label, map(p50_p95, columns))
    ours = next(iter(medians.values()))
    for label in ("FTS5", "naive BM25"):
        ratios = [theirs / mine for theirs, mine in zip(medians[label], ours, strict=True)]
        line(f"{label} / engine", [f"{ratio:.0f}x" for ratio in ratios])


if __name__ == "__main__":
    main()
