"""Deleting asks, is about an identity, and can be undone."""

from __future__ import annotations

import pytest

from ricordo_tui.widgets.memory_list import ScopeList


@pytest.mark.requirement("AU-01")
async def test_deleting_asks_names_what_and_where_and_then_deletes(daemon, agent, open_console):
    await agent.save("keep")
    await agent.save("deploy_process", scope="user", scope_id="")

    async with open_console() as console:
        await console.dialog("d")
        where = console.page.rows.memory
        await console.seen(f"Delete deploy_process (user/{where.scope_id})?")
        await console.seen("[y] delete  [esc] cancel")
        assert await agent.names() == ["deploy_process", "keep"]

        await console.press("y")
        await console.closed()
        await console.seen("Deleted deploy_process")
        assert await agent.names() == ["keep"]
        assert console.names == ["keep"]
        assert console.under == "keep"
        (row,) = daemon.audit("memory.delete")
        assert (row["name"], row["scope"]) == ("deploy_process", "user")


async def test_only_the_confirming_key_deletes(agent, open_console):
    await agent.save("one")
    answers = ("escape", "n", "enter", "d escape", "space escape", "left down up right tab escape")

    async with open_console() as console:
        for keys in answers:
            await console.dialog("d")
            await console.press(*keys.split())
            await console.closed()
            assert await agent.names() == ["one"], keys


async def test_no_other_key_answers_the_question(agent, open_console):
    await agent.save("one")

    async with open_console() as console:
        dialog = await console.dialog("d")
        await console.press("d", "space", "left", "right", "down", "up", "ctrl+d", "x", "D", "Y")
        await console.press("tab", "space", "d")

        assert console.app.screen is dialog
        assert await agent.names() == ["one"]


async def test_cancel_has_the_focus_and_the_focused_button_is_the_one_that_acts(
    agent, open_console
):
    await agent.save("one")

    async with open_console() as console:
        dialog = await console.dialog("d")
        assert dialog.focused.id == "cancel"
        await console.press("tab")
        assert dialog.focused.id == "confirm"
        await console.press("enter")
        await console.closed()

        assert await agent.names() == []


async def test_what_was_typed_ahead_is_no_answer(agent, open_console):
    await agent.save("one")

    async with open_console() as console:
        await console.press("d", "y", "tab", "enter")
        dialog = console.app.screen
        assert dialog is not console.page
        await console.until(lambda: dialog._seen_at is not None, "the question is painted")
        console.clock.now += 0.2
        await console.press("y", "tab", "enter")
        assert console.app.screen is dialog
        assert dialog.focused.id == "cancel"

        console.clock.now += 0.1
        await console.press("y")
        await console.closed()
        assert await agent.names() == []


@pytest.mark.requirement("TS-01")
async def test_what_is_deleted_is_what_was_asked_about_whatever_the_rows_do(agent, open_console):
    await agent.save("y")
    await agent.save("x")

    async with open_console() as console:
        await console.dialog("d")
        await console.seen("Delete x (global)?")
        await agent.save("y", description="y is on top now")
        console.page.browser.refresh()
        await console.until(lambda: console.names == ["y", "x"], "the rows have moved")
        await console.press("y")
        await console.closed()

        assert await agent.names() == ["y"]


async def test_a_memory_that_was_changed_since_is_not_deleted(agent, open_console):
    await agent.save("x")

    async with open_console() as console:
        await console.dialog("d")
        await agent.save("x", description="changed meanwhile")
        await console.press("y")
        await console.closed()
        await console.seen("changed meanwhile")

        assert await agent.names() == ["x"]


async def test_a_memory_that_is_gone_leaves_the_list(agent, open_console):
    from ricordo_protocol import calls

    saved = await agent.save("x")
    await agent.save("y")

    async with open_console() as console:
        await console.press("j")
        await console.at_rest()
        await console.dialog("d")
        await agent.send(calls.delete_memory_by_id(saved.memory_id))
        await console.press("y")
        await console.closed()
        await console.seen("x was already gone")

        assert console.names == ["y"]


async def test_after_a_delete_the_cursor_is_on_the_next_row_at_the_end_on_the_last(
    agent, open_console
):
    await agent.fill(5)

    async with open_console() as console:
        steps = (("", "row_003"), ("j j", "row_000"), ("G", "row_002"), ("g", "row_002"))
        for keys, under in steps:
            await console.press(*keys.split())
            await console.dialog("d")
            await console.press("y")
            await console.closed()
            assert console.under == under
        await console.dialog("d")
        await console.press("y")
        await console.closed()

        assert console.under is None
        await console.seen("Nothing is remembered yet.")


async def test_undo_brings_back_what_was_deleted_newest_first(agent, open_console):
    await agent.fill(4)

    async with open_console() as console:
        for _ in range(2):
            await console.dialog("d")
            await console.press("y")
            await console.closed()
        assert await agent.names() == ["row_001", "row_000"]

        await console.press("u")
        await console.seen("Undid the delete of row_002")
        await console.at_rest()
        assert "row_002" in await agent.names()
        assert console.under == "row_002"
        await console.press("u")
        await console.seen("Undid the delete of row_003")
        assert sorted(await agent.names()) == ["row_000", "row_001", "row_002", "row_003"]

        await console.at_rest()
        await console.press("u")
        await console.seen("nothing of yours to undo")


async def test_an_undo_that_meets_a_newer_change_says_so_and_is_not_tried_again(
    agent, open_console
):
    await agent.save("x")

    async with open_console() as console:
        await console.dialog("d")
        await console.press("y")
        await console.closed()
        await agent.save("x", description="somebody else's x")
        await console.press("u")
        await console.seen("Could not undo the delete of x")
        await console.at_rest()
        await console.press("u")
        await console.seen("nothing of yours to undo")


async def test_an_undo_that_did_not_reach_the_daemon_stays_undoable(daemon, agent, open_console):
    await agent.save("x")

    async with open_console() as console:
        await console.dialog("d")
        await console.press("y")
        await console.closed()
        daemon.stop()
        await console.until(lambda: not console.app.session.connection.online, "it is offline")
        await console.press("u")
        await console.seen("Could not undo the delete of x")
        daemon.start()
        await console.until(lambda: console.app.session.connection.online, "it is back")
        await console.at_rest()
        await console.press("u")
        await console.until(lambda: console.names == ["x"], "the memory is back")


async def test_the_counts_of_the_scopes_follow_a_delete_and_its_undo(agent, open_console):
    await agent.fill(3)

    async with open_console() as console:
        await console.until(lambda: scope_counts(console) == {"all": 3, "global": 3}, "3")
        await console.dialog("d")
        await console.press("y")
        await console.closed()
        await console.until(lambda: scope_counts(console) == {"all": 2, "global": 2}, "one less")
        await console.press("u")
        await console.until(lambda: scope_counts(console) == {"all": 3, "global": 3}, "it is back")


def scope_counts(console):
    """Return the counts that the scope pane shows."""
    rows = console.page.query_one(ScopeList)._rows
    return {scope or "all": total for scope, _scope_id, total in rows}
