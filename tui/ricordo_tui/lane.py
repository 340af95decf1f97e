"""Runs a `SingleFlight` on the console's loop: one timer while something waits, none at rest."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from ricordo_tui.single_flight import SingleFlight, Ticket

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

T = TypeVar("T")


class Stoppable(Protocol):
    """A timer that can be called off."""

    def stop(self) -> None:
        """Call it off."""


class Host(Protocol):
    """What a lane needs of a screen."""

    def later(self, seconds: float, then: Callable[[], None]) -> Stoppable:
        """Call `then` once, after a while."""

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Run `work` beside everything else; a fault in it is told, not fatal."""


class Lane(Generic[T]):
    """One kind of request: `act` is given the newest item that was asked for, one at a time."""

    def __init__(
        self, host: Host, debounce: float, act: Callable[[Ticket[T]], Awaitable[None]]
    ) -> None:
        self._host = host
        self._act = act
        self._flight: SingleFlight[T] = SingleFlight(debounce)
        self._timer: Stoppable | None = None

    @property
    def busy(self) -> bool:
        """Whether something is waiting or on its way."""
        return self._flight.busy

    def ask(self, item: T, *, at_once: bool = False, alone: bool = False) -> None:
        """Want `item`; see `SingleFlight.ask`."""
        self._flight.ask(item, time.monotonic(), at_once=at_once, alone=alone)
        self._step()

    def forget(self) -> None:
        """Want nothing any more."""
        self._flight.forget()
        self._step()

    def wants(self, ticket: Ticket[T]) -> bool:
        """Whether the answer to a ticket is still to be shown."""
        return self._flight.wants(ticket)

    def _step(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        now = time.monotonic()
        ticket = self._flight.poll(now)
        if ticket is not None:
            self._host.start(self._run(ticket))
            return
        delay = self._flight.delay(now)
        if delay is not None:
            self._timer = self._host.later(delay, self._step)

    async def _run(self, ticket: Ticket[T]) -> None:
        task = asyncio.current_task()
        try:
            await self._act(ticket)
        finally:
            self._flight.finish(ticket)
            if task is None or not task.cancelling():
                self._step()
