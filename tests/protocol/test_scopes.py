"""Types, scopes and their ids, as they are read from a request."""

from __future__ import annotations

import pytest

from ricordo_protocol.errors import InvalidInput
from ricordo_protocol.scopes import (
    PUBLIC_SCOPES,
    MemoryType,
    Scope,
    parse_scope,
    parse_scope_id,
    parse_type,
    shown,
)


@pytest.mark.requirement("SM-29")
@pytest.mark.parametrize(
    ("text", "type_"),
    [("USER", "user"), (" general ", "general"), ("Feedback\n", "feedback")]
    + [(one.value, one.value) for one in MemoryType],
)
def test_a_type_is_read_whatever_its_case_and_outer_whitespace(text, type_):
    assert parse_type(text) == type_


@pytest.mark.requirement("SM-30")
@pytest.mark.parametrize("text", ["", " ", "project", "bogus", "users", "use r", "\0", "\ud83d"])
def test_an_unknown_type_is_refused_naming_the_four(text):
    with pytest.raises(InvalidInput) as caught:
        parse_type(text)

    assert caught.value.code == "invalid_type"
    assert "user, general, feedback, reference" in caught.value.sentence
    assert caught.value.sentence.isprintable()


@pytest.mark.requirement("SC-05")
@pytest.mark.parametrize("text", ["global", " GLOBAL\t", "Global"])
def test_a_scope_is_read_whatever_its_case_and_outer_whitespace(text):
    assert parse_scope(text) is Scope.GLOBAL


@pytest.mark.requirement("SM-38", "SM-39", "DL-01")
@pytest.mark.parametrize(
    "text", ["", "globel", "glob", "*", "%", "project", "coordinator", "user,global", "usér"]
)
def test_a_scope_that_is_not_public_is_refused_naming_those_that_are(text):
    with pytest.raises(InvalidInput) as caught:
        parse_scope(text, PUBLIC_SCOPES)

    assert caught.value.code == "invalid_scope"
    assert "global, user, workstream" in caught.value.sentence
    assert "never guessed or widened" in caught.value.hint


def test_every_scope_is_taken_where_all_are_allowed():
    assert [parse_scope(one.value.upper()) for one in Scope] == list(Scope)


@pytest.mark.requirement("SC-05", "SC-07")
@pytest.mark.parametrize(
    ("text", "stored"),
    [(" w1 ", "w1"), ("W1", "W1"), ("", ""), ("%", "%"), ("a b", "a b"), ("日" * 256, "日" * 256)],
)
def test_a_scope_id_is_trimmed_and_else_kept(text, stored):
    assert parse_scope_id(text) == stored


@pytest.mark.parametrize("text", ["a" * 257, "a\0b", "a\nb", "a\x1b[2Jb"])
def test_a_scope_id_that_is_too_long_or_holds_controls_is_refused(text):
    with pytest.raises(InvalidInput, match="at most 256 characters") as caught:
        parse_scope_id(text)

    assert caught.value.code == "invalid_scope_id"


@pytest.mark.requirement("AU-06")
@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("plain", "'plain'"),
        ("日本", "'日本'"),
        ("a\nb", r"'a\nb'"),
        ("\x1b[2J", r"'\x1b[2J'"),
        ("\u202eabc", r"'\u202eabc'"),
        ("\ud83d", r"'\ud83d'"),
        ("x" * 60, "'" + "x" * 60 + "'"),
        ("x" * 61, "'" + "x" * 60 + "…'"),
    ],
)
def test_a_callers_text_is_quoted_printable_and_short(text, quoted):
    assert shown(text) == quoted
