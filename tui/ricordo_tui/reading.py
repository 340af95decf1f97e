"""The text of the memory under the cursor, and the counts of the scopes: asked for at rest."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final, Protocol

from ricordo_protocol.errors import NotFound, RicordoError
from ricordo_tui import requests
from ricordo_tui.lane import Host, Lane

if TYPE_CHECKING:
    from ricordo_protocol.memory import Memory, ScopeCount
    from ricordo_tui.session import Sender
    from ricordo_tui.single_flight import Ticket
    from ricordo_tui.state import Target

REST_SECONDS: Final = 0.06
"""How long the cursor rests on a row before its text is fetched."""


class Shelf(Protocol):
    """What shows the text and the counts."""

    def text_came(self, memory: Memory) -> None:
        """Show a memory, whole."""

    def text_failed(self, target: Target, sentence: str, *, gone: bool) -> None:
        """Say why there is no text; `gone`: there is no memory either."""

    def counts_came(self, counts: list[ScopeCount]) -> None:
        """Show other counts."""


class Reader:
    """Fetches one text at a time, the newest that was asked for."""

    def __init__(self, host: Host, sender: Sender, shelf: Shelf) -> None:
        self._sender = sender
        self._shelf = shelf
        self._texts: Lane[Target] = Lane(host, REST_SECONDS, self._text)
        self._counts: Lane[None] = Lane(host, REST_SECONDS, self._count)

    @property
    def busy(self) -> bool:
        """Whether an answer is waited for."""
        return self._texts.busy or self._counts.busy

    def rest(self, target: Target | None) -> None:
        """Fetch the text of what the cursor is on now, if it stays there."""
        if target is None:
            self._texts.forget()
        else:
            self._texts.ask(target)

    def recount(self) -> None:
        """Fetch the counts again."""
        self._counts.ask(None)

    async def _text(self, ticket: Ticket[Target]) -> None:
        target = ticket.item
        try:
            call = requests.fetch(target, admin=self._sender.connection.admin)
            memory = await self._sender.send(call)
        except RicordoError as error:
            if self._texts.wants(ticket):
                gone = isinstance(error, NotFound)
                sentence = (
                    f"{target.name} is gone: it was deleted elsewhere. r refreshes."
                    if gone
                    else f"{target.name}: {error.sentence}. {error.hint}"
                )
                self._shelf.text_failed(target, sentence, gone=gone)
        else:
            if self._texts.wants(ticket):
                self._shelf.text_came(memory)

    async def _count(self, _: Ticket[None]) -> None:
        # Where counts cannot be had the old ones stay: what is wrong, other requests will say.
        with contextlib.suppress(RicordoError):
            boot = await self._sender.send(requests.counts())
            self._shelf.counts_came(boot.counts)
