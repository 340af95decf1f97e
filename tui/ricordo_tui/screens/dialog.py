"""What the dialogs share: no key that was typed before they could be seen counts."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, ClassVar, Final, TypeVar

from textual.screen import ModalScreen

from ricordo_tui import bindings
from ricordo_tui.actions import Place

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.binding import BindingType
    from textual.events import Key

R = TypeVar("R")

SETTLE_SECONDS: Final = 0.25
"""How long after its first paint a question takes no key: what is typed ahead is no answer."""


class Dialog(ModalScreen[R], inherit_bindings=False):
    """A modal screen that the app asks before it closes or hands a key on."""

    # The app's own bindings do not reach a modal screen.
    BINDINGS: ClassVar[list[BindingType]] = bindings.of(Place.EVERYWHERE)

    VERTICAL_BREAKPOINTS = [(0, "-short"), (16, "-tall")]  # noqa: RUF012 # Textual's is no ClassVar

    TYPE_AHEAD: ClassVar[bool] = False
    """Whether what is typed before it can be seen is kept for it. A question drops it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._seen_at: float | None = None
        self._ahead: list[Key] = []

    def on_mount(self) -> None:
        """Count from when it is on screen, not from when it was asked for."""
        self.call_after_refresh(self._seen)

    def _seen(self) -> None:
        self._seen_at = self._clock()
        for key in self._ahead:
            self.app.post_message(key)
        self._ahead.clear()

    def early(self, key: Key) -> None:
        """Take a key that came before it could be seen: keep it, or let it go."""
        if self.TYPE_AHEAD:
            self._ahead.append(key)

    @property
    def takes_keys(self) -> bool:
        """Whether a key that arrives now was meant for this dialog."""
        return self._seen_at is not None

    @property
    def settled(self) -> bool:
        """Whether it has been on screen for long enough to be answered."""
        return self._seen_at is not None and self._clock() - self._seen_at >= SETTLE_SECONDS

    def may_leave(self) -> bool:
        """Whether the app may end: False once where text would be lost, and it says so."""
        return True
