"""Everything that a key can do, once: bindings, footer and help are made from this table.

Pure. An action is `action_<id>` on the widget of each place that it is bound in, or, for one
with an `owner`, on the screen or the app.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Place(StrEnum):
    """Where a key applies: what has the focus, or the dialog that is open."""

    EVERYWHERE = "everywhere"
    LIST = "the list"
    SCOPES = "the scopes"
    DETAIL = "the text"
    SEARCH = "the search box"
    DELETE = "the delete question"
    EDIT = "the description editor"
    HELP = "this help"


class Owner(StrEnum):
    """What an action is a method of."""

    WIDGET = ""
    SCREEN = "screen."
    APP = "app."


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that keys do."""

    id: str
    keys: tuple[str, ...]
    label: str
    """One word or two for the footer; empty where the footer does not show it."""
    about: str
    """One line, for the help."""
    places: tuple[Place, ...]
    owner: Owner
    needs: str | None = None
    """The permission that the daemon asks for it."""
    urgent: bool = False
    """Taken before what has the focus sees the key."""


def _on(
    owner: Owner,
    name: str,
    keys: str,
    about: str,
    *places: Place,
    label: str = "",
    needs: str = "",
) -> Action:
    urgent = name == "leave"
    return Action(name, tuple(keys.split()), label, about, places, owner, needs or None, urgent)


_E, _L, _S, _D = Place.EVERYWHERE, Place.LIST, Place.SCOPES, Place.DETAIL
_PANES: Final = (_L, _S, _D)
_WIDGET, _SCREEN, _APP = Owner.WIDGET, Owner.SCREEN, Owner.APP
_FIND, _ASK, _EDIT, _HELP = Place.SEARCH, Place.DELETE, Place.EDIT, Place.HELP

ACTIONS: Final[tuple[Action, ...]] = (
    _on(_WIDGET, "line_down", "j down", "one row or line down", *_PANES),
    _on(_WIDGET, "line_up", "k up", "one row or line up", *_PANES),
    _on(_WIDGET, "half_down", "ctrl+d", "half a page down; never deletes", *_PANES),
    _on(_WIDGET, "half_up", "ctrl+u", "half a page up", *_PANES),
    _on(_WIDGET, "page_down", "pagedown", "a page down", *_PANES),
    _on(_WIDGET, "page_up", "pageup", "a page up", *_PANES),
    _on(_WIDGET, "first", "g home", "to the first row or line", *_PANES),
    _on(_WIDGET, "last", "G end", "to the last row or line", *_PANES),
    _on(_SCREEN, "open", "enter l right", "go to the text", _L, label="open"),
    _on(_WIDGET, "choose_scope", "enter l right", "list this scope only", _S, label="choose"),
    _on(_SCREEN, "back", "escape h left", "back to the list; there, end the search", *_PANES),
    _on(_SCREEN, "search", "slash", "search while typing", *_PANES, label="search"),
    _on(_SCREEN, "end_search", "escape", "end the search", _FIND, label="end search"),
    _on(_SCREEN, "leave_search", "enter down", "go to the hits", _FIND, label="to the hits"),
    _on(_SCREEN, "edit", "e", "edit the description", _L, _D, label="edit", needs="write"),
    _on(_SCREEN, "delete", "d", "to the trash, when asked", _L, _D, label="delete", needs="write"),
    _on(_SCREEN, "undo", "u", "undo your last change", *_PANES, label="undo", needs="write"),
    _on(_SCREEN, "refresh", "r", "look again at what is there", *_PANES),
    _on(_SCREEN, "help", "question_mark", "show these keys", *_PANES, label="help"),
    _on(_APP, "quit", "q", "leave the console", *_PANES, label="quit"),
    _on(_SCREEN, "confirm", "y", "delete it", _ASK, label="delete", needs="write"),
    _on(_SCREEN, "cancel", "escape n", "leave it as it is", _ASK, label="cancel"),
    _on(_SCREEN, "save", "enter", "save the description", _EDIT, label="save", needs="write"),
    _on(_SCREEN, "cancel", "escape", "close; asks once about unsaved text", _EDIT, label="cancel"),
    _on(_SCREEN, "cancel", "escape q question_mark", "close the help", _HELP, label="close"),
    _on(_APP, "focus_next", "tab", "to the next pane or button", _E),
    _on(_APP, "focus_previous", "shift+tab", "to the pane or button before", _E),
    _on(_SCREEN, "copy_text", "ctrl+c", "copy what the mouse has selected", _E),
    _on(_APP, "leave", "ctrl+q", "leave, also out of a dialog", _E),
)

_FIRST: Final = ("refresh", "help", "quit")

_SHOWN: Final = {
    "slash": "/",
    "question_mark": "?",
    "escape": "esc",
    "down": "↓",
    "up": "↑",
    "left": "←",
    "right": "→",
    "pagedown": "PgDn",
    "pageup": "PgUp",
    "home": "Home",
    "end": "End",
}


def shown_key(key: str) -> str:
    """Return a key as people know it: `/` for `slash`."""
    return _SHOWN.get(key, key)


def at(place: Place) -> tuple[Action, ...]:
    """Return what can be done in a place, in the table's order, without what can be everywhere."""
    return tuple(action for action in ACTIONS if place in action.places)


def one(action_id: str, place: Place) -> Action:
    """Return an action by its id and place. Raises `KeyError` for one that is not in the table."""
    for action in at(place):
        if action.id == action_id:
            return action
    raise KeyError(action_id, place)


def hints(place: Place) -> tuple[tuple[str, str], ...]:
    """Return the (key, label) pairs that the footer shows for a place."""
    return tuple((shown_key(a.keys[0]), a.label) for a in at(place) if a.label)


def first_steps() -> tuple[tuple[str, str], ...]:
    """Return the (key, label) pairs that an empty store offers: there is nothing to act on yet."""
    found = [one(action_id, Place.LIST) for action_id in _FIRST]
    return tuple((shown_key(a.keys[0]), a.label or a.about) for a in found)


def spelt(place: Place) -> str:
    """Return the footer keys of a dialog as its own text: `[y] delete  [esc] cancel`."""
    return "  ".join(f"[{key}] {label}" for key, label in hints(place))


def lines(place: Place) -> tuple[tuple[str, str], ...]:
    """Return the (keys, about) pairs that the help shows for a place."""
    return tuple((" ".join(shown_key(k) for k in a.keys), a.about) for a in at(place))
