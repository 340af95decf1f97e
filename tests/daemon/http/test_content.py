"""Contents: what is stored, to the character, and what is refused."""

from __future__ import annotations

import json

import pytest

from support.office import MEMORIES

MOST = 65_536
FACE = "\N{SLIGHTLY SMILING FACE}"


@pytest.mark.requirement("SM-17", "SM-19")
@pytest.mark.parametrize("content", ["", "   ", "\n\t", "\u3000", ..., None, 42, [], {}], ids=repr)
def test_a_content_that_is_blank_or_no_string_is_refused(alice, content):
    reply = alice.save("note", scope="user", content=content)

    assert (reply.status, reply.code) == (400, "invalid_content")
    assert "content" in reply.json["error"]
    assert alice.total() == 0, "null is not stored as the text 'None'"


@pytest.mark.requirement("SM-18", "VL-03")
@pytest.mark.parametrize("char", ["a", "\u00e9", "語", FACE])
def test_the_limit_is_65536_characters_whatever_their_bytes(alice, char):
    assert alice.own("most", content=char * MOST)["content"] == char * MOST

    reply = alice.save("more", scope="user", content=char * (MOST + 1))

    assert (reply.status, reply.code) == (400, "invalid_content")
    assert reply.json["limit"] == MOST
    # Unit, limit and actual length, as VL-03 asks.
    for told in ("character", "65536", "65537"):
        assert told in reply.json["error"]
    assert alice.total() == 1


@pytest.mark.requirement("VL-03")
def test_whitespace_around_a_content_does_not_count(alice):
    assert alice.own(content=" " * 1000 + "x" * MOST + "\n" * 1000)["content"] == "x" * MOST


@pytest.mark.requirement("SM-18")
def test_the_longest_content_fits_the_body_limit_even_as_escapes(alice):
    draft = {"name": "note", "description": "d", "content": FACE * MOST, "scope": "user"}
    raw = json.dumps(draft).encode()
    assert len(raw) > 12 * MOST

    assert alice.ask("POST", MEMORIES, raw=raw).status == 201


@pytest.mark.requirement("SM-20", "RB-03")
@pytest.mark.parametrize("text", ["a\0b", "fix \ud83d bug", "\udc80", "\0"], ids=ascii)
@pytest.mark.parametrize("field", ["content", "description", "title"])
def test_text_that_cannot_be_kept_faithfully_is_refused_by_its_field(alice, field, text):
    reply = alice.save("note", scope="user", **{field: text})

    assert (reply.status, reply.code) == (400, f"invalid_{field}")
    assert alice.total() == 0


@pytest.mark.requirement("SM-20", "RB-03")
@pytest.mark.parametrize(
    ("field", "value"),
    [("tags", ["ok", "a\ud83d"]), ("metadata", {"k": "\ud83d"}), ("metadata", {"\ud83d": 1})],
)
def test_half_a_surrogate_pair_is_refused_inside_tags_and_metadata_too(alice, field, value):
    reply = alice.save("note", scope="user", **{field: value})

    assert (reply.status, reply.code) == (400, f"invalid_{field}")


@pytest.mark.requirement("SM-21")
def test_outer_whitespace_is_trimmed_and_inner_kept(alice):
    kept = "def f():\n    return 1\n\n\tx  =  2\r\nend\u2028z\u00a0e\u0301"

    assert alice.own(content=f"\n\t {kept} \r\n\u3000")["content"] == kept
    assert alice.read("note", scope="user").json["content"] == kept


def test_a_content_reads_back_to_the_character(alice):
    # No normalisation: what a person wrote is what comes back.
    text = "NFD e\u0301, NFC \u00e9, \u200b, \u202e, \x1b[2J, \x7f, \ufffd, \U0010ffff, ---"

    alice.own(content=text)

    assert alice.read("note", scope="user").json["content"] == text
    assert alice.page(scope="user").json["memories"][0]["content"] == text


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("title", 1),
        ("title", "t" * 513),
        ("tags", "not a list"),
        ("tags", [1]),
        ("tags", [""]),
        ("tags", ["t" * 65]),
        ("tags", [f"t{n}" for n in range(33)]),
        ("metadata", []),
        ("metadata", "text"),
        ("metadata", {"k": "v" * 16_384}),
    ],
)
def test_title_tags_and_metadata_have_limits_of_their_own(alice, field, value):
    reply = alice.save("note", scope="user", **{field: value})

    assert (reply.status, reply.code) == (400, f"invalid_{field}")
    assert alice.total() == 0


def test_metadata_nested_deeper_than_sixteen_levels_is_refused(alice):
    def nested(levels):
        return {"k": nested(levels - 1)} if levels else 1

    assert alice.save("note", scope="user", metadata=nested(16)).status == 201
    assert alice.save("note", scope="user", metadata=nested(17)).code == "invalid_metadata"
