"""A one-line input that loses nothing of a paste and shows every control as a symbol."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.geometry import Region
from textual.widgets import Input

from ricordo_tui import bindings
from ricordo_tui.actions import Place
from ricordo_tui.text import joined, visible

if TYPE_CHECKING:
    from textual import events
    from textual.binding import BindingType


class LineInput(Input):
    """An `Input` for text that may hold anything: what is stored stays, what is drawn is safe."""

    def __init__(self, value: str = "", *, placeholder: str = "", id: str | None = None) -> None:  # noqa: A002 # Textual's own name for it
        super().__init__(value, placeholder=placeholder, id=id, select_on_focus=False)
        self.cursor_blink = False

    def on_resize(self) -> None:
        """Keep the cursor in view: Textual leaves a first value that is too long at its start."""
        here = Region(self._cursor_offset, 0, width=1, height=1)
        self.scroll_to_region(here, force=True, animate=False)

    def paste(self, text: str) -> None:
        """Insert a paste: its line ends become spaces, where Textual keeps its first line only."""
        start, end = sorted(self.selection)
        self.replace(joined(text), start, end)

    def _on_paste(self, event: events.Paste) -> None:
        event.prevent_default()
        event.stop()
        self.paste(event.text)

    def action_paste(self) -> None:
        """Insert Textual's own clipboard."""
        self.paste(self.app.clipboard)

    @property
    def _value(self) -> Text:
        # Symbols stand one for one, so that Textual's cursor arithmetic still holds.
        return Text(visible(self.value), no_wrap=True, overflow="ignore", end="")

    def _position_to_cell(self, position: int) -> int:
        return Text(visible(self.value[:position])).cell_len


class SearchBox(LineInput):
    """The search box above the list."""

    BINDINGS: ClassVar[list[BindingType]] = bindings.of(Place.SEARCH)


class DescriptionInput(LineInput):
    """The line in which a description is edited; `enter` belongs to its dialog."""

    BINDINGS: ClassVar[list[BindingType]] = bindings.of(Place.EDIT)
