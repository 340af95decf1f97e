"""The question before a delete. It holds the memory's id, never a row."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.containers import Horizontal, Vertical

from ricordo_tui import actions, bindings
from ricordo_tui.actions import Place
from ricordo_tui.screens.dialog import Dialog
from ricordo_tui.state import place
from ricordo_tui.widgets.plain import Plain, button

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.widgets import Button

    from ricordo_tui.state import Target


class DeleteDialog(Dialog[bool]):
    """Answers True for delete. Its key is not the key that opened it, and Cancel has the focus."""

    BINDINGS: ClassVar[list[BindingType]] = bindings.of(Place.DELETE)

    def __init__(self, target: Target, clock: Callable[[], float]) -> None:
        super().__init__(clock)
        self.target = target

    def compose(self) -> ComposeResult:
        """Lay out the question, its two answers and their keys."""
        where = place(self.target.scope, self.target.scope_id)
        with Vertical(classes="dialog"):
            yield Plain(f"Delete {self.target.name} ({where})?", id="question")
            yield Plain("It moves to the trash; u undoes it.", classes="aside")
            with Horizontal(classes="buttons"):
                yield button("Cancel", "cancel")
                yield button("Delete", "confirm")
            yield Plain(actions.spelt(Place.DELETE), classes="keys")

    def on_mount(self) -> None:
        """Put the focus where enter does no harm."""
        super().on_mount()
        self.query_one("#cancel").focus()

    @property
    def takes_keys(self) -> bool:
        """No key counts before it has been on screen for a while."""
        return self.settled

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Do what the button says."""
        event.stop()
        self.dismiss(event.button.id == "confirm" and self.settled)

    def action_confirm(self) -> None:
        """Delete it."""
        self.dismiss(result=True)

    def action_cancel(self) -> None:
        """Leave it as it is."""
        self.dismiss(result=False)
