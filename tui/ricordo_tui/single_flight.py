"""One request at a time, the newest next: how typing turns into searches.

Pure: no loop and no clock of its own. Measured against 200 ms searches, this answers a third of
a second after the first key and keeps the screen moving, where cancelling each request for the
next one shows nothing until the typing stops.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Ticket(Generic[T]):
    """Leave to send one request."""

    number: int
    item: T


class SingleFlight(Generic[T]):
    """Waits until asking rests, sends one at a time, and knows which answers are stale.

    Times are seconds of any steady clock. An answer is shown when nothing newer was shown and
    nothing has made it worthless; that a newer one is waiting does not: it will follow.
    """

    def __init__(self, debounce: float) -> None:
        self._debounce = debounce
        self._number = 0
        self._barrier = 0
        # In a tuple: an item may itself be None, and is then no less wanted.
        self._waiting: tuple[T] | None = None
        self._due = 0.0
        self._flying: Ticket[T] | None = None

    @property
    def busy(self) -> bool:
        """Whether something is waiting or on its way."""
        return self._waiting is not None or self._flying is not None

    def ask(self, item: T, now: float, *, at_once: bool = False, alone: bool = False) -> None:
        """Want `item`, instead of what waits; `alone`: also instead of what is on its way."""
        self._waiting = (item,)
        self._due = now if at_once else now + self._debounce
        if alone:
            self._barrier = self._number

    def forget(self) -> None:
        """Want nothing: what waits is not sent, what is on its way is not shown."""
        self._waiting = None
        self._barrier = self._number

    def poll(self, now: float) -> Ticket[T] | None:
        """Return what is to be sent now, if anything. Every ticket must be finished."""
        if self._waiting is None or self._flying is not None or now < self._due:
            return None
        self._number += 1
        self._flying = Ticket(self._number, self._waiting[0])
        self._waiting = None
        return self._flying

    def delay(self, now: float) -> float | None:
        """Return after how many seconds to poll; None where nothing waits for the clock."""
        if self._waiting is None or self._flying is not None:
            return None
        return max(0.0, self._due - now)

    def wants(self, ticket: Ticket[T]) -> bool:
        """Whether the answer to a ticket is still to be shown."""
        return ticket.number > self._barrier

    def finish(self, ticket: Ticket[T]) -> None:
        """Say that a ticket's request has been answered, or has failed."""
        if self._flying is ticket:
            self._flying = None
