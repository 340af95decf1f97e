import pytest

from ricordo_daemon.index.api import Document, Tombstone
from ricordo_daemon.index.overlay import Overlay
from ricordo_daemon.policy.model import Ns, Visible

TYPES = {"general": 0, "user": 1}
BOTH = Visible(frozenset({Ns(1), Ns(2)}))


def made(rid, seq, ns=1, **bag):
    return Document(rid, seq, ns, "general", bag, float(sum(bag.values())))


@pytest.fixture
def overlay():
    return Overlay(TYPES.__getitem__)


def test_it_knows_the_newest_version_of_a_row(overlay):
    assert overlay.seq(1) is None
    overlay.put(made(1, 5, red=1))
    assert overlay.seq(1) == 5
    overlay.put(Tombstone(1, 7))
    assert (overlay.seq(1), overlay.live) == (7, 0)
    overlay.put(made(1, 9, red=1))
    assert (overlay.seq(1), overlay.live) == (9, 1)


def test_a_word_of_a_replaced_version_is_gone(overlay):
    overlay.put(made(1, 1, red=1, blue=2))
    overlay.put(made(1, 2, green=3))
    assert overlay.entries("red").docs.tolist() == []
    assert overlay.entries("green").weights.tolist() == [3.0]
    assert overlay.entries("white") is None


def test_counts_and_lengths_are_of_what_is_visible_and_there(overlay):
    overlay.put(made(1, 1, red=1))
    overlay.put(made(2, 2, ns=2, red=3))
    overlay.put(made(3, 3, ns=3, red=7))
    assert (overlay.sight(BOTH).count, overlay.sight(BOTH).length) == (2, 4.0)
    overlay.put(Tombstone(2, 4))
    assert (overlay.sight(BOTH).count, overlay.sight(BOTH).length) == (1, 1.0)


def test_taking_the_documents_leaves_only_tombstones(overlay):
    overlay.put(made(1, 1, red=1))
    overlay.put(made(2, 2, red=1))
    overlay.put(Tombstone(1, 3))
    assert [document.rid for document in overlay.take()] == [2]
    assert len(overlay) == overlay.live == 0
    assert (overlay.seq(1), overlay.seq(2), overlay.entries("red")) == (3, None, None)


def test_an_empty_overlay_shows_nothing(overlay):
    assert overlay.sight(BOTH).count == 0
    assert len(overlay.columns.rids) == 0
