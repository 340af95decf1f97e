from __future__ import annotations

import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ricordo_cli.output import cells, fit, moment, pairs, safe_json, table, visible

ATTACKS = (
    "before\x1b[2J\x1b[Hafter",
    "\x9b31m",
    "\x1b]0;t\x07",
    "\x1b]52;c;aGk=\x07",
    "a\bb\x7f",
    "one\u2028two\u2029three",
    "\u202eevil\u202c \u2066x\u2069",
    "half \ud83d",
)


@pytest.mark.requirement("TT-01")
@pytest.mark.parametrize("attack", ATTACKS)
def test_nothing_stored_can_drive_the_terminal(attack: str) -> None:
    shown = visible(attack)

    assert all(unicodedata.category(char) not in ("Cc", "Zl", "Zp", "Cs") for char in shown)
    assert not set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069") & set(shown)


def test_a_control_character_is_shown_as_its_symbol() -> None:
    assert visible("a\x1b\r\n\x7f\x9b\u202e") == "a␛␍␊␡⟨U+009B⟩⟨U+202E⟩"


def test_what_is_to_be_kept_is_kept() -> None:
    assert visible("a\tb\nc", keep="\t") == "a\tb␊c"


@given(st.text())
def test_showing_twice_changes_nothing(text: str) -> None:
    assert visible(visible(text)) == visible(text)


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_json_that_is_safe_for_a_terminal_is_the_same_json(text: str) -> None:
    plain = json.dumps({"text": text}, ensure_ascii=False)

    assert json.loads(safe_json(plain)) == {"text": text}
    assert visible(safe_json(plain)) == safe_json(plain)


@pytest.mark.requirement("TT-04")
@pytest.mark.parametrize(
    ("text", "expected"),
    [("abc", 3), ("日本語", 6), ("e\u0301", 1), ("a\u2060b", 2), ("👨", 2), ("", 0)],
)
def test_a_text_is_measured_in_cells(text: str, expected: int) -> None:
    assert cells(text) == expected


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"])), st.integers(1, 30))
def test_a_cut_text_never_takes_more_than_its_room(text: str, room: int) -> None:
    assert cells(fit(text, room)) <= room


def test_a_cut_text_says_that_something_is_missing() -> None:
    assert fit("abcdef", 4) == "abc…"
    assert fit("日本語", 4) == "日…"
    assert fit("abcd", 4) == "abcd"


@pytest.mark.requirement("TT-04")
def test_columns_line_up_whatever_is_in_them() -> None:
    rows = [["日本語", "x", "one"], ["e\u0301", "y", "two"], ["a\x1b[2Jb", "z", "three"]]

    lines = table(["name", "k", "about"], rows, None)

    starts = {
        cells(line[: line.index(word)])
        for line, word in zip(lines, ["about", "one", "two", "three"], strict=True)
    }
    assert len(starts) == 1


def test_a_table_on_a_terminal_fits_and_cuts_the_widest_column() -> None:
    lines = table(["name", "about"], [["short", "long " * 40]], 40)

    assert [cells(line) <= 40 for line in lines] == [True, True]
    assert lines[1].startswith("short  long")
    assert lines[1].endswith("…")


def test_a_table_elsewhere_is_never_cut() -> None:
    assert "x" * 300 in table(["name"], [["x" * 300]], None)[1]


def test_labels_and_values_are_aligned() -> None:
    assert pairs([("a", "1"), ("long", "2")]) == ["a     1", "long  2"]


def test_a_time_is_shown_to_the_minute() -> None:
    assert moment("2026-03-04T05:06:07.000008Z") == "2026-03-04 05:06Z"
