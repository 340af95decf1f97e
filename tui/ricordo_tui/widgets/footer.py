"""The keys of the pane that has the focus, from the table of actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.widgets import Static

from ricordo_tui import actions

if TYPE_CHECKING:
    from ricordo_tui.actions import Place
    from ricordo_tui.session import Connection


class Footer(Static):
    """One line of keys; those that this console may not use are struck out."""

    def show(self, place: Place, connection: Connection) -> None:
        """Show the keys of a place."""
        parts: list[Content] = []
        for action in actions.at(place):
            if action.label:
                allowed = not connection.online or connection.may(action.needs)
                key = Content.styled(actions.shown_key(action.keys[0]), "bold")
                label = Content.styled(action.label, "" if allowed else "dim strike")
                parts.append(Content(" ").join([key, label]))
        self.update(Content("  ").join(parts))
