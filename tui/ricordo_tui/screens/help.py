"""The keys of the pane that has the focus, from the table of actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.containers import VerticalScroll

from ricordo_tui import actions, bindings
from ricordo_tui.actions import Place
from ricordo_tui.screens.dialog import Dialog
from ricordo_tui.widgets.plain import Plain

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType


class HelpScreen(Dialog[None]):
    """A list of keys; any of its own keys closes it."""

    BINDINGS: ClassVar[list[BindingType]] = bindings.of(Place.HELP)

    def __init__(self, place: Place) -> None:
        super().__init__()
        self._place = place

    def compose(self) -> ComposeResult:
        """Lay out the keys of the place and those that work everywhere."""
        with VerticalScroll(classes="dialog wide"):
            yield Plain(f"Keys in {self._place}", id="question")
            yield Plain(table(self._place))
            yield Plain(table(Place.EVERYWHERE))
            yield Plain(actions.spelt(Place.HELP), classes="keys")

    def action_cancel(self) -> None:
        """Close."""
        self.dismiss(None)


def table(place: Place) -> str:
    """Return the keys of a place as lines of two columns."""
    return "\n".join(f"{keys:<16} {about}" for keys, about in actions.lines(place))
