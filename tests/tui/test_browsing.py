"""Listing, paging, searching, reading."""

from __future__ import annotations

import asyncio

import pytest
from rich.cells import cell_len
from textual import events

from ricordo_tui.widgets.line_input import SearchBox


async def test_the_console_opens_on_the_newest_memory_and_its_text(agent, open_console):
    await agent.save("old", content="old text")
    await agent.save("new", content="new text")

    async with open_console() as console:
        await console.until(lambda: console.body == "new text", "the text is shown")

        assert console.names == ["new", "old"]
        assert console.under == "new"
        assert "● online · 1 of 2" in console.status
        assert "global" in console.text


async def test_rows_come_page_by_page_as_the_cursor_goes(agent, open_console):
    await agent.fill(300)

    async with open_console() as console:
        assert len(console.names) == 128
        assert "1 of 300" in console.status

        await console.press("G")
        await console.until(lambda: console.under == "row_000", "the last row is loaded")
        await console.at_rest()
        assert console.body == "row_000"
        assert "300 of 300" in console.status

        await console.press("g", "j", "j", "k")
        await console.at_rest()
        assert console.under == "row_298"
        assert console.body == "row_298"


async def test_every_key_moves_the_cursor_as_it_says(agent, open_console):
    await agent.fill(61)
    steps = {
        "j down": 2,
        "j j k up": 0,
        "ctrl+d": 15,
        "ctrl+d ctrl+u": 0,
        "pagedown": 29,
        "pagedown pageup": 0,
        "end": 60,
        "G home": 0,
        "k": 0,
        "G j": 60,
    }

    async with open_console() as console:
        for keys, row in steps.items():
            await console.press("g", *keys.split())
            assert console.page.rows.cursor == row, keys
        assert len(await agent.names()) == 61


async def test_keys_go_between_the_panes(agent, open_console):
    await agent.save("one", content="\n".join(f"line {i}" for i in range(100)))

    async with open_console() as console:
        await console.press("l")
        assert console.page.place == "the text"
        await console.press("G")
        await console.seen("line 99")
        await console.press("h")
        assert console.page.place == "the list"
        await console.press("enter", "escape")
        assert console.page.place == "the list"
        await console.press("tab")
        assert console.page.place == "the text"
        await console.press("tab")
        await console.press("tab")
        assert console.page.place == "the list"


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


@pytest.mark.requirement("TS-03")
async def test_a_refresh_keeps_the_cursor_on_its_memory(agent, open_console):
    await agent.fill(60)

    async with open_console() as console:
        await console.press(*["j"] * 30)
        before = console.under
        await agent.save("on_top")
        await agent.save(before, scope="user", description="the same name in another scope")
        await console.press("r")
        await console.until(lambda: console.page.browser.shown.pages.total == 62, "it refreshed")
        await console.at_rest()

        assert console.under == before
        assert console.page.rows.memory.scope == "global"
        assert console.page.rows.cursor == 32


async def test_no_hits_and_an_empty_store_say_what_to_do(agent, open_console):
    async with open_console() as console:
        await console.seen("Nothing is remembered yet.")
        for key in ("j", "k", "G", "g", "ctrl+d", "enter", "d", "e", "u", "r", "h", "pagedown"):
            await console.press(key)
        await console.at_rest()
        assert console.app.screen is console.page

        await agent.save("one")
        await console.press("/")
        await console.type("zebra")
        await console.seen("No memory matches “zebra”.")


async def test_a_scope_can_be_listed_alone(agent, open_console):
    await agent.save("everywhere")
    await agent.save("mine", scope="user")

    async with open_console() as console:
        await console.press("shift+tab")
        assert console.page.place == "the scopes"
        await console.press("j", "enter")
        await console.until(lambda: console.names == ["everywhere"], "one scope is listed")

        assert "in global" in console.status
        assert console.page.place == "the list"


async def test_a_memory_that_was_deleted_elsewhere_says_so(agent, open_console):
    await agent.save("one")
    saved = await agent.save("two")
    await agent.save("three")

    async with open_console() as console:
        from ricordo_protocol import calls

        await agent.send(calls.delete_memory_by_id(saved.memory_id))
        await console.press("j")
        await console.seen("two is gone")


async def test_the_help_is_made_from_the_table(agent, open_console):
    await agent.save("one")

    async with open_console() as console:
        await console.dialog("?")
        await console.seen("half a page down; never deletes")
        await console.press("escape")
        await console.closed()


@pytest.mark.requirement("TT-06")
@pytest.mark.parametrize(
    "content", ["x" * 65_536, "日" * 65_536, "word " * 13_107, "line\n" * 13_000]
)
async def test_a_long_text_opens_and_scrolls_to_its_end(agent, open_console, content):
    await agent.save("long", content=content)
    await agent.save("short")

    async with open_console() as console:
        await console.press("j")
        await console.until(lambda: len(console.body) > 60_000, "the text is shown")
        await console.press("l", "G")
        body = console.page.detail.body
        await console.until(
            lambda: body.scroll_offset.y == body.max_scroll_y > 0, "its end is seen"
        )


@pytest.mark.requirement("TT-04")
@pytest.mark.parametrize("width", [120, 80, 40])
async def test_wide_characters_keep_the_columns_straight(agent, open_console, width):
    texts = [
        "日本語のとても長い説明文です" * 3,
        "👨\u200d👩\u200d👧 family " * 5,
        "e\u0301" * 60,
        "a\u2060b" * 40,
    ]
    for number, text in enumerate([*texts, "plain " * 20]):
        await agent.save(f"row_{number}", text, text)

    async with open_console(size=(width, 24)) as console:
        for _ in texts:
            strips = console.app.screen._compositor.render_strips()
            assert {cell_len(strip.text) for strip in strips} == {width}
            lines = [strip.text for strip in strips]
            borders = {cell_len(line[: line.index("│")]) for line in lines if "│" in line}
            assert len(borders) <= 1
            await console.press("j")
            await console.at_rest()


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


@pytest.mark.requirement("TS-05")
async def test_no_size_of_the_terminal_breaks_anything(agent, open_console):
    await agent.fill(5)
    sizes = [(200, 60), (80, 24), (40, 10), (20, 5), (1, 1), (0, 0), (120, 32)]

    async with open_console() as console:
        for size in sizes:
            await console.pilot.resize_terminal(*size)
        await console.dialog("d")
        for size in sizes:
            await console.pilot.resize_terminal(*size)
        await console.press("escape")
        await console.closed()
        assert console.under == "row_004"


@pytest.mark.parametrize(("width", "panes"), [(120, 3), (119, 2), (80, 2), (79, 1)])
async def test_the_width_decides_how_many_panes_there_are(agent, open_console, width, panes):
    await agent.save("one")

    async with open_console(size=(width, 24)) as console:
        shown = [console.page.query_one(f"#{name}").size.width for name in PANES]

        assert sum(map(bool, shown)) == panes


PANES = ("scopes", "memories", "detail")
