"""The fields of a memory that are text: what is stored of them, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ricordo_protocol import fields
from ricordo_protocol.errors import InvalidInput

MODEST = settings(deadline=None, max_examples=200, derandomize=True, database=None)

SPACES = "\t\n\x0b\x0c\r \x85\xa0\u1680\u2003\u2028\u2029\u202f\u205f\u3000\ufeff"
"""Every kind of whitespace: Unicode's, and the byte-order mark that ECMAScript counts as one."""

LONE = "\ud83d"
"""Half of an emoji, as a careless cut leaves it."""

EMOJI = "\N{SLIGHTLY SMILING FACE}"


@pytest.mark.requirement("SM-24", "VL-05")
@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ("two\nlines\t tabs", "two lines tabs"),
        ("  outer  ", "outer"),
        *[(f"a{space}{space} b", "a b") for space in SPACES],
        *[(f"{space}a{space}", "a") for space in SPACES],
    ],
)
def test_whitespace_in_a_description_becomes_single_spaces(written, stored):
    assert fields.parse_description(written) == stored


@MODEST
@given(st.text(st.sampled_from(SPACES + "ab\u200b" + EMOJI), max_size=60))
def test_folding_a_description_twice_changes_nothing(text):
    if not text.strip(SPACES):
        with pytest.raises(InvalidInput):
            fields.parse_description(text)
        return

    once = fields.parse_description(text)

    assert fields.parse_description(once) == once
    assert once.split(" ") == [word for word in once.split(" ") if word]
    assert not set(once) & set(SPACES.replace(" ", ""))


@pytest.mark.requirement("SM-22", "VL-05")
@pytest.mark.parametrize(
    "blank", ["", "  ", "\n\t", "\u3000\ufeff\u00a0", "\u2028", "\u0085\t", None, 42, [], b"text"]
)
def test_a_description_is_required(blank):
    with pytest.raises(InvalidInput, match="description is required") as caught:
        fields.parse_description(blank)

    assert caught.value.code == "invalid_description"


@pytest.mark.requirement("VL-05")
def test_a_zero_width_space_is_content_of_a_description():
    # U+200B is a format character, not whitespace, in Unicode and ECMAScript alike.
    assert fields.parse_description("\u200b") == "\u200b"


@pytest.mark.requirement("SM-23", "VL-05")
@pytest.mark.parametrize("char", ["a", "é", "日", EMOJI])
def test_a_description_has_at_most_512_characters_of_any_width(char):
    assert fields.parse_description(char * 512) == char * 512
    with pytest.raises(InvalidInput) as caught:
        fields.parse_description(char * 513)

    assert caught.value.details == {"limit": 512}
    assert "512" in caught.value.sentence
    assert "513" in caught.value.sentence


@pytest.mark.requirement("SM-23")
def test_a_description_is_measured_after_its_whitespace_is_folded():
    # 100 words of 4 and 99 gaps of one: 499 characters of the 697 that were sent.
    assert len(fields.parse_description("   ".join(["word"] * 100))) == 499


@pytest.mark.requirement("SM-18", "VL-03", "VL-04")
@pytest.mark.parametrize("char", ["a", "é", EMOJI])
def test_content_has_at_most_65536_characters_of_any_width(char):
    assert fields.parse_content(char * 65_536) == char * 65_536
    with pytest.raises(InvalidInput) as caught:
        fields.parse_content(char * 65_537)

    error = caught.value
    assert error.sentence == "content exceeds the 65536 character limit (65537 characters)"
    assert error.details == {"limit": 65_536}
    assert error.hint


@pytest.mark.requirement("SM-18", "SM-21")
def test_content_is_measured_after_it_is_trimmed_and_kept_inside():
    assert fields.parse_content("\n " + "a" * 65_536 + " \n") == "a" * 65_536
    assert fields.parse_content("\n  def f():\n\n      pass \r\n") == "def f():\n\n      pass"


def test_content_may_have_a_bound_of_its_own():
    assert fields.parse_content("abc", most=3) == "abc"
    with pytest.raises(InvalidInput, match="3 character limit"):
        fields.parse_content("abcd", most=3)


@pytest.mark.requirement("SM-17", "SM-19")
@pytest.mark.parametrize("blank", ["", " \n\t", "\u3000\u2028", None, 42, [], {}, b"text", True])
def test_content_is_required_and_never_made_of_something_else(blank):
    with pytest.raises(InvalidInput, match="content is required") as caught:
        fields.parse_content(blank)

    assert caught.value.code == "invalid_content"


PARSERS = {
    "content": fields.parse_content,
    "description": fields.parse_description,
    "title": fields.parse_title,
    "reason": fields.parse_reason,
    "query": fields.parse_query,
    "tags": lambda text: fields.parse_tags([text]),
}


@pytest.mark.requirement("SM-20", "RB-03", "QD-04")
@pytest.mark.parametrize("field", PARSERS)
@pytest.mark.parametrize("bad", ["a\0b", "\0", f"cut {LONE}", "\udc00"])
def test_text_that_cannot_be_stored_is_refused_with_its_field(field, bad):
    with pytest.raises(InvalidInput) as caught:
        PARSERS[field](bad)

    assert caught.value.code == f"invalid_{field}"
    assert caught.value.sentence.startswith(f"{field} ")
    assert caught.value.hint


@MODEST
@given(st.text(st.characters(codec=None, exclude_categories=()), max_size=30))
def test_a_text_that_is_taken_can_be_stored(text):
    for parse in PARSERS.values():
        try:
            taken = parse(text)
        except InvalidInput:
            continue
        stored = "".join(taken or ())
        assert "\0" not in stored
        assert stored.encode("utf-8").decode("utf-8") == stored


@pytest.mark.parametrize("parse", [fields.parse_title, fields.parse_reason])
def test_a_title_and_a_reason_may_be_absent_or_one_line(parse):
    assert parse(None) is None
    assert parse(" \u3000\n") is None
    assert parse(" Two\n lines ") == "Two lines"
    assert parse("日" * 512) == "日" * 512
    with pytest.raises(InvalidInput, match="512 character limit"):
        parse("日" * 513)
    with pytest.raises(InvalidInput, match="must be a string"):
        parse(42)


@pytest.mark.requirement("SM-50", "QD-03")
@pytest.mark.parametrize("blank", ["", "   ", "\u3000", None, 42, [], {"q": "x"}, True])
def test_a_query_is_required(blank):
    with pytest.raises(InvalidInput, match="query is required") as caught:
        fields.parse_query(blank)

    assert "list" in caught.value.hint


def test_a_query_is_kept_as_it_was_typed_up_to_its_bound():
    assert fields.parse_query("  TASK-4711 ") == "  TASK-4711 "
    assert len(fields.parse_query("a" * 65_536)) == 65_536
    with pytest.raises(InvalidInput, match="65536 character limit"):
        fields.parse_query("a" * 65_537)
