"""The life of a document in the engine: saved, replaced, deleted, folded, merged, built."""

import pytest

from ricordo_daemon.index import memory
from ricordo_daemon.index.api import Engine, Progress, Tombstone
from ricordo_daemon.index.memory import MemoryEngine
from ricordo_daemon.policy.model import Seq, Visible


def test_it_is_an_engine():
    engine: Engine = MemoryEngine()
    assert engine.search("word", Visible(frozenset())).total == 0


@pytest.mark.requirement("SM-64")
def test_the_next_search_shows_a_save_an_update_and_a_delete(memories):
    rid = memories.add("first draft")
    assert memories.find("draft") == [rid]
    memories.add("final version", rid=rid)
    assert (memories.find("draft"), memories.find("final")) == ([], [rid])
    memories.delete(rid)
    assert (memories.find("final"), len(memories.engine)) == ([], 0)


def test_a_document_in_an_array_is_replaced_and_deleted_at_once(memories):
    rids = [memories.add("draft") for _ in range(300)]
    memories.tidy()
    memories.add("final", rid=rids[0])
    memories.delete(rids[1])
    assert memories.search("draft", limit=500).total == 298
    assert memories.find("final") == [rids[0]]
    assert len(memories.engine) == 299


def test_a_moved_memory_is_seen_in_its_new_namespace_only(memories):
    rid = memories.add("draft", ns=1)
    memories.add("draft", rid=rid, ns=2)
    assert (memories.find("draft", 1), memories.find("draft", 2)) == ([], [rid])


def test_the_larger_seq_wins_whatever_comes_first(memories):
    old, new = memories.make("old", rid=1), memories.make("new", rid=1)
    for order in ([old, new], [new, old]):
        memories.engine = MemoryEngine()
        for change in order:
            memories.engine.apply(change)
        assert (memories.find("old"), memories.find("new")) == ([], [1])


@pytest.mark.parametrize("late", ["apply", "load"])
def test_a_version_from_before_a_delete_does_not_bring_the_row_back(memories, late):
    stale = memories.make("draft", rid=1)
    memories.engine.apply(Tombstone(1, Seq(100)))
    if late == "apply":
        memories.engine.apply(stale)
    else:
        memories.engine.load([stale] * memory.FOLD_AT)
    assert memories.search("draft").total == 0
    memories.tidy(scrub=True)
    memories.engine.apply(stale)
    assert memories.search("draft").total == 0


def test_a_slice_does_not_overwrite_what_was_saved_while_it_was_read(memories):
    stale = [memories.make("draft", rid=i) for i in range(memory.FOLD_AT + 10)]
    memories.add("final", rid=3)
    memories.engine.load(stale)
    assert memories.find("final") == [3]
    assert memories.search("draft").total == memory.FOLD_AT + 9


def test_a_slice_may_hold_a_row_twice_and_newer_than_what_is_here(memories):
    memories.add("draft", rid=1)
    slice_ = [memories.make("other", rid=i) for i in range(2, memory.FOLD_AT + 2)]
    memories.engine.load([memories.make("better", rid=1), memories.make("best", rid=1), *slice_])
    found = [memories.find(word) for word in ("draft", "better", "best")]
    assert found == [[], [], [1]]


def test_a_fresh_engine_is_building_and_answers_from_what_it_has(memories):
    engine = memories.engine
    assert engine.progress() == Progress("building", 0, 0)
    rid = memories.add("early bird")
    assert memories.find("early") == [rid]
    engine.expect(300)
    assert engine.progress() == Progress("building", 0, 300)
    engine.load([memories.make("slice") for _ in range(200)])
    assert engine.progress() == Progress("building", 200, 300)
    assert memories.search("slice").total == 200
    engine.load([memories.make("slice") for _ in range(101)])
    engine.finish()
    # Once it is ready it says what it holds: 301 loaded, one that was saved meanwhile.
    assert engine.progress() == Progress("ready", 302, 302)


def test_the_overlay_folds_when_nobody_tidies(memories):
    for _ in range(memory.FOLD_NOW + 5):
        memories.add("word")
    assert memories.engine.segments == 1
    assert memories.search("word").total == memory.FOLD_NOW + 5


def test_saving_one_memory_again_and_again_does_not_grow_the_overlay(memories):
    rid = memories.add("word")
    for _ in range(memory.FOLD_NOW + 5):
        memories.add("word", rid=rid)
    memories.tidy()
    assert (memories.search("word").total, len(memories.engine)) == (1, 1)


@pytest.mark.parametrize("tidied", [True, False])
def test_a_search_never_meets_many_segments(memories, tidied):
    for _ in range(40):
        memories.engine.load([memories.make("word") for _ in range(memory.FOLD_AT)])
        if tidied:
            memories.tidy()
        assert memories.engine.segments <= (8 if tidied else memory.MAX_SEGMENTS)
    assert memories.search("word").total == 40 * memory.FOLD_AT


def test_changes_between_two_steps_of_tidying_are_kept(memories):
    rids = [memories.add("word") for _ in range(memory.FOLD_AT)]
    memories.engine.tidy()
    memories.engine.load([memories.make("word") for _ in range(memory.FOLD_AT)])
    assert memories.engine.segments == 2
    assert memories.engine.tidy()
    memories.delete(rids[0])
    memories.add("changed", rid=rids[1])
    memories.tidy()
    assert memories.engine.segments == 1
    assert memories.search("word").total == 2 * memory.FOLD_AT - 2
    assert memories.find("changed") == [rids[1]]


def test_tidying_up_what_is_tidy_does_nothing(memories):
    memories.add("word")
    assert not memories.engine.tidy()


def test_scrubbing_leaves_no_array_with_the_word_of_a_deleted_memory(memories):
    rids = [memories.add("word") for _ in range(memory.FOLD_AT)]
    secret = memories.add("hunter")
    memories.tidy()
    memories.delete(secret)
    later = memories.add("passphrase")
    memories.delete(later)
    memories.tidy(scrub=True)
    sources = [*memories.engine._segments, memories.engine._overlay]
    assert all(source.entries(w) is None for source in sources for w in ("hunter", "passphras"))
    assert memories.search("word").total == len(rids)


def test_odd_limits_and_offsets_are_taken_for_zero(memories):
    memories.add("word")
    assert memories.find("word", limit=-1) == []
    assert memories.find("word", offset=-1) == [1]


def test_memories_without_words_are_held_and_never_found(memories):
    memories.add("***")
    assert len(memories.engine) == 1
    assert memories.search("word").total == 0
