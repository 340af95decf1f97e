import numpy as np
import pytest

from ricordo_daemon.index.api import Document
from ricordo_daemon.index.segment import build
from ricordo_daemon.policy.model import Ns, Visible

TYPES = {"general": 0, "user": 1}
ONE = Visible(frozenset({Ns(1)}))


def made(rid, type_="general", **bag):
    return Document(rid, rid * 10, 1, type_, bag, float(sum(bag.values())))


@pytest.fixture
def segment():
    documents = [made(30, red=2, blue=1), made(10, "user", blue=3), made(20)]
    return build(documents, TYPES.__getitem__)


def test_postings_hold_position_and_weight_of_each_term(segment):
    blue = segment.entries("blue")
    assert dict(zip(blue.docs.tolist(), blue.weights.tolist(), strict=True)) == {0: 1.0, 1: 3.0}
    assert segment.entries("red").docs.tolist() == [0]
    assert segment.entries("green") is None


def test_columns_hold_the_rest_of_a_document(segment):
    columns = segment.columns
    assert columns.rids.tolist() == [30, 10, 20]
    assert columns.seqs.tolist() == [300, 100, 200]
    assert columns.types.tolist() == [0, 1, 0]
    assert columns.lengths.tolist() == [3.0, 3.0, 0.0]


def test_a_row_is_found_by_its_rid_until_it_dies(segment):
    assert segment.find(np.array([10, 20, 99])).tolist() == [1, 2, -1]
    segment.kill(np.array([1]))
    assert segment.find(np.array([10, 20])).tolist() == [-1, 2]
    assert (segment.live, len(segment), segment.sight(ONE).count) == (2, 3, 2)


def test_documents_without_words_make_a_segment_too():
    assert build([made(1), made(2)], TYPES.__getitem__).live == 2
