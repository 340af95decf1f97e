"""Which memory comes first, and what counts for the ranking."""

import pytest


@pytest.mark.requirement("RK-01")
def test_scores_fall_with_the_frequency_of_the_word(memories):
    thrice = memories.add("ledger ledger ledger")
    once = memories.add("ledger page line")
    memories.add("other page line")
    first, second = memories.search("ledger").hits
    assert (first.rid, second.rid) == (thrice, once)
    assert first.score > second.score > 0


@pytest.mark.requirement("RK-02")
def test_what_a_caller_may_not_see_takes_no_place_and_is_not_counted(memories):
    for _ in range(60):
        memories.add("rollout rollout", ns=2)
    own = memories.add("the rollout of last week, and more words", ns=1)
    results = memories.search("rollout", 1, limit=5)
    assert [hit.rid for hit in results.hits] == [own]
    assert results.total == 1


def test_scores_tell_nothing_of_what_others_store(memories):
    memories.add("rollout plan", ns=1)
    memories.add("holiday plan", ns=1)
    before = memories.search("rollout plan", 1).hits
    for _ in range(20):
        memories.add("rollout " * 50, ns=2)
    assert memories.search("rollout plan", 1).hits == before


def test_a_filter_by_type_narrows_the_hits_and_leaves_the_scores(memories):
    memories.add("proxy port", type_="user")
    wanted = memories.add("proxy", type_="feedback")
    scores = {hit.rid: hit.score for hit in memories.search("proxy").hits}
    results = memories.search("proxy", type_="feedback")
    assert [tuple(hit) for hit in results.hits] == [(wanted, scores[wanted])]
    assert results.total == 1
    assert memories.search("proxy", type_="unheard_of").total == 0


def test_the_first_search_of_all_may_filter_by_type(memories):
    rid = memories.add("proxy", type_="feedback")
    assert memories.find("proxy", type_="feedback") == [rid]


def test_ties_are_newest_first_in_segments_and_overlay_alike(memories):
    older = [memories.add("same words") for _ in range(300)]
    memories.tidy()
    newer = [memories.add("same words") for _ in range(3)]
    assert memories.engine.segments == 1
    assert memories.find("same words", limit=400) == [*reversed(newer), *reversed(older)]


def test_pages_follow_each_other_without_gap_or_repeat(memories):
    for i in range(30):
        memories.add("word " * (i % 4 + 1) + "filler " * (i % 3))
    whole = memories.find("word", limit=30)
    pages = [memories.find("word", limit=7, offset=start) for start in range(0, 35, 7)]
    assert [rid for page in pages for rid in page] == whole
    assert memories.search("word", limit=7, offset=90).total == 30
    assert memories.search("word", limit=0).total == 30


@pytest.mark.requirement("TK-07")
def test_covering_both_words_beats_repeating_one(memories):
    both = memories.add(name="disk_usage_alert")
    repeated = memories.add("disk disk disk disk")
    assert memories.find("disk usage") == [both, repeated]


@pytest.mark.requirement("SM-59")
def test_a_memory_with_all_words_beats_a_newer_one_with_one(memories):
    everything = memories.add("plum fig quince")
    newer = memories.add("plum tart recipe")
    assert memories.find("plum fig quince") == [everything, newer]


@pytest.mark.requirement("SM-60")
def test_a_hit_in_name_or_description_beats_one_in_the_content(memories):
    content = memories.add("the relay is in the cellar", name="cellar", description="of it")
    described = memories.add("it is in the cellar", name="cellar", description="the relay")
    named = memories.add("it is in the cellar", name="relay", description="of it")
    assert memories.find("relay") == [named, described, content]


@pytest.mark.requirement("SM-61")
def test_content_is_searchable(memories):
    rid = memories.add("kept in the blue folder", name="papers", description="where")
    assert memories.find("folder") == [rid]
