"""Which rows are shown: searching as one types, loading on as one scrolls, refreshing in place.

It knows no Textual: a screen hands it a place to run work, and is told what to draw.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from msgspec import UNSET
from msgspec.structs import replace

from ricordo_protocol.errors import RicordoError
from ricordo_tui import requests
from ricordo_tui.lane import Host, Lane, Stoppable
from ricordo_tui.pages import Ask, Pages
from ricordo_tui.state import Shown, View, settled

if TYPE_CHECKING:
    from ricordo_protocol.memory import Memory, MemoryPage
    from ricordo_tui.session import Sender
    from ricordo_tui.single_flight import Ticket

DEBOUNCE: Final = 0.08
"""Seconds: shorter than the gap between two keys of a fast typist."""

RETRY: Final = 0.5
"""Seconds until a search is repeated while the index is being built."""

REFRESH_PAGES: Final = 16
"""How many pages a refresh fetches to find the cursor's memory again: about 2,000 rows."""


class Front(Protocol):
    """What draws the rows."""

    def rows_shown(self, cursor: int) -> None:
        """Hear that other rows are there; the cursor belongs on `cursor`."""

    def rows_grown(self) -> None:
        """Hear that more of the same rows are there."""

    def rows_failed(self, error: RicordoError) -> None:
        """Hear that the daemon could not be asked, or refused."""

    def rows_window(self) -> tuple[int, int]:
        """Return the first and last row that should be loaded."""

    def rows_cursor(self) -> tuple[str | None, int]:
        """Return the id of the memory under the cursor, and its row."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A view that is wanted, and what the cursor is to be on in it."""

    view: View
    keep: bool = False
    """The memory that it is on then."""
    on: str | None = None
    """This memory, where it is found."""


class Browser:
    """The view that is wanted, the one that is shown, and the way from one to the other."""

    def __init__(self, host: Host, sender: Sender, front: Front) -> None:
        self._host = host
        self._sender = sender
        self._front = front
        self._lane: Lane[Wish] = Lane(host, DEBOUNCE, self._load)
        self._filling = False
        self._retry: Stoppable | None = None
        self.wanted = View()
        """What was last asked for."""
        self.shown = Shown(View(), Pages())
        """What is drawn."""
        self.started = False
        """Whether anything has ever been drawn."""

    @property
    def busy(self) -> bool:
        """Whether an answer is waited for."""
        return self._lane.busy or self._filling

    def want(self, view: View, *, keep: bool = False, typed: bool = False) -> None:
        """Show a view: at once, or, while it is being typed, when the typing rests."""
        self.wanted = view
        # An emptied search box means the list, now: no late hit may flash up in between.
        alone = not typed or not view.searching
        self._lane.ask(Wish(view, keep), at_once=alone, alone=alone)

    def refresh(self, on: str | None = None) -> None:
        """Ask again for what is wanted; the cursor stays on its memory, or goes to `on`."""
        self._lane.ask(Wish(self.wanted, keep=True, on=on), at_once=True, alone=True)

    def seed(self, page: MemoryPage) -> None:
        """Show the first page, which came with the greeting."""
        fresh = Shown(View(), Pages())
        fresh.pages.store(Ask(0, ""), page.memories, page.total, page.cursor)
        self._swap(fresh, Wish(View()))

    def look(self) -> None:
        """Load what the front looks at."""
        if not self._filling:
            self._filling = True
            self._host.start(self._fill())

    def removed(self, memory_id: str) -> None:
        """Take a deleted memory out: the cursor goes to the next row, at the end to the last."""
        under, index = self._front.rows_cursor()
        if not self.shown.pages.remove(memory_id):
            self.refresh()
            return
        keep = None if under == memory_id else under
        self._front.rows_shown(settled(self.shown.pages, keep, index))

    def changed(self, memory: Memory) -> None:
        """Draw a memory as it is now, where it was; only a refresh moves rows."""
        pages = self.shown.pages
        index = pages.index_of(memory.memory_id)
        row = None if index is None else pages.row(index)
        if row is not None and row.revision < memory.revision:
            # Rows are many and contents are long: a row is kept without its content.
            pages.replace(replace(memory, content=UNSET))
            self._front.rows_grown()

    async def _load(self, ticket: Ticket[Wish]) -> None:
        wish = ticket.item
        fresh = Shown(wish.view, Pages())
        try:
            await self._page(fresh, Ask(0, ""))
            if wish.keep:
                await self._reach(fresh, ticket)
        except RicordoError as error:
            if self._lane.wants(ticket):
                self._front.rows_failed(error)
            return
        if not self._lane.wants(ticket):
            return
        if fresh.building:
            self._again()
        if (
            wish.keep
            and fresh.building
            and fresh.view == self.shown.view
            and self.shown.pages.total
        ):
            # After a restart the index finds little at first: rows that are shown stay.
            self.shown.index = fresh.index
            self._front.rows_grown()
        else:
            self._swap(fresh, wish)

    def _again(self) -> None:
        """Search again in a while: more will be found. There is no timer but then."""
        if self._retry is not None:
            self._retry.stop()
        self._retry = self._host.later(RETRY, self._retried)

    def _retried(self) -> None:
        self._retry = None
        if self.wanted == self.shown.view and self.shown.building and not self._lane.busy:
            self.refresh()

    async def _reach(self, fresh: Shown, ticket: Ticket[Wish]) -> None:
        """Load on until the cursor's memory is there, or would have been."""
        for _ in range(REFRESH_PAGES):
            under, index = self._front.rows_cursor()
            memory_id = ticket.item.on or under
            found = memory_id is not None and fresh.pages.index_of(memory_id) is not None
            beyond = fresh.pages.reached > index + requests.LIST_PAGE
            ask = fresh.pages.missing(0, fresh.pages.reached)
            if ask is None or found or beyond or not self._lane.wants(ticket):
                return
            await self._page(fresh, ask)

    async def _fill(self) -> None:
        try:
            while True:
                shown = self.shown
                ask = shown.pages.missing(*self._front.rows_window())
                if ask is None:
                    return
                await self._page(shown, ask)
                if shown is self.shown:
                    self._front.rows_grown()
        except RicordoError as error:
            self._front.rows_failed(error)
        finally:
            self._filling = False

    async def _page(self, shown: Shown, ask: Ask) -> None:
        admin = self._sender.connection.admin
        if not shown.view.searching:
            listed = await self._sender.send(requests.listed(shown.view, ask.cursor, admin=admin))
            shown.pages.store(ask, listed.memories, listed.total, listed.cursor)
            return
        found = await self._sender.send(requests.searched(shown.view, ask.cursor, admin=admin))
        shown.index = found.index
        if ask.page == 0:
            shown.took_ms = found.took_ms
        following = None if found.cursor is UNSET else found.cursor
        shown.pages.store(ask, found.memories, found.total, following)

    def _swap(self, fresh: Shown, wish: Wish) -> None:
        memory_id, index = self._front.rows_cursor() if wish.keep else (None, 0)
        if wish.on is not None and fresh.pages.index_of(wish.on) is not None:
            memory_id = wish.on
        self.shown = fresh
        self.started = True
        self._front.rows_shown(settled(fresh.pages, memory_id, index))
