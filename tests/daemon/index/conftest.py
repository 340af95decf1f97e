"""Memories in an engine, as short as a test wants to write them."""

from itertools import count

import pytest

from ricordo_daemon.index.api import Tombstone
from ricordo_daemon.index.bag import document
from ricordo_daemon.index.memory import MemoryEngine
from ricordo_daemon.policy.model import Ns, Rid, Seq, Visible


def shown(*namespaces):
    return Visible(frozenset(map(Ns, namespaces)))


class Memories:
    """An engine, and the next rid and seq; `add` takes what `bag.document` takes."""

    def __init__(self):
        self.engine = MemoryEngine()
        self._rids = count(1)
        self._seqs = count(1)

    def make(self, content="", *, rid=None, ns=1, type_="general", **fields):
        texts = {"name": "", "description": "", "tags": (), **fields}
        return document(
            Rid(next(self._rids) if rid is None else rid),
            Seq(next(self._seqs)),
            Ns(ns),
            type_,
            content=content,
            **texts,
        )

    def add(self, content="", **fields):
        made = self.make(content, **fields)
        self.engine.apply(made)
        return made.rid

    def delete(self, rid):
        self.engine.apply(Tombstone(rid, Seq(next(self._seqs))))

    def search(self, query, *namespaces, **options):
        return self.engine.search(query, shown(*(namespaces or (1,))), **options)

    def find(self, query, *namespaces, **options):
        return [hit.rid for hit in self.search(query, *namespaces, **options).hits]

    def tidy(self, **options):
        while self.engine.tidy(**options):
            pass


@pytest.fixture
def memories():
    return Memories()
