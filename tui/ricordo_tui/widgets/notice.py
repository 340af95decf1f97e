"""What stands where rows would be: why there are none, and what there is to do."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from typing import TYPE_CHECKING, Any, Final

from ricordo_tui import status, welcome
from ricordo_tui.welcome import Offer
from ricordo_tui.widgets.plain import Plain

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from ricordo_tui.session import Connection
    from ricordo_tui.state import Shown
    from ricordo_tui.welcome import Discover

_SIDES: Final = 4
"""Cells to the left and right of the text."""
_AROUND: Final = 6
"""Rows above and below the text: padding, search box, one of the list, status line, footer."""


class NoticePane(Plain):
    """Says why there are no rows. Over an empty store it looks, once, for what to import."""

    def __init__(
        self, discover: Discover | None, start: Callable[[Coroutine[Any, Any, None]], None]
    ) -> None:
        super().__init__(id="notice")
        self.empty = False
        """Whether the store is known to hold nothing."""
        self._discover = discover
        self._start = start
        self._offer: Offer | None = None
        self._title = ""

    def show(self, connection: Connection, shown: Shown, *, started: bool) -> None:
        """Say why there are no rows, or nothing where there are some."""
        notice = status.notice(connection, shown, started=started)
        self.display = notice is not None
        self.empty = notice is not None and notice.empty
        if notice is not None and notice.empty:
            self._title = notice.title
            if self._offer is None:
                self.look()
            self._say_welcome()
        else:
            self.say(notice.text if notice else "")

    def look(self) -> None:
        """Look for what there is to import; over rows there is no need to."""
        if not self.empty or (self._offer is not None and self._offer.looking):
            return
        if self._discover is None:
            self._offer = Offer(asked=False)
        else:
            self._offer = Offer(looking=True)
            self._start(self._look(self._discover))

    async def _look(self, discover: Discover) -> None:
        self._offer = await _beside(discover)
        if self.empty:
            self._say_welcome()

    def _say_welcome(self) -> None:
        width, height = self.screen.size
        offer = self._offer or Offer(looking=True)
        self.say(welcome.text(self._title, offer, width - _SIDES, height - _AROUND))


async def _beside(discover: Discover) -> Offer:
    """Look in a thread that nobody waits for: a folder that hangs must not keep the console."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Offer] = loop.create_future()

    def came(offer: Offer) -> None:
        if not answer.done():
            answer.set_result(offer)

    def work() -> None:
        offer = welcome.look(discover)
        with contextlib.suppress(RuntimeError):  # the console was left meanwhile
            loop.call_soon_threadsafe(came, offer)

    threading.Thread(target=work, name="discover", daemon=True).start()
    return await answer
