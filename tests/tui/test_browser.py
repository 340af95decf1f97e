"""The way from a view that is wanted to one that is shown, without a screen or a daemon."""

from __future__ import annotations

import asyncio

import pytest
from msgspec import UNSET

from ricordo_protocol.errors import Unreachable
from ricordo_protocol.memory import FoundMemory, FoundPage, IndexState, Memory, MemoryPage
from ricordo_tui.browsing import RETRY, Browser
from ricordo_tui.session import Connection, Standing
from ricordo_tui.state import View


def row(number, kind=Memory, **more):
    time = "2026-01-01T00:00:00.000000Z"
    return kind(
        memory_id=f"m{number}",
        name=f"row_{number}",
        description="d",
        type="general",
        scope="global",
        scope_id="",
        created=time,
        updated=time,
        revision=more.pop("revision", 1),
        created_by="a",
        updated_by="a",
        **more,
    )


class Timer:
    def __init__(self, seconds, then):
        self.seconds, self.then, self.stopped = seconds, then, False

    def stop(self):
        self.stopped = True


class Front:
    """A host, a sender and a front in one: it runs what it is given when it is told to."""

    def __init__(self):
        self.connection = Connection(Standing.ONLINE, permissions=frozenset({"admin.memories"}))
        self.timers, self.tasks, self.sent, self.errors = [], [], [], []
        self.replies = []
        self.cursor = (None, 0)
        self.shown = []
        self.window = (0, 0)
        self.browser = Browser(self, self, self)

    def later(self, seconds, then):
        self.timers.append(Timer(seconds, then))
        return self.timers[-1]

    def start(self, work):
        self.tasks.append(asyncio.ensure_future(work))

    async def send(self, call):
        self.sent.append(call)
        reply = self.replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return reply

    def rows_shown(self, cursor):
        pages = self.browser.shown.pages
        found = pages.row(cursor)
        self.cursor = (found.memory_id if found else None, cursor)
        self.shown.append(self.browser.shown.view)

    def rows_grown(self):
        self.shown.append("grown")

    def rows_failed(self, error):
        self.errors.append(error)

    def rows_window(self):
        return self.window

    def rows_cursor(self):
        return self.cursor

    async def settle(self):
        while self.tasks:
            await self.tasks.pop(0)

    def tick(self):
        """Let the newest timer that was not called off go off."""
        timer = [timer for timer in self.timers if not timer.stopped][-1]
        timer.stop()
        timer.then()
        return timer.seconds


def listed(*numbers, total=None, cursor=None):
    rows = [row(number) for number in numbers]
    return MemoryPage(memories=rows, total=total or len(rows), cursor=cursor)


def found(*numbers, state="ready", total=None, cursor=UNSET):
    rows = [row(number, FoundMemory, score=1.0) for number in numbers]
    index = IndexState(state=state, done=1, total=2)
    return FoundPage(
        memories=rows, total=total or len(rows), took_ms=1.0, index=index, cursor=cursor
    )


@pytest.mark.requirement("CC-03")
async def test_rows_stay_while_the_index_is_built_after_a_restart_and_are_fresh_when_it_is():
    front = Front()
    front.replies = [found(1, 2, 3), found(state="building"), found(3, 4)]
    front.browser.want(View("x"))
    await front.settle()
    front.cursor = ("m3", 2)

    front.browser.refresh()
    await front.settle()
    assert front.browser.shown.pages.total == 3
    assert front.browser.shown.building
    assert front.tick() == RETRY
    await front.settle()

    assert front.browser.shown.pages.total == 2
    assert front.cursor == ("m3", 0)
    assert not front.browser.shown.building
    assert all(timer.stopped for timer in front.timers)


async def test_a_search_that_finds_nothing_yet_is_repeated_until_the_index_is_there():
    front = Front()
    front.replies = [found(state="building"), found(state="building"), found(1)]
    front.browser.want(View("x"))
    await front.settle()
    front.tick()
    await front.settle()
    front.tick()
    await front.settle()

    assert front.browser.shown.pages.total == 1


async def test_another_search_ends_the_repeating():
    front = Front()
    front.replies = [found(state="building"), listed(1)]
    front.browser.want(View("x"))
    await front.settle()
    front.browser.want(View())
    await front.settle()
    front.tick()
    await front.settle()

    assert len(front.sent) == 2


@pytest.mark.requirement("TS-03")
async def test_a_refresh_loads_as_far_as_the_memory_under_the_cursor_has_gone():
    front = Front()
    pages = [listed(*range(i, i + 128), total=500, cursor=str(i)) for i in range(0, 384, 128)]
    front.replies = [listed(*range(128), total=500, cursor="0"), *pages]
    front.browser.want(View())
    await front.settle()
    front.cursor = ("m300", 200)

    front.browser.refresh()
    await front.settle()

    assert front.cursor == ("m300", 300)


async def test_a_refresh_that_fails_leaves_everything_and_says_so():
    front = Front()
    front.replies = [listed(1, 2), Unreachable("gone")]
    front.browser.want(View())
    await front.settle()
    front.browser.refresh()
    await front.settle()

    assert front.browser.shown.pages.total == 2
    assert [str(error) for error in front.errors] == ["gone"]


async def test_only_what_is_looked_at_is_loaded_and_one_page_at_a_time():
    front = Front()
    front.replies = [
        listed(*range(10), total=30, cursor="a"),
        listed(*range(10, 20), total=30, cursor="b"),
        listed(*range(20, 30), total=30),
    ]
    front.browser.want(View())
    await front.settle()
    front.window = (8, 15)
    front.browser.look()
    front.browser.look()
    await front.settle()

    assert [call.query.cursor for call in front.sent] == ["", "a"]
    assert front.browser.shown.pages.reached == 20


async def test_a_row_is_replaced_by_a_newer_one_only_and_keeps_no_content():
    front = Front()
    front.replies = [listed(1, 2)]
    front.browser.want(View())
    await front.settle()

    front.browser.changed(row(1, revision=5, content="long"))
    front.browser.changed(row(1, revision=4, content="old"))
    front.browser.changed(row(9, revision=4))

    kept = front.browser.shown.pages.row(0)
    assert (kept.revision, kept.content) == (5, UNSET)


async def test_a_page_that_comes_after_the_view_has_changed_changes_nothing():
    front = Front()
    gate = asyncio.Event()
    front.replies = [listed(1, total=3, cursor="a"), listed(2, total=3), listed(7)]
    front.browser.want(View())
    await front.settle()
    send = front.send

    async def slow(call):
        reply = await send(call)
        if call.query.cursor == "a":
            await gate.wait()
        return reply

    front.send = slow
    front.window = (0, 2)
    front.browser.look()
    await asyncio.sleep(0)
    front.browser.want(View("", "global"))
    await front.tasks.pop()
    gate.set()
    await front.settle()

    assert front.browser.shown.pages.total == 1
    assert front.browser.shown.pages.row(0).memory_id == "m7"
