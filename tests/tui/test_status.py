"""The sentences around the rows."""

from __future__ import annotations

import pytest

from ricordo_protocol.errors import Forbidden, Unauthorized, Unavailable, UpgradeRequired
from ricordo_protocol.memory import IndexState
from ricordo_tui import session, status
from ricordo_tui.pages import Ask, Pages
from ricordo_tui.session import Connection, Standing
from ricordo_tui.state import Shown, Undoable, UndoStack, View

ONLINE = Connection(Standing.ONLINE, permissions=frozenset({"read", "admin.memories"}))


def shown(view=None, total=0, **more):
    found = Shown(view or View(), Pages(), **more)
    rows = [type("Row", (), {"memory_id": "m0"})()] if total else []
    found.pages.store(Ask(0, ""), rows, total, "more" if total > 1 else None)
    return found


def line(connection, rows, **more):
    return status.line(connection, rows, 0, wanted=more.pop("wanted", rows.view), **more)


def test_the_status_says_place_time_query_and_scope():
    view = View("deploy", "user", "alice")

    assert line(ONLINE, shown(view, 12, took_ms=4.2)) == (
        "● online · 1 of 12 · 4 ms · for “deploy” · in user/alice"
    )


def test_the_status_says_what_is_waited_for():
    assert "searching “new”…" in line(ONLINE, shown(total=3), wanted=View("new"))
    assert "listing…" in line(ONLINE, shown(View("old"), 3), wanted=View())
    rows = shown(total=9)
    assert "loading, 1 so far" in status.line(ONLINE, rows, 5, wanted=rows.view)


def test_the_status_says_that_the_index_is_being_built():
    building = IndexState(state="building", done=10, total=2_000)

    assert "index building 10/2,000" in line(ONLINE, shown(View("x"), 3, index=building))


@pytest.mark.parametrize(
    ("error", "standing", "title"),
    [
        (Unavailable("starting"), Standing.OFFLINE, "The daemon does not answer."),
        (Unauthorized("no"), Standing.REFUSED, "The daemon does not let this console in."),
        (Forbidden("no"), Standing.REFUSED, "The daemon does not let this console in."),
        (UpgradeRequired("old"), Standing.OTHER_VERSION, "The daemon is of another version."),
    ],
)
def test_every_failure_has_its_title_its_sentence_and_its_hint(error, standing, title):
    error.hint = "Do this."
    connection = session._standing(error)
    said = status.notice(connection, shown(), started=False)

    assert connection.standing is standing
    assert said is not None
    assert said.text == f"{title}\n{error.sentence}.\nDo this."


def test_rows_need_no_notice_even_while_the_daemon_is_away():
    away = Connection(Standing.OFFLINE, "it is gone", "Start it.")

    assert status.notice(away, shown(total=3), started=True) is None
    assert line(away, shown(total=3)) == "○ offline · 1 of 3 · it is gone. Start it."


@pytest.mark.parametrize(
    ("view", "index", "said"),
    [
        (View(), None, "Nothing is remembered yet."),
        (View("", "user", "alice"), None, "Nothing is remembered in user/alice."),
        (View("zebra"), None, "No memory matches “zebra”."),
        (
            View("zebra"),
            IndexState(state="building", done=1, total=2),
            "No hits yet: the search index is being built (1 of 2).",
        ),
    ],
)
def test_no_rows_are_told_apart(view, index, said):
    found = status.notice(ONLINE, shown(view, index=index), started=True)

    assert found is not None
    assert found.title == said
    assert status.notice(ONLINE, shown(view), started=False).title == "Listing…"


def test_the_undo_stack_gives_the_newest_and_forgets_the_oldest():
    stack = UndoStack()
    changes = [Undoable(str(number), "") for number in range(150)]
    for change in changes:
        stack.push(change)
    stack.drop(changes[0])

    found = []
    while (last := stack.last()) is not None:
        found.append(last)
        stack.drop(last)

    assert found == changes[:49:-1]
