import numpy as np
import pytest

from ricordo_daemon.index import merge
from ricordo_daemon.index.api import Document
from ricordo_daemon.index.segment import build


def made(rid, **bag):
    return Document(rid, rid, 1, "general", bag, float(sum(bag.values())))


def segment(*rids, **bag):
    return build([made(rid, **(bag or {"red": rid})) for rid in rids], lambda _: 0)


def run(inputs, between=lambda: None):
    steps = merge.merging(inputs)
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            return stop.value
        between()


def held(merged, term):
    entries = merged.entries(term)
    rids = merged.columns.rids[entries.docs].tolist()
    return dict(zip(rids, entries.weights.tolist(), strict=True))


@pytest.mark.parametrize("step", [1, 3, 1_000])
def test_every_living_entry_is_in_the_merged_segment(monkeypatch, step):
    monkeypatch.setattr(merge, "STEP", step)
    one = build([made(1, red=1, blue=2), made(2, sand=4), made(3, blue=8)], lambda _: 0)
    two = build([made(4, azure=1, blue=5), made(5, zinc=1, red=6)], lambda _: 0)
    one.kill(np.array([1]))
    merged = run([one, two])
    assert merged.columns.rids.tolist() == [1, 3, 4, 5]
    assert list(merged.postings.slots) == ["azure", "blue", "red", "zinc"]
    assert held(merged, "blue") == {1: 2.0, 3: 8.0, 4: 5.0}
    assert held(merged, "red") == {1: 1.0, 5: 6.0}


def test_a_document_that_dies_between_two_steps_is_dead_afterwards():
    one, two = segment(1, 2), segment(3)
    merged = run([one, two], between=lambda: one.kill(one.find(np.array([2]))))
    assert merged.find(np.array([1, 2, 3])).tolist() == [0, -1, 2]
    assert merged.live == 2


def test_nothing_alive_merges_to_nothing():
    one = segment(1, 2)
    one.kill(np.array([0, 1]))
    assert run([one]) is None


def test_documents_without_words_survive():
    assert run([build([made(1), made(2)], lambda _: 0), segment(3)]).live == 3


def test_segments_of_like_size_are_due_and_a_large_one_is_left_alone():
    large, small, other = segment(*range(100)), segment(200, 201), segment(300, 301)
    assert set(merge.due([large, small, other], scrub=False)) == {small, other}
    assert merge.due([large, small], scrub=False) == []


def test_a_segment_joins_when_the_smaller_ones_together_reach_it():
    sizes = [6, 10, 15]
    segments = [segment(*range(size)) for size in sizes]
    assert merge.due(segments, scrub=False) == segments


def test_a_mostly_dead_segment_is_due_and_with_scrub_any_with_a_dead_document():
    one = segment(1, 2, 3, 4)
    one.kill(np.array([0]))
    assert merge.due([one], scrub=False) == []
    assert merge.due([one], scrub=True) == [one]
    one.kill(np.array([1, 2]))
    assert merge.due([one], scrub=False) == [one]
