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


def shown_safely(console, text):
    """Whether every printable character of `text` is on screen; no other may ever be."""
    screen = console.text
    assert not any(char in screen for char in text if not char.isprintable())
    return all(char in screen for char in text if char.isprintable())


@pytest.mark.requirement("TM-01", "TM-02", "TT-01")
async def test_hostile_text_is_shown_as_it_is_in_list_detail_and_search(agent, open_console):
    texts = [*MARKUP, *CONTROLS]
    for number, text in enumerate(texts):
        await agent.save(f"hostile_{number}", text, f"{text}\n{text}", title=text, tags=[text])

    async with open_console(size=(200, 40)) as console:
        await console.press("/")
        await console.type("hostile")
        await console.until(lambda: "“hostile”" in console.status, "the search is shown")
        await console.press("enter")
        for _ in texts:
            await console.at_rest()
            memory = console.page.rows.memory
            text = texts[int(memory.name.removeprefix("hostile_"))]
            assert console.page.detail.memory_id == memory.memory_id
            assert memory.description == text
            assert shown_safely(console, text)
            if text in MARKUP:
                assert console.text.count(text) >= 5
            await console.press("j")


@pytest.mark.requirement("TM-01", "TM-02", "TT-01")
@pytest.mark.parametrize("text", ["see list [/", " ".join([*MARKUP, *CONTROLS])])
async def test_hostile_text_is_shown_as_it_is_in_dialogs_toasts_and_status(
    agent, open_console, text
):
    saved = await agent.save("hostile", text)

    async with open_console(size=(200, 50)) as console:
        await console.dialog("e")
        await console.until(lambda: shown_safely(console, text), "it is shown as it is")
        await console.press("!", "enter")
        await console.closed()
        assert (await agent.get(saved.memory_id)).description == text + "!"

        await console.dialog("e")
        await agent.send(calls.describe_memory_by_id(saved.memory_id, text))
        await console.press("?", "enter")
        await console.seen("Now stored")
        await console.until(lambda: shown_safely(console, text), "it is shown as it is")
        await console.press("escape", "escape")
        await console.closed()

        console.page.problem(text)
        console.page.changes._say(text)
        console.page.changes._fail(text)
        await console.pilot.pause()
        await console.until(lambda: shown_safely(console, text), "it is shown as it is")


@pytest.mark.requirement("TM-01")
async def test_a_hostile_query_is_shown_as_it_is(agent, open_console):
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
