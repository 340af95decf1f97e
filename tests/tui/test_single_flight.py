"""One request at a time, the newest next."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ricordo_tui.single_flight import SingleFlight


def test_nothing_is_sent_before_typing_rests():
    flight = SingleFlight(0.08)
    flight.ask("a", 0.0)
    flight.ask("ab", 0.05)

    assert flight.poll(0.1) is None
    assert pytest.approx(0.03) == flight.delay(0.1)
    assert flight.poll(0.13).item == "ab"


def test_while_one_is_on_its_way_only_the_newest_waits():
    flight = SingleFlight(0.08)
    flight.ask("a", 0.0)
    first = flight.poll(0.08)
    for number, query in enumerate(["ab", "abc", "abcd"]):
        flight.ask(query, 0.2 + number / 10)

    assert flight.poll(9.0) is None
    assert flight.delay(9.0) is None
    flight.finish(first)
    assert flight.poll(9.0).item == "abcd"


@pytest.mark.requirement("TS-06")
def test_an_answer_is_shown_though_a_newer_one_waits():
    flight = SingleFlight(0.08)
    flight.ask("a", 0.0)
    ticket = flight.poll(0.08)
    flight.ask("ab", 0.1)

    assert flight.wants(ticket)


@pytest.mark.requirement("TS-06")
def test_an_answer_that_was_made_worthless_is_not_shown():
    flight = SingleFlight(0.08)
    flight.ask("a", 0.0)
    ticket = flight.poll(0.08)
    flight.ask("", 0.1, at_once=True, alone=True)

    assert not flight.wants(ticket)
    flight.finish(ticket)
    following = flight.poll(0.1)
    assert flight.wants(following)


def test_forgetting_wants_neither_what_waits_nor_what_is_on_its_way():
    flight = SingleFlight(0.08)
    flight.ask("a", 0.0)
    ticket = flight.poll(0.08)
    flight.ask("b", 0.1)
    flight.forget()
    flight.finish(ticket)

    assert not flight.wants(ticket)
    assert flight.poll(9.0) is None
    assert not flight.busy


def test_a_ticket_of_before_ends_nothing():
    flight = SingleFlight(0.0)
    flight.ask("a", 0.0)
    first = flight.poll(0.0)
    flight.finish(first)
    flight.ask("b", 0.0)
    flight.poll(0.0)

    flight.finish(first)

    assert flight.busy


@given(st.lists(st.one_of(st.text(max_size=3), st.sampled_from(["POLL", "DONE"]))))
def test_at_most_one_is_on_its_way_and_the_last_word_is_sent(events):
    flight, flying, sent, asked = SingleFlight(0.0), None, [], None
    for event in events:
        if event == "POLL":
            ticket = flight.poll(1.0)
            assert ticket is None or flying is None
            if ticket is not None:
                flying = ticket
                sent.append(ticket.item)
        elif event == "DONE" and flying is not None:
            flight.finish(flying)
            flying = None
        elif event != "DONE":
            asked = event
            flight.ask(event, 0.0)
    if flying is not None:
        flight.finish(flying)
    last = flight.poll(1.0)
    if last is not None:
        sent.append(last.item)

    assert asked is None or asked == sent[-1]


def test_an_item_that_is_none_is_wanted_like_any_other():
    flight = SingleFlight(0.08)
    flight.ask(None, 0.0)

    assert flight.busy
    assert flight.poll(0.08).item is None
