"""Stored text as a terminal may show it."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from ricordo_tui.text import cut, fit, joined, paragraphs, visible

ANY_TEXT = st.text(st.characters(codec=None))

EVIL = [
    "before\x1b[2J\x1b[Hafter",
    "\x9b31m",
    "\x1b]0;t\x07",
    "\x1b]52;c;aGk=\x07",
    "\x07\x08\x7f\x00",
    "\u202egnp.exe",
    "\u2066isolate\u2069",
    "line\u2028paragraph\u2029",
    "half \ud800 a pair",
    "\U000e0069\U000e0067nore",
]


@pytest.mark.requirement("TT-01", "AU-06")
@pytest.mark.parametrize("text", EVIL)
def test_no_control_survives_and_every_offset_stays(text):
    shown = visible(text)

    assert len(text) == len(shown)
    assert {"Cc", "Cs", "Zl", "Zp"}.isdisjoint(unicodedata.category(c) for c in shown)
    assert not any("\u202a" <= c <= "\u202e" or "\u2066" <= c <= "\u2069" for c in shown)
    assert "\U000e0069" not in shown


@pytest.mark.requirement("TT-01")
@given(ANY_TEXT)
def test_whatever_the_text_nothing_that_is_shown_is_a_control(text):
    shown = visible(text)

    assert len(text) == len(shown)
    assert not any(unicodedata.category(c) in ("Cc", "Cs") for c in shown)
    shown.encode()


@pytest.mark.requirement("TM-01")
@pytest.mark.parametrize(
    "text", ["[/]", "[/#888]", "[00] x", '{"a": [true]}', "[bold", "日本語 é"]
)
def test_what_is_no_control_is_shown_unchanged(text):
    assert text == visible(text)


def test_a_body_keeps_its_lines_and_tabs():
    assert paragraphs("a\r\n\tb\nc\rd\x0ce") == "a\n\tb\nc␍d␌e"


@pytest.mark.requirement("TT-06")
@pytest.mark.parametrize(
    "text", ["x" * 65_536, "日" * 65_536, "日本語 " * 16_384, "word " * 13_107, "e\u0301" * 32_768]
)
def test_a_long_line_of_a_body_is_folded_and_loses_nothing(text):
    lines = paragraphs(text).split("\n")

    assert "".join(lines) == text
    assert max(map(len, lines)) <= 514
    assert not any(line.startswith("\u0301") for line in lines)


@given(ANY_TEXT)
def test_folding_changes_no_short_line(text):
    assert paragraphs(text[:500]).count("\n") == text[:500].count("\n")


@pytest.mark.requirement("TT-03")
def test_a_paste_becomes_one_line_and_loses_nothing():
    assert joined("one\ntwo\r\nthree\r\n\rfour") == "one two three  four"


@pytest.mark.requirement("TT-04")
@pytest.mark.parametrize(
    "text",
    [
        "日本語のテキスト",
        "👨\u200d👩\u200d👧 family",
        "e\u0301e\u0301e\u0301",
        "a\u2060b",
        "🇮🇹🇩🇪🇫🇷",
        "👍🏽👍🏽👍🏽",
    ],
)
def test_fitting_gives_exactly_the_width_at_every_width(text):
    for cells in range(12):
        assert cells == cell_len(fit(text, cells))


@pytest.mark.requirement("TT-04")
@pytest.mark.parametrize(
    ("text", "cells", "expected"),
    [
        ("plain", 5, "plain"),
        ("plain", 4, "pla…"),
        ("日本語", 4, "日…"),
        ("日本語", 5, "日本…"),
        ("e\u0301e\u0301e\u0301", 2, "e\u0301…"),
        ("👨\u200d👩\u200d👧 family", 4, "👨\u200d👩\u200d👧 …"),
        ("", 3, ""),
        ("abc", 0, ""),
        ("abc", 1, "…"),
    ],
)
def test_a_cut_never_halves_what_belongs_together(text, cells, expected):
    assert expected == cut(text, cells)


def test_a_flag_is_cut_before_or_after_but_not_within():
    for cells in range(1, 8):
        flags = cut("🇮🇹🇩🇪🇫🇷", cells).rstrip("…")
        assert len(flags) % 2 == 0


@given(ANY_TEXT, st.integers(0, 40))
def test_a_cut_never_exceeds_its_width(text, cells):
    shown = visible(text)

    assert cell_len(cut(shown, cells)) <= cells
    assert cell_len(fit(shown, cells)) == cells
