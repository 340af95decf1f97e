"""Textual bindings, made from the table of actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.binding import Binding

from ricordo_tui import actions

if TYPE_CHECKING:
    from textual.binding import BindingType


def of(place: actions.Place) -> list[BindingType]:
    """Return the bindings of a place. Only the id is bound, so that help and keys agree."""
    return [
        Binding(
            ",".join(action.keys),
            f"{action.owner}{action.id}",
            action.about,
            show=bool(action.label),
            priority=action.urgent,
        )
        for action in actions.at(place)
    ]
