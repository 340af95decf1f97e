"""What an empty store says, as far as it needs no screen."""

from __future__ import annotations

import pytest

from ricordo_tui import welcome
from ricordo_tui.welcome import Offer

TITLE = "Nothing is remembered yet."
KEYS = "r look again at what is there   ? help   q quit"
MANY = Offer(tuple((f"{n} notes in /home/lina/{n}", f"ricordo import {n}") for n in range(30)))


def told(offer, width=76, height=18):
    return welcome.text(TITLE, offer, width, height)


def test_a_find_stands_with_its_command_below_it():
    lines = told(Offer((("3 notes in /a b", "ricordo import '/a b'"),))).splitlines()

    assert lines[lines.index("  3 notes in /a b") + 1] == "    ricordo import '/a b'"
    assert lines[0] == welcome.INTRO
    assert lines[1] == TITLE
    assert lines[-1] == KEYS


def test_where_nothing_is_it_says_what_to_do():
    assert welcome.NOTHING in told(Offer())
    assert welcome.NO_NOTES in told(Offer())
    assert welcome.NOTHING not in told(Offer(asked=False))
    assert welcome.NO_NOTES in told(Offer(asked=False))


def test_while_it_looks_it_says_so():
    assert welcome.LOOKING in told(Offer(looking=True))


@pytest.mark.parametrize("height", range(1, 40))
def test_as_much_is_shown_as_fits_and_the_keys_always(height):
    text = told(MANY, height=height)

    assert len(text.splitlines()) <= max(2, height)
    assert text.endswith(KEYS)
    shown = text.count("ricordo import ") - text.count("ricordo import --discover")
    if height >= 8:
        assert ("--discover" in text) == (shown < 30)


def test_what_is_not_shown_is_counted():
    assert "  … and 27 more: `ricordo import --discover` lists all" in told(MANY, height=17)
    assert "Found 30 to import" in told(MANY, height=8)


def test_a_line_that_wraps_takes_the_room_of_two():
    long = Offer((("x" * 100, "y" * 100), ("second", "ricordo import second")))

    assert "second" in told(long, width=120, height=14)
    assert "second" not in told(long, width=60, height=14)


@pytest.mark.requirement("TT-01")
def test_what_was_found_is_shown_with_its_controls_as_symbols():
    text = told(Offer((("1 note in /a\x1b[2J\nb\u202e", "ricordo import $'/a\x1b'"),)))

    assert "1 note in /a␛[2J␊b" in text
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "␛[" in told(Offer(note="OSError: \x1b[31m"))


@pytest.mark.parametrize("broken", [OSError("denied"), KeyError("x"), SystemError("[/]")])
def test_a_look_that_fails_has_found_nothing_and_says_why(broken):
    def discover():
        raise broken

    offer = welcome.look(discover)

    assert offer.found == ()
    assert type(broken).__name__ in offer.note
    assert welcome.NOTHING in told(offer)
    assert offer.note in told(offer)


def test_a_look_that_gives_something_else_than_pairs_has_failed():
    assert welcome.look(lambda: ["x"]).note
    assert welcome.look(lambda: 7).note
