"""The console, driven by keys, against a real daemon on a real socket."""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest

from ricordo_protocol import calls
from ricordo_protocol import memory as m
from ricordo_tui.app import ConsoleApp
from ricordo_tui.widgets.plain import Plain

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.pilot import Pilot

    from support.home import Home

BOUND = 30.0
"""Seconds after which a wait has failed. Never a measure: only an end."""


class Clock:
    """A clock that a test turns."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Console:
    """An open console and the hands on its keys."""

    def __init__(self, app: ConsoleApp, pilot: Pilot[None], clock: Clock) -> None:
        self.app = app
        self.pilot = pilot
        self.clock = clock

    @property
    def page(self) -> Any:
        """The memories screen, whatever dialog is above it."""
        return self.app.memories

    @property
    def text(self) -> str:
        """What is on screen, line by line."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip) for strip in strips)

    @property
    def status(self) -> str:
        return self.page.query_one("#status", Plain).said

    @property
    def names(self) -> list[str]:
        """The names of the rows that are loaded, in order."""
        pages = self.page.browser.shown.pages
        return [row.name for i in range(pages.reached) if (row := pages.row(i)) is not None]

    @property
    def under(self) -> str | None:
        """The name under the cursor."""
        memory = self.page.rows.memory
        return memory.name if memory else None

    @property
    def body(self) -> str:
        return self.page.detail.body.text

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def type(self, text: str) -> None:
        await self.pilot.press(*(_KEYS.get(char, char) for char in text))

    async def until(self, condition: Callable[[], Any], what: str) -> Any:
        """Wait for a condition; fail with what is on screen."""
        deadline = time.monotonic() + BOUND
        while not (value := condition()):
            assert time.monotonic() < deadline, f"did not happen: {what}\n{self.text}"
            await self.pilot.pause(0.01)
        return value

    async def at_rest(self) -> None:
        """Wait until nothing is waited for, and everything is drawn."""

        def quiet() -> bool:
            return not (self.page.browser.busy or self.page.reader.busy)

        await self.until(quiet, "the console is at rest")
        await self.pilot.pause()

    async def seen(self, text: str) -> None:
        await self.until(lambda: text in self.text, f"{text!r} is on screen")

    async def dialog(self, key: str) -> Any:
        """Press a key that opens a dialog, and wait until its keys count."""
        await self.press(key)
        await self.until(lambda: self.app.screen is not self.page, "a dialog opens")
        await self.until(lambda: self.app.screen._seen_at is not None, "the dialog is painted")
        self.clock.now += 1.0
        return self.app.screen

    async def closed(self) -> None:
        await self.until(lambda: self.app.screen is self.page, "the dialog has closed")
        await self.at_rest()


_KEYS = {" ": "space", "/": "slash", "?": "question_mark", "_": "underscore", ".": "full_stop"}


@pytest.fixture
def open_console(home: Home):
    """Open a console on the home; at its end no fault of its own may have been met."""

    @asynccontextmanager
    async def opened(size: tuple[int, int] = (120, 32), *, wait: bool = True, **options: Any):
        clock = Clock()
        app = ConsoleApp(options.pop("paths", home.paths), clock=clock, **options)
        async with app.run_test(size=size, notifications=True) as pilot:
            console = Console(app, pilot, clock)
            if wait:
                await console.until(lambda: console.page.browser.started, "rows are shown")
                await console.at_rest()
            yield console
            assert app.faults == []

    return opened


class Agent:
    """Somebody else who uses the same store, off the console's loop."""

    def __init__(self, home: Home) -> None:
        self._home = home

    async def send(self, call: Any) -> Any:
        def send() -> Any:
            with self._home.client("admin", label="sdk") as client:
                return client.send(call)

        return await asyncio.to_thread(send)

    async def save(self, name: str, description: str = "", content: str = "", **more: Any) -> Any:
        draft = m.SaveMemory(
            name=name,
            description=description or f"about {name}",
            content=content or f"the text of {name}",
            **more,
        )
        return await self.send(calls.save_memory(draft))

    async def fill(self, count: int) -> None:
        """Save `count` memories, `row_000` first, so that the last is on top."""

        def fill() -> None:
            with self._home.client("admin", label="sdk") as client:
                for number in range(count):
                    name = f"row_{number:03}"
                    draft = m.SaveMemory(name=name, description=f"about {name}", content=name)
                    client.send(calls.save_memory(draft))

        await asyncio.to_thread(fill)

    async def get(self, memory_id: str) -> Any:
        return await self.send(calls.get_memory_by_id(memory_id))

    async def names(self) -> list[str]:
        page = await self.send(calls.list_memories(everywhere=True, limit=200))
        return [row.name for row in page.memories]


@pytest.fixture
def agent(daemon: Home) -> Agent:
    """Somebody else who uses the store."""
    return Agent(daemon)
