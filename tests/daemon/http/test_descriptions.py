"""Descriptions: one line, always there, edited on their own."""

from __future__ import annotations

import pytest

from support.office import EVERY, at

FACE = "\N{SLIGHTLY SMILING FACE}"
BLANK = ["", "  ", "\n\t", "\u3000\ufeff\u00a0", "\u2028", "\x85", ..., None, 42, []]


@pytest.mark.requirement("SM-22", "VL-05")
@pytest.mark.parametrize("description", BLANK, ids=ascii)
def test_a_memory_is_not_made_without_a_description(alice, description):
    reply = alice.save("note", scope="user", description=description)

    assert (reply.status, reply.code) == (400, "invalid_description")
    assert alice.total() == 0


@pytest.mark.requirement("SM-22", "SM-25", "VL-06")
@pytest.mark.parametrize("description", BLANK, ids=ascii)
def test_a_content_only_update_is_refused_and_changes_nothing(office, alice, description):
    before = alice.own(content="as it was")

    reply = alice.save("note", scope="user", content="new", description=description)

    assert (reply.status, reply.code) == (400, "invalid_description")
    after = alice.read("note", scope="user", touch="false").json
    assert after == {k: v for k, v in before.items() if k != "batch_id"}
    assert [row["action"] for row in office.audit(alice)] == ["memory.save"]


@pytest.mark.requirement("SM-25")
@pytest.mark.parametrize(
    "bad",
    [
        {"content": ""},
        {"type": "bogus"},
        {"description": "d" * 513},
        {"tags": [""]},
        {"unknown": 1},
    ],
    ids=str,
)
def test_an_update_with_any_bad_field_changes_nothing(office, alice, bad):
    before = alice.own(content="as it was")

    assert alice.save("note", **{"scope": "user", "content": "new"} | bad).status == 400

    after = alice.read("note", scope="user", touch="false").json
    assert (after["updated"], after["content"]) == (before["updated"], "as it was")
    assert [row["action"] for row in office.audit(alice)] == ["memory.save"]


@pytest.mark.requirement("SM-23", "VL-05")
def test_a_description_has_at_most_512_characters_after_its_spaces_are_folded(alice):
    assert alice.own(description="d" * 512)["description"] == "d" * 512
    assert alice.own(description=FACE * 512)["description"] == FACE * 512
    # 600 characters as sent, 401 once each run of spaces is one.
    assert len(alice.own(description="ab" * 150 + " " * 200 + "ab" * 50)["description"]) == 401

    reply = alice.save("note", scope="user", description="d" * 513)

    assert (reply.status, reply.code, reply.json["limit"]) == (400, "invalid_description", 512)
    assert "513" in reply.json["error"]


@pytest.mark.requirement("SM-24")
@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ("two\nlines\t tabs", "two lines tabs"),
        ("  edge \r\n", "edge"),
        ("a\u2028b\u3000\u00a0c\ufeffd\x85e", "a b c d e"),
    ],
)
def test_a_description_is_one_line(alice, written, stored):
    assert alice.own(description=written)["description"] == stored


@pytest.mark.requirement("VL-05")
def test_a_zero_width_space_is_content_and_not_blank(alice):
    # U+200B is no whitespace to Unicode; only what Unicode or ECMAScript call blank is blank.
    assert alice.own(description="\u200b")["description"] == "\u200b"


@pytest.mark.requirement("SM-75")
def test_editing_a_description_by_name_folds_it_and_leaves_the_rest(alice):
    before = alice.own(content="the text", type="feedback", title="T", tags=["t"])

    reply = alice.describe("note", " anew\n and\tbetter ", scope="user")
    after = reply.json

    assert (reply.status, after["description"]) == (200, "anew and better")
    moved = {"description", "updated", "revision", "batch_id"}
    assert {k: v for k, v in after.items() if k not in moved} == {
        k: v for k, v in before.items() if k not in moved
    }
    assert after["updated"] > before["updated"]
    assert after["revision"] > before["revision"]
    assert reply.headers["ETag"] == f'"{after["revision"]}"'


@pytest.mark.requirement("SM-75", "VL-06")
@pytest.mark.parametrize("description", ["", " \n", "d" * 513, None, 42, "a\0b"], ids=repr)
def test_a_description_that_cannot_be_is_refused_by_both_edits(office, alice, boss, description):
    saved = alice.own(description="as it was")
    by_id = at(EVERY, saved["memory_id"])

    for reply in (
        alice.describe("note", description, scope="user"),
        boss.ask("PATCH", by_id, {"description": description}),
    ):
        assert (reply.status, reply.code) == (400, "invalid_description")
    assert alice.read("note", scope="user").json["description"] == "as it was"
    assert [row["action"] for row in office.audit(alice)] == ["memory.save"]
    assert office.audit(boss, "memory.%") == []


@pytest.mark.requirement("SM-75")
def test_editing_what_is_not_there_is_a_404(office, alice, boss):
    gone = boss.ask("PATCH", at(EVERY, "no-such-id"), {"description": "d"})

    assert alice.describe("nothing", "d", scope="user").json["error"] == (
        "Memory 'nothing' not found"
    )
    assert (gone.status, gone.json["error"]) == (404, "Memory not found")
    assert office.audit(alice) == office.audit(boss) == []
