"""Stored text is never markup and never a terminal's command, wherever it is shown."""

from __future__ import annotations

import pytest

from ricordo_protocol import calls
from ricordo_tui.screens.help import HelpScreen

MARKUP = [
    "[/]",
    "[/#888]",
    "[00] x",
    '{"a": [true, false]}',
    "[bold",
    "[link=http://x]",
    "[@click=app.exit]click me[/]",
    "see list [/",
    "range [b + c",
    "[[double]] \\[escaped\\]",
    "$foreground [$error]x[/$error]",
]
CONTROLS = [
    "before\x1b[2J\x1b[Hafter",
    "\x9b31mred",
    "\x1b]0;title\x07",
    "\x1b]52;c;aGk=\x07",
    "bell\x07 back\x08",
    "\u202eright to left",
]


async def everywhere(console, agent, saved, text):
    """Show `text` in list, detail, search, edit, toast, status, dialog and undo."""
    shown = console.page.rows.row_cells(0, 200)
    await console.press("/")
    await console.type("hostile")
    await console.until(lambda: "“hostile”" in console.status, "the search is shown")
    await console.press("enter")
    await console.at_rest()
    await console.dialog("e")
    await console.press("!", "enter")
    await console.closed()
    assert (await agent.get(saved.memory_id)).description == text + "!"
    await agent.send(calls.describe_memory_by_id(saved.memory_id, text))
    await console.dialog("e")
    await console.press("?", "enter")
    await console.seen("Now stored")
    await console.press("escape", "escape")
    await console.closed()
    console.page.problem(text)
    console.page.changes._say(text)
    console.page.changes._fail(text)
    await console.pilot.pause()
    return shown


@pytest.mark.requirement("TM-01", "TM-02", "TT-01")
async def test_hostile_text_is_shown_as_it_is_in_every_place(agent, open_console):
    for number, text in enumerate([*MARKUP, *CONTROLS]):
        saved = await agent.save(f"hostile_{number}", text, f"{text}\n{text}", title=text)
        async with open_console(size=(200, 40)) as console:
            await console.until(lambda: console.page.detail.memory_id == saved.memory_id, "text")
            for char in text:
                assert char.isprintable() == (char in console.text) or char == " ", (text, char)
            await everywhere(console, agent, saved, text)
            assert console.app.is_running
            assert not any(c in console.text for c in "\x1b\x9b\x07\x08\u202e")
            if text in MARKUP:
                assert text in console.page.query_one("#header").said
                assert text in console.text
        await agent.send(calls.delete_memory_by_id(saved.memory_id))


@pytest.mark.requirement("TM-01")
async def test_a_hostile_scope_and_query_are_shown_as_they_are(home, agent, open_console):
    await agent.save("one")

    async with open_console() as console:
        await console.press("/")
        await console.type("[/] [bold")
        await console.until(lambda: "“[/] [bold”" in console.status, "the query is shown")
        await console.at_rest()
        console.app.push_screen(HelpScreen(console.page.place))
        await console.seen("Keys in the search box")


@pytest.mark.requirement("TM-01", "TT-01")
async def test_the_delete_question_shows_hostile_names_and_scopes_as_they_are(open_console):
    from ricordo_tui.screens.delete_dialog import DeleteDialog
    from ricordo_tui.state import Target

    target = Target("id", "[/] \x1b[2J", "user", "[@click=app.exit]x[/]", 1)
    async with open_console(wait=False) as console:
        console.app.push_screen(DeleteDialog(target, console.clock))
        await console.seen("Delete [/] ␛[2J (user/[@click=app.exit]x[/])?")
