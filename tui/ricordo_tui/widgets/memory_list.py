"""The list of memories, and the list of scopes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual.message import Message

from ricordo_protocol.names import is_generated
from ricordo_tui import bindings
from ricordo_tui.actions import Place
from ricordo_tui.marks import spans
from ricordo_tui.pages import Pages
from ricordo_tui.state import place
from ricordo_tui.text import visible
from ricordo_tui.widgets.virtual_list import Cell, VirtualList

if TYPE_CHECKING:
    from textual import events
    from textual.binding import BindingType

    from ricordo_protocol.memory import Memory, ScopeCount


class MemoryList(VirtualList, inherit_bindings=False):
    """Memories: name, scope, description."""

    BINDINGS: ClassVar[list[BindingType]] = bindings.of(Place.LIST)

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 # Textual's own name for it
        super().__init__(id=id)
        self._pages: Pages[Memory] = Pages()
        self._words: tuple[str, ...] = ()

    @property
    def memory(self) -> Memory | None:
        """The memory under the cursor, or None where there is none, or it is not loaded."""
        return self._pages.row(self.cursor)

    def show_pages(self, pages: Pages[Memory], cursor: int, marked: tuple[str, ...] = ()) -> None:
        """Draw the rows of another view, or of the same one anew, the words `marked` in them."""
        self._pages = pages
        self._words = marked
        self.show(pages.total, cursor)

    def row_key(self, index: int) -> object | None:
        """Return a memory's id and revision: a change of either is another line."""
        row = self._pages.row(index)
        return None if row is None else (row.memory_id, row.revision)

    def row_cells(self, index: int, width: int) -> list[Cell]:
        """Return name, scope and description in columns."""
        row = self._pages.row(index)
        if row is None:
            return []
        name = max(8, min(28, width * 2 // 5))
        scope = 14 if width >= 48 else 0  # noqa: PLR2004 # below it a scope would leave no text
        rest = width - name - 1 - (scope + 1 if scope else 0)
        label = row.title if row.title and is_generated(row.name) else row.name
        cells = [self._marked(label, name, "bold")]
        if scope:
            cells.append(Cell(visible(place(row.scope, row.scope_id)), scope))
        if rest > 0:
            cells.append(self._marked(row.description, rest))
        return cells

    def _marked(self, text: str, cells: int, look: str = "") -> Cell:
        shown = visible(text)
        return Cell(shown, cells, look, spans(shown, self._words))


class ScopeList(VirtualList, inherit_bindings=False):
    """Scopes and how many memories each holds; the first line is all of them."""

    BINDINGS: ClassVar[list[BindingType]] = bindings.of(Place.SCOPES)

    @dataclass
    class Chosen(Message):
        """One scope is to be listed; both empty: all of them."""

        scope: str
        scope_id: str

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 # Textual's own name for it
        super().__init__(id=id)
        self._rows: list[tuple[str, str, int]] = [("", "", 0)]

    def show_counts(self, counts: list[ScopeCount]) -> None:
        """Draw other counts; the cursor stays on its scope."""
        chosen = self._rows[self.cursor][:2] if self.cursor < len(self._rows) else ("", "")
        found = sorted((c.scope, c.scope_id, c.total) for c in counts)
        self._rows = [("", "", sum(total for _, _, total in found)), *found]
        keys = [row[:2] for row in self._rows]
        self.show(len(keys), keys.index(chosen) if chosen in keys else 0)

    def row_key(self, index: int) -> object | None:
        """Return the scope and its count."""
        return self._rows[index]

    def row_cells(self, index: int, width: int) -> list[Cell]:
        """Return the scope and, to the right, its count."""
        scope, scope_id, total = self._rows[index]
        number = f"{total:,}"
        label = visible(place(scope, scope_id)) or "all"
        return [Cell(label, max(1, width - len(number) - 1)), Cell(number, len(number))]

    def on_click(self, event: events.Click) -> None:
        """Choose what is clicked."""
        event.prevent_default()
        if event.y + self.scroll_offset.y < self.count:
            self.move(event.y + self.scroll_offset.y)
            self.action_choose_scope()

    def action_choose_scope(self) -> None:
        """List the scope under the cursor only."""
        scope, scope_id, _ = self._rows[self.cursor]
        self.post_message(self.Chosen(scope, scope_id))
