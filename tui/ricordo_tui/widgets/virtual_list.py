"""A list that draws only the lines that are seen: 100,000 rows open as fast as ten.

The rows need not be loaded: those that are not are drawn as placeholders, and the list says
which ones it looks at so that they can be fetched.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.cache import LRUCache
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from ricordo_tui.text import fit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from textual import events

    from ricordo_tui.marks import Span

CURSOR: Final = "▌"
PLACEHOLDER: Final = "·"
_CACHED_LINES: Final = 512


class Cell(NamedTuple):
    """A part of a row: text that is safe to show, and how many cells it gets."""

    text: str
    cells: int
    look: str = ""
    """An attribute such as `bold`."""
    marks: Sequence[Span] = ()
    """Where to underline."""


class VirtualList(ScrollView, can_focus=True, inherit_bindings=False):
    """A list with a cursor. A subclass says how many rows there are and what is in one."""

    DEFAULT_CSS = """
    VirtualList {
        scrollbar-size-vertical: 1;
        scrollbar-size-horizontal: 0;
        overflow-x: hidden;
        overflow-y: scroll;
    }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {"list--row", "list--cursor", "list--rest"}

    @dataclass
    class Moved(Message):
        """The cursor is on another row, or the row under it is another one."""

        rows: VirtualList
        index: int

        @property
        def control(self) -> VirtualList:
            """The list whose cursor moved."""
            return self.rows

    @dataclass
    class Looked(Message):
        """Rows came into view that are not loaded."""

        rows: VirtualList

        @property
        def control(self) -> VirtualList:
            """The list that shows them."""
            return self.rows

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 # Textual's own name for it
        super().__init__(id=id)
        self.cursor = 0
        self._count = 0
        self._lines: LRUCache[tuple[object, ...], Strip] = LRUCache(_CACHED_LINES)

    # --- what a subclass answers ---

    def row_key(self, index: int) -> object | None:
        """Return what a row's looks depend on, or None where the row is not loaded."""
        raise NotImplementedError

    def row_cells(self, index: int, width: int) -> list[Cell]:
        """Return a loaded row, as cells that fill `width` with one space between them."""
        raise NotImplementedError

    # --- what the screen says ---

    @property
    def count(self) -> int:
        """How many rows there are, loaded or not."""
        return self._count

    @property
    def window(self) -> tuple[int, int]:
        """The first and last row that should be loaded: what is seen, and as much below it."""
        top = self.scroll_offset.y
        bottom = top + 2 * max(1, self.size.height) - 1
        return top, max(0, min(self._count - 1, max(bottom, self.cursor)))

    def show(self, count: int, cursor: int) -> None:
        """Draw other rows: there are `count`, and the cursor belongs on `cursor`."""
        self._count = count
        self._lines.clear()
        self.virtual_size = Size(0, count)
        self.cursor = max(0, min(cursor, count - 1))
        self._follow()
        self.refresh()
        self.post_message(self.Moved(self, self.cursor))
        self._look()

    def redraw(self, count: int) -> None:
        """Draw the same rows again: more of them are loaded, or one is another."""
        if count != self._count:
            self._count = count
            self.virtual_size = Size(0, count)
            self.cursor = max(0, min(self.cursor, count - 1))
        self.refresh()
        self._look()

    def move(self, index: int) -> None:
        """Put the cursor on a row, as near as there is one."""
        index = max(0, min(index, self._count - 1))
        if index == self.cursor:
            return
        before, self.cursor = self.cursor, index
        top = self.scroll_offset.y
        self._follow()
        if self.scroll_offset.y == top:
            self.refresh_line(before)
            self.refresh_line(index)
        self.post_message(self.Moved(self, index))
        self._look()

    # --- drawing ---

    def render_line(self, y: int) -> Strip:
        """Return one line of what is seen."""
        index = y + self.scroll_offset.y
        width = self.scrollable_content_region.width
        if index >= self._count:
            return Strip.blank(width, self.get_component_rich_style("list--rest"))
        here = index == self.cursor
        content = self.row_key(index)
        key = (index, content, width, here, self.has_focus and here, self.app.theme)
        strip = self._lines.get(key)
        if strip is None:
            strip = self._draw(index, width, here=here, loaded=content is not None)
            self._lines[key] = strip
        return strip

    def _draw(self, index: int, width: int, *, here: bool, loaded: bool) -> Strip:
        style = self.get_component_rich_style("list--cursor" if here else "list--row")
        if here:
            # Never by colour alone: a glyph and two attributes survive every terminal.
            style += Style(bold=True, reverse=self.has_focus)
        room = max(0, width - 1)
        cells: list[Cell] = (
            self.row_cells(index, room) if loaded else [Cell(f" {PLACEHOLDER}", room, "dim")]
        )
        segments = [Segment(CURSOR if here else " ", style)]
        for number, cell in enumerate(cells):
            if number:
                segments.append(Segment(" ", style))
            segments.extend(_segments(cell, style))
        return Strip(segments).adjust_cell_length(width, style)

    # --- keys: actions.py says which ---

    def action_line_down(self) -> None:
        """Go one row down."""
        self.move(self.cursor + 1)

    def action_line_up(self) -> None:
        """Go one row up."""
        self.move(self.cursor - 1)

    def action_half_down(self) -> None:
        """Go half a page down."""
        self.move(self.cursor + max(1, self.size.height // 2))

    def action_half_up(self) -> None:
        """Go half a page up."""
        self.move(self.cursor - max(1, self.size.height // 2))

    def action_page_down(self) -> None:
        """Go a page down."""
        self.move(self.cursor + max(1, self.size.height - 1))

    def action_page_up(self) -> None:
        """Go a page up."""
        self.move(self.cursor - max(1, self.size.height - 1))

    def action_first(self) -> None:
        """Go to the first row."""
        self.move(0)

    def action_last(self) -> None:
        """Go to the last row, loaded or not."""
        self.move(self._count - 1)

    def on_click(self, event: events.Click) -> None:
        """Put the cursor on the row that was clicked."""
        self.move(event.y + self.scroll_offset.y)

    def on_focus(self) -> None:
        """Show that keys come here."""
        self.refresh_line(self.cursor)

    def on_blur(self) -> None:
        """Show that keys go elsewhere."""
        self.refresh_line(self.cursor)

    def on_resize(self) -> None:
        """Keep the cursor in view, and ask for what has come into it."""
        self._follow()
        self._look()

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Ask for what the wheel or the scrollbar has brought into view."""
        super().watch_scroll_y(old_value, new_value)
        self._look()

    def _follow(self) -> None:
        height = max(1, self.size.height)
        top = self.scroll_offset.y
        if self.cursor < top:
            self.scroll_to(y=self.cursor, animate=False, force=True)
        elif self.cursor >= top + height:
            self.scroll_to(y=self.cursor - height + 1, animate=False, force=True)

    def _look(self) -> None:
        first, last = self.window
        if any(self.row_key(i) is None for i in (first, self.cursor, last) if i < self._count):
            self.post_message(self.Looked(self))


def _segments(cell: Cell, style: Style) -> Iterator[Segment]:
    """Return a cell, cut or padded to its width, its marks underlined."""
    look = style + Style.parse(cell.look) if cell.look else style
    text = fit(cell.text, cell.cells)
    done = 0
    for start, end in cell.marks:
        if start >= len(text):
            break
        yield Segment(text[done:start], look)
        yield Segment(text[start:end], look + Style(underline=True))
        done = end
    yield Segment(text[done:], look)
