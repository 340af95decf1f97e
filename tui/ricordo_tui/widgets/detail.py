"""One memory, whole: what it is, and its text."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec import UNSET
from textual.containers import Vertical
from textual.widgets import TextArea

from ricordo_tui import bindings
from ricordo_tui.actions import Place
from ricordo_tui.state import place
from ricordo_tui.text import paragraphs, visible
from ricordo_tui.widgets.plain import Plain

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.binding import BindingType

    from ricordo_protocol.memory import Memory


class Body(TextArea, inherit_bindings=False):
    """The text of a memory, to be read: its keys scroll."""

    BINDINGS: ClassVar[list[BindingType]] = bindings.of(Place.DETAIL)

    def __init__(self) -> None:
        super().__init__("", id="body", read_only=True, show_cursor=False, soft_wrap=True)
        self.cursor_blink = False

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
        self._content = ""

    def compose(self) -> ComposeResult:
        """Lay out header and body."""
        yield Plain(id="header")
        yield Body()

    @property
    def body(self) -> Body:
        """The text pane, which takes the focus."""
        return self.query_one(Body)

    def show(self, memory: Memory) -> None:
        """Show a memory that was fetched whole."""
        same = memory.memory_id == self.memory_id
        self.memory_id = memory.memory_id
        self.query_one("#header", Plain).say(header(memory))
        content = "" if memory.content is UNSET else memory.content
        self._load(content, keep_place=same)

    def clear(self, sentence: str = "") -> None:
        """Show no memory, and why."""
        self.memory_id = None
        self.query_one("#header", Plain).say(sentence)
        self._load("", keep_place=False)

    def _load(self, content: str, *, keep_place: bool) -> None:
        if content == self._content:
            return
        self._content = content
        body = self.body
        top = body.scroll_offset.y
        body.load_text(paragraphs(content))
        # Textual repaints only when the new text has another size.
        body.refresh()
        body.scroll_to(y=top if keep_place else 0, animate=False, immediate=True)


def header(memory: Memory) -> str:
    """Return the lines above the text: name, description, and what else is known."""
    first = f"{memory.name} ({place(memory.scope, memory.scope_id)}) · {memory.type}"
    lines = [first, memory.title or "", memory.description]
    if memory.tags:
        lines.append("tags: " + ", ".join(memory.tags))
    lines.append(f"updated {memory.updated[:19]}Z by {memory.updated_by} · {memory.origin}")
    lines.append(f"created {memory.created[:19]}Z by {memory.created_by} · rev {memory.revision}")
    return "\n".join(visible(line) for line in lines if line)
