"""Types: four words, kept unless one is given."""

from __future__ import annotations

import pytest

from support.office import EVERY, MEMORIES, at

TYPES = ("user", "general", "feedback", "reference")


@pytest.mark.requirement("SM-26", "SM-27", "SM-28")
def test_a_type_left_out_is_general_at_first_and_kept_later_until_one_is_given(alice):
    assert alice.own()["type"] == "general"
    assert alice.own(type="feedback")["type"] == "feedback"
    assert alice.own()["type"] == "feedback"
    assert alice.own(type=None)["type"] == "feedback", "null is not given either"
    assert alice.own(type="general")["type"] == "general"


@pytest.mark.requirement("SM-29")
@pytest.mark.parametrize(
    ("written", "stored"), [("USER", "user"), (" general ", "general"), ("Feedback\n", "feedback")]
)
def test_a_type_is_taken_whatever_its_case_and_outer_spaces(alice, written, stored):
    assert alice.own(type=written)["type"] == stored


@pytest.mark.requirement("SM-30")
@pytest.mark.parametrize("written", ["", " ", "project", "bogus", "case", "generál"])
def test_any_other_type_is_refused_and_the_four_are_named(alice, written):
    reply = alice.save("note", scope="user", type=written)

    assert (reply.status, reply.code) == (400, "invalid_type")
    assert all(one in reply.json["error"] for one in TYPES)
    assert alice.total() == 0


@pytest.mark.requirement("SM-30")
@pytest.mark.parametrize("written", [1, [], {}, True], ids=str)
def test_a_type_that_is_no_string_is_refused_by_its_name(alice, written):
    reply = alice.save("note", scope="user", type=written)

    assert (reply.status, reply.code) == (400, "invalid_type")


@pytest.mark.requirement("SM-30", "SM-48")
@pytest.mark.parametrize("written", ["project", "bogus", "us er"])
def test_an_unknown_type_is_refused_on_every_read(alice, boss, written):
    for reply in (
        alice.page(type=written),
        alice.search("note", type=written),
        boss.get(at(EVERY, type=written)),
        boss.get(at(EVERY, "search", q="note", type=written)),
    ):
        assert (reply.status, reply.code) == (400, "invalid_type")


@pytest.mark.requirement("SM-49", "SM-65")
def test_a_type_filters_lists_searches_and_totals_whatever_its_case(alice):
    for number, type_ in enumerate([*TYPES, "feedback"]):
        alice.own(f"note_{number}", type=type_, content="walnut")

    page = alice.page(type=" FeedBack ", scope="user").json
    found = alice.search("walnut", type="FEEDBACK", scope="user").json

    assert [m["name"] for m in page["memories"]] == ["note_4", "note_2"]
    assert {m["name"] for m in found["memories"]} == {"note_4", "note_2"}
    assert (page["total"], found["total"]) == (2, 2)
    assert alice.page(type="feedback", scope="global").status == 200


def test_reclassifying_moves_a_memory_between_the_totals_of_its_types(alice):
    alice.own(type="user")
    alice.own(type="reference")

    totals = {type_: alice.page(scope="user", type=type_).json["total"] for type_ in TYPES}

    assert totals == {"user": 0, "general": 0, "feedback": 0, "reference": 1}


def test_an_empty_type_means_none_on_lists_and_searches(alice):
    alice.own(content="walnut", type="user")

    assert alice.page(type="", scope="user").json["total"] == 1
    assert alice.search("walnut", type="", scope="user").json["total"] == 1
    assert alice.get(f"{MEMORIES}?type=&scope=&scope_id=&cursor=&fields=").status == 200
