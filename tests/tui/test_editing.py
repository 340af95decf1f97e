"""Editing a description: nothing typed is lost, nobody is overwritten unknowingly."""

from __future__ import annotations

import pytest
from textual import events

from ricordo_protocol import calls
from ricordo_tui.widgets.line_input import DescriptionInput
from ricordo_tui.widgets.plain import Plain


def field(console):
    return console.app.screen.query_one(DescriptionInput)


def message(console):
    return console.app.screen.query_one("#message", Plain).said


async def test_the_description_is_edited_where_it_stands(agent, open_console):
    saved = await agent.save("x", "before")

    async with open_console() as console:
        await console.dialog("e")
        assert field(console).value == "before"
        await console.type(" and after")
        await console.press("enter")
        await console.closed()

        assert (await agent.get(saved.memory_id)).description == "before and after"
        assert console.page.rows.memory.description == "before and after"
        await console.seen("before and after")

        await console.press("u")
        await console.seen("Undid the new description of x")
        await console.at_rest()
        assert (await agent.get(saved.memory_id)).description == "before"


async def test_what_would_be_refused_is_refused_before_it_is_sent(agent, open_console):
    saved = await agent.save("x", "before")

    async with open_console() as console:
        sent = []
        send = console.app.session.send

        async def watched(call):
            sent.append(call.route.name)
            return await send(call)

        await console.dialog("e")
        console.app.session.send = watched
        for typed, said in (("", "non-empty"), ("   ", "non-empty"), ("x" * 513, "512")):
            field(console).value = typed
            await console.press("enter")
            assert said in message(console)
            assert field(console).value == typed

        assert sent == []
        assert (await agent.get(saved.memory_id)).description == "before"


@pytest.mark.requirement("CO-03")
async def test_somebody_elses_change_is_shown_and_what_is_typed_stays(agent, open_console):
    saved = await agent.save("x", "before")

    async with open_console() as console:
        await console.dialog("e")
        await agent.send(calls.describe_memory_by_id(saved.memory_id, "theirs [/] here"))
        await console.type(" mine")
        await console.press("enter")
        await console.until(lambda: "changed meanwhile" in message(console), "it says so")
        await console.seen("theirs [/] here")
        assert field(console).value == "before mine"
        assert (await agent.get(saved.memory_id)).description == "theirs [/] here"

        await console.press("enter")
        await console.closed()
        assert (await agent.get(saved.memory_id)).description == "before mine"


@pytest.mark.requirement("TS-04")
async def test_a_refresh_takes_nothing_that_is_typed(agent, open_console):
    await agent.save("x", "before")

    async with open_console() as console:
        await console.dialog("e")
        await console.type(" mine")
        await agent.save("y")
        console.page.browser.refresh()
        await console.until(lambda: len(console.names) == 2, "it refreshed")

        assert field(console).value == "before mine"


@pytest.mark.requirement("TS-04")
async def test_unsaved_text_is_asked_about_once(agent, open_console):
    await agent.save("x", "before")

    async with open_console() as console:
        dialog = await console.dialog("e")
        await console.type("!")
        await console.press("escape")
        assert console.app.screen is dialog
        assert "not saved" in message(console)
        await console.type("!")
        await console.press("ctrl+q")
        assert console.app.screen is dialog
        assert console.app.is_running
        await console.press("escape")
        await console.closed()
        assert console.page.rows.memory.description == "before"


async def test_an_unchanged_text_closes_without_a_question(agent, open_console):
    await agent.save("x", "before")

    async with open_console() as console:
        await console.dialog("e")
        await console.press("escape")
        await console.closed()


@pytest.mark.requirement("TT-03")
async def test_a_paste_of_several_lines_becomes_one_and_loses_nothing(agent, open_console):
    saved = await agent.save("x", "before")

    async with open_console() as console:
        await console.dialog("e")
        field(console).post_message(events.Paste(" line1\nline2\nline3"))
        await console.until(lambda: "line1" in field(console).value, "the paste has arrived")
        await console.press("enter")
        await console.closed()

        assert (await agent.get(saved.memory_id)).description == "before line1 line2 line3"


@pytest.mark.requirement("TT-01")
async def test_editing_keeps_the_controls_that_are_stored(agent, open_console):
    saved = await agent.save("x", "a\x1b[2Jb")

    async with open_console() as console:
        await console.dialog("e")
        await console.seen("a␛[2Jb")
        assert "\x1b" not in console.text
        await console.type("c")
        await console.press("enter")
        await console.closed()

        assert (await agent.get(saved.memory_id)).description == "a\x1b[2Jbc"


@pytest.mark.requirement("CC-03")
async def test_what_is_typed_survives_the_daemon(daemon, agent, open_console):
    saved = await agent.save("x", "before")

    async with open_console() as console:
        await console.dialog("e")
        await console.type(" mine")
        daemon.stop()
        await console.press("enter")
        await console.until(lambda: "your text stays" in message(console), "it says so")
        assert "the daemon is not running" in message(console)
        daemon.start()
        await console.until(lambda: console.app.session.connection.online, "it is back")
        await console.press("enter")
        await console.closed()

        assert (await agent.get(saved.memory_id)).description == "before mine"
