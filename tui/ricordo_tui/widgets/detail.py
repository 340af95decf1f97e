"""One memory, whole: what it is, and its text."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec import UNSET
from textual.containers import Vertical
from textual.widgets import TextArea

from ricordo_tui import bindings
from ricordo_tui.actions import Place
from ricordo_tui.marks import spans
from ricordo_tui.state import place
from ricordo_tui.text import paragraphs, visible
from ricordo_tui.widgets.plain import Plain

if TYPE_CHECKING:
    from rich.text import Text
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from ricordo_protocol.memory import Memory
    from ricordo_tui.marks import Span


class Body(TextArea, inherit_bindings=False):
    """The text of a memory, to be read: its keys scroll."""

    BINDINGS: ClassVar[list[BindingType]] = bindings.of(Place.DETAIL)

    def __init__(self) -> None:
        super().__init__("", id="body", read_only=True, show_cursor=False, soft_wrap=True)
        self.cursor_blink = False
        self._words: tuple[str, ...] = ()
        self._spans: dict[int, list[Span]] = {}

    def read(self, text: str, marked: tuple[str, ...]) -> None:
        """Show a text, the words `marked` underlined in it."""
        self._words = marked
        self._spans.clear()
        self.load_text(text)
        # Textual repaints only when the new text has another size.
        self.refresh()

    def get_line(self, line_index: int) -> Text:
        """Return a line as Textual draws it, with its marks."""
        line = super().get_line(line_index)
        if self._words:
            found = self._spans.get(line_index)
            if found is None:
                # Once a line: a long one is asked for again for each row that it fills.
                found = self._spans[line_index] = spans(line.plain, self._words)
            for start, end in found:
                line.stylize("underline", start, end)
        return line

    def action_line_down(self) -> None:
        """Go one line down."""
        self.scroll_relative(y=1, animate=False)

    def action_line_up(self) -> None:
        """Go one line up."""
        self.scroll_relative(y=-1, animate=False)

    def action_half_down(self) -> None:
        """Go half a page down."""
        self.scroll_relative(y=max(1, self.size.height // 2), animate=False)

    def action_half_up(self) -> None:
        """Go half a page up."""
        self.scroll_relative(y=-max(1, self.size.height // 2), animate=False)

    def action_page_down(self) -> None:
        """Go a page down."""
        self.scroll_relative(y=max(1, self.size.height - 1), animate=False)

    def action_page_up(self) -> None:
        """Go a page up."""
        self.scroll_relative(y=-max(1, self.size.height - 1), animate=False)

    def action_first(self) -> None:
        """Go to the first line."""
        self.scroll_home(animate=False)

    def action_last(self) -> None:
        """Go to the last line."""
        self.scroll_end(animate=False)


class Detail(Vertical):
    """The detail pane: a header from the row, a body from the daemon."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 # Textual's own name for it
        super().__init__(id=id)
        self.memory_id: str | None = None
        """Whose text is shown, if one is."""
        self._content: tuple[str, tuple[str, ...]] = ("", ())

    def compose(self) -> ComposeResult:
        """Lay out header and body."""
        yield Plain(id="header")
        yield Body()

    @property
    def body(self) -> Body:
        """The text pane, which takes the focus."""
        return self.query_one(Body)

    def show(self, memory: Memory, marked: tuple[str, ...] = ()) -> None:
        """Show a memory that was fetched whole, the words `marked` in it."""
        same = memory.memory_id == self.memory_id
        self.memory_id = memory.memory_id
        self.query_one("#header", Plain).say(header(memory))
        self._load("" if memory.content is UNSET else memory.content, marked, stay=same)

    def clear(self, sentence: str = "") -> None:
        """Show no memory, and why."""
        self.memory_id = None
        self.query_one("#header", Plain).say(sentence)
        self._load("", (), stay=False)

    def _load(self, content: str, marked: tuple[str, ...], *, stay: bool) -> None:
        if (content, marked) == self._content:
            return
        self._content = (content, marked)
        top = self.body.scroll_offset.y
        self.body.read(paragraphs(content), marked)
        self.body.scroll_to(y=top if stay else 0, animate=False, immediate=True)


def header(memory: Memory) -> str:
    """Return the lines above the text: name, description, and what else is known."""
    first = f"{memory.name} ({place(memory.scope, memory.scope_id)}) · {memory.type}"
    lines = [first, memory.title or "", memory.description]
    if memory.tags:
        lines.append("tags: " + ", ".join(memory.tags))
    lines.append(f"updated {memory.updated[:19]}Z by {memory.updated_by}")
    lines.append(f"created {memory.created[:19]}Z by {memory.created_by}")
    lines.append(f"revision {memory.revision}, origin {memory.origin}")
    return "\n".join(visible(line) for line in lines if line)
