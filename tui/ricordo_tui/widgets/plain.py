"""Text that is never markup: every label, line and button of ours is one of these."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Button, Static

from ricordo_tui.text import visible


def plain(text: str) -> Content:
    """Return stored or foreign text as it may be shown: literal, controls as symbols."""
    return Content(visible(text, keep="\n"))


class Plain(Static):
    """A Static that shows exactly the characters that it is given."""

    def __init__(
        self,
        text: str = "",
        *,
        id: str | None = None,  # noqa: A002 # Textual's own name for it
        classes: str | None = None,
    ) -> None:
        super().__init__(plain(text), id=id, classes=classes, markup=False)
        self.said = text

    def say(self, text: str) -> None:
        """Show another text; saying the same again costs nothing."""
        if text != self.said:
            self.said = text
            self.update(plain(text))


def button(text: str, id: str) -> Button:  # noqa: A002 # Textual's own name for it
    """Return a button whose label is no markup."""
    return Button(plain(text), id=id, compact=True)
