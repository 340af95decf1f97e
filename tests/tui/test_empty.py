"""The console over an empty store: what it says, and when it looks for what to import."""

from __future__ import annotations

import threading

import pytest

from ricordo_cli.commands.console import importable

FOUND = [("3 notes in /home/lina/[/] [bold]notes", "ricordo import '/home/lina/[/] [bold]notes'")]


class Look:
    """Something that looks for what to import, and counts how often it is asked."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.threads = []

    def __call__(self):
        self.threads.append(threading.current_thread())
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer


@pytest.mark.usefixtures("daemon")
@pytest.mark.requirement("TM-01")
async def test_it_says_what_ricordo_is_what_was_found_and_which_keys_to_press(open_console):
    look = Look(FOUND)

    async with open_console(discover=look) as console:
        await console.seen("3 notes in /home/lina/[/] [bold]notes")
        await console.seen("ricordo import '/home/lina/[/] [bold]notes'")
        await console.seen("ricordo keeps what your agents should remember")
        await console.seen("r look again at what is there   ? help   q quit")

    assert len(look.threads) == 1
    assert look.threads[0] is not threading.main_thread()


async def test_over_rows_nothing_is_looked_for_until_they_are_gone(agent, open_console):
    await agent.save("one")
    look = Look(FOUND)

    async with open_console(discover=look) as console:
        await console.press("r")
        await console.at_rest()
        assert look.threads == []

        await console.press("l")
        await console.dialog("d")
        await console.press("y")
        await console.seen("ricordo import '/home/lina")
        assert console.app.focused is console.page.rows

        await console.press("u")
        await console.until(lambda: console.names == ["one"], "it is back")
        await console.at_rest()
        assert "ricordo import" not in console.text


@pytest.mark.usefixtures("daemon")
async def test_what_an_agent_has_left_is_offered_with_the_command(
    open_console, tmp_path, monkeypatch
):
    folder = tmp_path / ".claude/projects/-home-lina-shop/memory"
    folder.mkdir(parents=True)
    (folder / "a.md").write_text("---\nname: a\ndescription: about a\n---\ntext\n", "utf-8")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)

    async with open_console((200, 40), discover=importable) as console:
        await console.seen(f"1 note in {folder}")
        await console.seen(f"ricordo import {folder}")


@pytest.mark.usefixtures("daemon")
async def test_r_looks_again(open_console):
    look = Look([], FOUND)

    async with open_console(discover=look) as console:
        await console.seen("Found nothing to import")
        await console.press("r")
        await console.seen("3 notes in")

    assert len(look.threads) == 2


async def test_r_shows_what_was_imported_meanwhile(agent, open_console):
    async with open_console(discover=Look(FOUND)) as console:
        await console.seen("3 notes in")
        await agent.save("imported")
        await console.press("r")
        await console.until(lambda: console.names == ["imported"], "it is listed")
        await console.at_rest()

        assert "3 notes in" not in console.text
        await console.seen("about imported")


@pytest.mark.usefixtures("daemon")
async def test_a_look_that_fails_is_a_sentence_and_no_fault(open_console):
    async with open_console(discover=Look(PermissionError("no [/] entry"))) as console:
        await console.seen("Found nothing to import")
        await console.seen("PermissionError: no [/] entry")


@pytest.mark.usefixtures("daemon")
async def test_a_look_that_hangs_leaves_the_keys_alive_and_does_not_keep_the_console(
    open_console,
):
    release = threading.Event()

    def hang():
        assert release.wait(60)
        return []

    try:
        async with open_console(discover=hang) as console:
            await console.seen("Looking for what your agents have left")
            await console.press("r")
            await console.dialog("?")
            await console.press("escape")
            await console.closed()
        # Here the console is left: that the look still hangs has kept nobody.
    finally:
        release.set()


@pytest.mark.usefixtures("daemon")
async def test_searching_an_empty_store_is_a_search_without_hits(open_console):
    async with open_console(discover=Look(FOUND)) as console:
        await console.seen("3 notes in")
        await console.press("/")
        await console.type("zebra")
        await console.seen("No memory matches “zebra”")
        await console.press("escape")
        await console.seen("3 notes in")


@pytest.mark.usefixtures("daemon")
@pytest.mark.requirement("TS-05")
@pytest.mark.parametrize("size", [(40, 10), (80, 24), (200, 60), (20, 5)])
async def test_in_every_size_the_keys_can_be_read(open_console, size):
    async with open_console(size, discover=Look(FOUND * 20)) as console:
        await console.until(lambda: "Looking" not in console.text, "it has looked")
        if size[1] >= 10:
            await console.seen("q quit")
        await console.pilot.resize_terminal(100, 30)
        await console.seen("ricordo import '/home/lina")
