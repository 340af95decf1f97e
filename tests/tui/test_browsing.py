"""Listing, paging, reading."""

from __future__ import annotations

import pytest
from rich.cells import cell_len


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


@pytest.mark.requirement("TS-03")
async def test_a_refresh_keeps_the_cursor_on_its_memory(agent, open_console):
    await agent.fill(60)

    async with open_console() as console:
        await console.press("ctrl+d", "ctrl+d")
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
async def test_a_long_text_opens_and_scrolls_to_its_end(agent, open_console):
    for content in ("line\n" * 13_000, "日" * 65_536, "x" * 65_536):
        await agent.save(f"long_{ord(content[0])}", content=content)

    async with open_console() as console:
        body = console.page.detail.body
        for start in "x日l":
            await console.until(lambda start=start: console.body.startswith(start), "the text")
            assert len(console.body) > 60_000
            await console.press("l", "G")
            await console.until(lambda: body.scroll_offset.y == body.max_scroll_y > 0, "its end")
            await console.press("h", "j")


@pytest.mark.requirement("TT-04", "TT-05")
async def test_wide_characters_keep_the_columns_straight(agent, open_console):
    texts = [
        "日本語のとても長い説明文です" * 3,
        "👨\u200d👩\u200d👧 family " * 5,
        "e\u0301" * 60,
        "a\u2060b" * 40,
        "\N{BLACK CIRCLE FOR RECORD}\ufe0f rec \N{BLACK RIGHT-POINTING TRIANGLE}\ufe0f play " * 5,
    ]
    for number, text in enumerate([*texts, "plain " * 20]):
        await agent.save(f"row_{number}", text, text)

    async with open_console() as console:
        for width in (120, 80, 40):
            await console.pilot.resize_terminal(width, 24)
            for key in "jjjjjg":
                await console.press(key)
                await console.at_rest()
                strips = console.app.screen._compositor.render_strips()
                assert {cell_len(strip.text) for strip in strips} == {width}
                lines = [strip.text for strip in strips]
                borders = {cell_len(line[: line.index("│")]) for line in lines if "│" in line}
                assert len(borders) <= 1


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


async def test_the_width_decides_how_many_panes_there_are(agent, open_console):
    await agent.save("one")

    async with open_console() as console:
        for width, panes in ((120, 3), (119, 2), (80, 2), (79, 1), (40, 1)):
            await console.pilot.resize_terminal(width, 24)
            await console.pilot.pause()
            shown = [console.page.query_one(f"#{name}").size.width for name in PANES]
            assert sum(map(bool, shown)) == panes, width


PANES = ("scopes", "memories", "detail")
