"""The page cache over a cursor that only goes forward."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ricordo_tui.pages import Ask, Pages
from ricordo_tui.state import settled


@dataclass(frozen=True)
class Row:
    memory_id: str
    revision: int = 1


class Source:
    """A daemon's list: pages by a cursor that says after which id to go on."""

    def __init__(self, count, size=10):
        self.rows = [Row(f"m{i}") for i in range(count)]
        self.size = size
        self.asked = []

    def reply(self, ask):
        self.asked.append(ask)
        after = int(ask.cursor[1:]) if ask.cursor else -1
        start = sum(int(row.memory_id[1:]) <= after for row in self.rows)
        found = self.rows[start : start + self.size]
        more = start + self.size < len(self.rows)
        return found, len(self.rows), found[-1].memory_id if more else None


def load(pages, source, first, last):
    for _ in range(100):
        ask = pages.missing(first, last)
        if ask is None:
            return
        pages.store(ask, *source.reply(ask))
    raise AssertionError((first, last))


def walk(pages, source):
    for first in range(0, len(source.rows), 5):
        load(pages, source, first, first + 4)


def test_the_first_page_is_asked_for_first():
    pages = Pages()

    assert Ask(0, "") == pages.missing(0, 20)
    assert pages.row(0) is None
    assert pages.total == 0


def test_rows_are_reached_by_loading_forward():
    pages, source = Pages(), Source(35)

    load(pages, source, 20, 24)

    assert pages.row(24).memory_id == "m24"
    assert pages.row(30) is None
    assert pages.total == 35
    assert len(source.asked) == 3
    assert not pages.complete


def test_the_end_of_the_list_is_the_last_page():
    pages, source = Pages(), Source(35)

    load(pages, source, 34, 34)

    assert pages.complete
    assert pages.row(34).memory_id == "m34"
    assert pages.missing(0, 1_000) is None


def test_an_empty_list_is_complete_at_once():
    pages, source = Pages(), Source(0)

    load(pages, source, 0, 0)

    assert pages.complete
    assert pages.total == 0


def test_a_page_without_rows_ends_the_list_whatever_its_cursor_says():
    pages = Pages()

    pages.store(Ask(0, ""), [], 7, "more")

    assert pages.complete
    assert pages.total == 0


def test_what_was_dropped_for_room_is_fetched_again_by_its_own_cursor():
    pages, source = Pages(keep=20), Source(50)
    walk(pages, source)
    assert pages.row(0) is None
    source.asked.clear()

    load(pages, source, 12, 15)

    assert pages.row(12).memory_id == "m12"
    assert [Ask(1, "m9")] == source.asked


def test_a_refilled_page_ends_where_the_next_one_begins():
    pages, source = Pages(keep=20), Source(50)
    walk(pages, source)
    source.rows.remove(Row("m15"))

    load(pages, source, 12, 22)

    assert [f"m{i}" for i in (14, 16, 17, 18, 19, 20)] == [
        pages.row(i).memory_id for i in range(14, 20)
    ]


def test_a_reply_that_nobody_waits_for_is_dropped():
    pages, source = Pages(), Source(30)
    ask = pages.missing(0, 5)
    pages.store(ask, *source.reply(ask))

    pages.store(ask, *source.reply(ask))

    assert pages.reached == 10


def test_removing_a_row_moves_the_rows_below_up():
    pages, source = Pages(), Source(35)
    load(pages, source, 0, 34)

    assert pages.remove("m12")
    assert not pages.remove("m12")

    assert pages.total == 34
    assert pages.row(12).memory_id == "m13"
    assert pages.index_of("m34") == 33


def test_removing_every_row_leaves_an_empty_list():
    pages, source = Pages(), Source(25)
    load(pages, source, 0, 24)

    for row in source.rows:
        assert pages.remove(row.memory_id)

    assert pages.total == 0
    assert pages.row(0) is None


def test_replacing_a_row_keeps_its_place():
    pages, source = Pages(), Source(20)
    load(pages, source, 0, 19)

    assert pages.replace(Row("m7", 9))
    assert not pages.replace(Row("nobody"))

    assert pages.row(7).revision == 9


@pytest.mark.requirement("TS-03")
@pytest.mark.parametrize(
    ("memory_id", "index", "expected"),
    [("m7", 3, 7), ("gone", 3, 3), (None, 99, 19), ("gone", -1, 0)],
)
def test_the_cursor_stays_on_its_memory_else_near_its_place(memory_id, index, expected):
    pages, source = Pages(), Source(20)
    load(pages, source, 0, 19)

    assert expected == settled(pages, memory_id, index)


@given(
    count=st.integers(0, 60),
    keep=st.integers(14, 30),
    steps=st.lists(st.tuples(st.sampled_from(["look", "remove"]), st.integers(0, 70))),
)
def test_whatever_is_looked_at_and_removed_rows_stay_in_order(count, keep, steps):
    pages, source = Pages(keep=keep), Source(count, size=7)
    load(pages, source, 0, 0)
    for step, at in steps:
        if step == "look":
            load(pages, source, at, at + 5)
        elif (row := pages.row(at)) is not None:
            pages.remove(row.memory_id)
            source.rows.remove(row)
    load(pages, source, 0, 5)

    top = [pages.row(i) for i in range(min(6, len(source.rows)))]
    assert source.rows[:6] == top
    assert len(source.rows) == pages.total
