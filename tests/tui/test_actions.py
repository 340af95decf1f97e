"""The table of actions, and that bindings and handlers agree with it."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from textual.screen import Screen
from textual.widget import Widget

import ricordo_tui
from ricordo_tui import actions
from ricordo_tui.actions import ACTIONS, Owner, Place
from ricordo_tui.app import ConsoleApp
from ricordo_tui.screens.delete_dialog import DeleteDialog
from ricordo_tui.screens.edit_dialog import EditDialog
from ricordo_tui.screens.help import HelpScreen
from ricordo_tui.screens.memories import MemoriesScreen
from ricordo_tui.widgets.detail import Body
from ricordo_tui.widgets.line_input import DescriptionInput, SearchBox
from ricordo_tui.widgets.memory_list import MemoryList, ScopeList

BOUND = {
    Place.EVERYWHERE: ConsoleApp,
    Place.LIST: MemoryList,
    Place.SCOPES: ScopeList,
    Place.DETAIL: Body,
    Place.SEARCH: SearchBox,
    Place.DELETE: DeleteDialog,
    Place.EDIT: EditDialog,
    Place.HELP: HelpScreen,
}
SCREENS = {
    Place.DELETE: DeleteDialog,
    Place.EDIT: EditDialog,
    Place.HELP: HelpScreen,
    Place.EVERYWHERE: Screen,
}


@pytest.mark.parametrize("place", Place)
def test_no_key_does_two_things_in_one_place(place):
    found = Counter(
        key
        for action in (*actions.at(place), *actions.at(Place.EVERYWHERE))
        for key in action.keys
    )
    if place is Place.EVERYWHERE:
        found = Counter({key: count // 2 for key, count in found.items()})

    assert dict.fromkeys(found, 1) == found


@pytest.mark.parametrize("place", Place)
def test_what_is_bound_in_a_place_is_what_the_table_says(place):
    bound = {(b.key, b.action) for b in BOUND[place].BINDINGS}

    assert {(",".join(a.keys), f"{a.owner}{a.id}") for a in actions.at(place)} == bound


@pytest.mark.parametrize("place", Place)
def test_every_action_has_somebody_to_do_it(place):
    for action in actions.at(place):
        owner = {
            Owner.WIDGET: BOUND[place],
            Owner.SCREEN: SCREENS.get(place, MemoriesScreen),
            Owner.APP: ConsoleApp,
        }[action.owner]
        assert callable(getattr(owner, f"action_{action.id}", None)), (action.id, owner)


@pytest.mark.parametrize("place", [Place.LIST, Place.SCOPES, Place.DETAIL])
def test_panes_are_left_no_key_by_textual_that_is_not_in_the_table(place):
    widget = BOUND[place]
    inherited = widget._merged_bindings.key_to_bindings

    assert {key for action in actions.at(place) for key in action.keys} == set(inherited)


def test_every_action_tells_what_it_does():
    for action in ACTIONS:
        assert action.about
        assert action.keys
        assert action.places


def test_half_a_page_is_all_that_ctrl_d_ever_is():
    assert {"half_down"} == {a.id for a in ACTIONS if "ctrl+d" in a.keys}


def test_the_key_that_confirms_is_not_the_key_that_asks():
    asks = set(actions.one("delete", Place.LIST).keys)
    confirms = set(actions.one("confirm", Place.DELETE).keys)

    assert asks.isdisjoint(confirms)
    assert {"enter", "space", "tab", "d"}.isdisjoint(confirms)


def test_no_key_that_types_a_letter_is_bound_where_letters_are_typed():
    for place in (Place.SEARCH, Place.EDIT, Place.EVERYWHERE):
        for action in actions.at(place):
            assert all(len(key) > 1 for key in action.keys), action
    assert issubclass(DescriptionInput, Widget)


def test_keys_are_named_in_the_table_and_nowhere_else():
    package = Path(ricordo_tui.__file__).parent
    for file in package.rglob("*.py"):
        if file.name not in ("actions.py", "bindings.py"):
            assert "Binding(" not in file.read_text("utf-8"), file


def test_a_dialog_prints_its_keys():
    assert actions.spelt(Place.DELETE) == "[y] delete  [esc] cancel"


def test_the_readme_has_every_key_and_what_it_does_and_no_other():
    page = (Path(__file__).parents[2] / "tui/README.md").read_text("utf-8")
    section = re.split(r"^## ", page.split("\n## The console\n", 1)[1], flags=re.MULTILINE)[0]
    told = re.findall(r"^\| (`.+`) \| (.+) \| (.+) \|$", section, re.MULTILINE)

    assert told == [
        (
            " ".join(f"`{actions.shown_key(key)}`" for key in action.keys),
            ", ".join(action.places),
            action.about,
        )
        for action in ACTIONS
    ]


def test_an_empty_store_offers_three_keys():
    assert actions.first_steps() == (
        ("r", "look again at what is there"),
        ("?", "help"),
        ("q", "quit"),
    )
