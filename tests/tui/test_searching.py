"""Searching while typing."""

from __future__ import annotations

import asyncio

import pytest
from textual import events

from ricordo_tui.widgets.line_input import SearchBox


async def test_searching_shows_hits_while_typing_and_clearing_lists_again(agent, open_console):
    await agent.save("deploy_process", "how we ship", "run the deploy script")
    await agent.save("lunch", "where to eat", "the corner place")

    async with open_console() as console:
        await console.press("/")
        await console.type("ship")
        await console.until(lambda: console.names == ["deploy_process"], "the hit is shown")
        await console.at_rest()
        assert "1 of 1" in console.status
        assert " ms" in console.status
        assert "“ship”" in console.status

        await console.press("escape")
        await console.until(lambda: len(console.names) == 2, "the list is back")
        await console.at_rest()
        assert console.under == "deploy_process"
        assert console.page.query_one(SearchBox).value == ""


@pytest.mark.requirement("TS-06")
async def test_a_late_answer_to_an_older_search_never_overwrites_a_newer_one(agent, open_console):
    for name in ("alpha", "alpha_beta", "alpha_beta_gamma"):
        await agent.save(name, name.replace("_", " "))

    async with open_console() as console:
        session, gate, asked = console.app.session, asyncio.Event(), []
        send = session.send

        async def slow(call):
            reply = await send(call)
            if call.route.name == "search_all_memories":
                asked.append(call.query.q)
                if len(asked) == 1:
                    await gate.wait()
            return reply

        session.send = slow
        await console.press("/")
        await console.type("alpha")
        await console.until(lambda: asked, "the first search is on its way")
        await console.type(" gamma")
        gate.set()
        await console.until(lambda: "“alpha gamma”" in console.status, "the last search is shown")
        await console.at_rest()

        assert asked[-1] == "alpha gamma"
        assert console.names[0] == "alpha_beta_gamma"


@pytest.mark.requirement("TS-06")
async def test_the_answer_to_a_search_that_was_cleared_is_dropped(agent, open_console):
    await agent.save("alpha")
    await agent.save("beta")

    async with open_console() as console:
        session, gate, asked = console.app.session, asyncio.Event(), []
        send = session.send

        async def slow(call):
            reply = await send(call)
            if call.route.name == "search_all_memories":
                asked.append(call.query.q)
                await gate.wait()
            return reply

        session.send = slow
        await console.press("/")
        await console.type("alpha")
        await console.until(lambda: asked, "the search is on its way")
        await console.press("escape")
        gate.set()
        await console.at_rest()

        assert console.names == ["beta", "alpha"]


async def test_every_printable_key_types_itself_in_the_search_box(agent, open_console):
    await agent.save("one")
    printable = "jkgGhlqedur?/yn"

    async with open_console() as console:
        await console.press("/")
        await console.type(printable)
        await console.at_rest()

        assert console.page.query_one(SearchBox).value == printable
        assert await agent.names() == ["one"]


@pytest.mark.requirement("TT-03")
async def test_a_paste_of_several_lines_into_the_search_box_loses_nothing(agent, open_console):
    await agent.save("one")

    async with open_console() as console:
        await console.press("/")
        box = console.page.query_one(SearchBox)
        box.post_message(events.Paste("line1\nline2\r\nline3"))
        await console.until(lambda: box.value, "the paste has arrived")

        assert box.value == "line1 line2 line3"


async def test_a_search_that_is_too_long_to_send_is_refused_in_words(agent, open_console):
    await agent.save("one")

    async with open_console() as console:
        await console.press("/")
        console.page.query_one(SearchBox).post_message(events.Paste("日本 " * 2_000))
        await console.until(lambda: "too long to send" in console.status, "it says so")

        assert console.app.session.connection.online
        assert console.names == ["one"]


async def test_what_was_searched_for_is_underlined_in_list_and_text(agent, open_console):
    await agent.save("one", "how we deploy", "first line\nwe deploy here")

    async with open_console() as console:
        await console.press("/")
        await console.type("deploy")
        await console.until(lambda: "“deploy”" in console.status, "the search is shown")
        await console.at_rest()
        underlined = [
            segment.text
            for strip in console.app.screen._compositor.render_strips()
            for segment in strip
            if segment.style and segment.style.underline
        ]

        assert underlined == ["deploy", "deploy"]
