"""The daemon comes, goes, and comes back; the console stays."""

from __future__ import annotations

import asyncio
import stat
import sys
import threading

import pytest

from ricordo_protocol import credentials, headers
from ricordo_tui.widgets.line_input import SearchBox


@pytest.mark.requirement("CC-03")
async def test_after_an_outage_everything_is_as_it_was_but_fresh(daemon, agent, open_console):
    await agent.fill(10)

    async with open_console() as console:
        await console.press("/")
        await console.type("about")
        await console.until(lambda: "“about”" in console.status, "the search is shown")
        await console.press("enter", "j", "j", "j")
        await console.at_rest()
        under = console.under

        daemon.stop()
        await console.until(lambda: "○ offline" in console.status, "it says offline")
        assert "daemon start" in console.status
        assert console.under == under
        assert len(console.names) == 10

        daemon.start()
        await console.until(lambda: "● online" in console.status, "it says online")
        await agent.save("late", "about something new")
        await console.until(lambda: "index building" not in console.status, "it is built")
        await console.at_rest()
        assert console.under == under
        assert "“about”" in console.status


@pytest.mark.requirement("CC-03")
async def test_a_return_refreshes_the_list(daemon, agent, open_console):
    await agent.save("one")

    async with open_console() as console:
        daemon.stop()
        await console.until(lambda: "○ offline" in console.status, "it says offline")
        daemon.start()
        await agent.save("two")
        await console.until(lambda: "● online" in console.status, "it says online")
        await console.at_rest()
        await console.press("r")
        await console.until(lambda: console.names == ["two", "one"], "the list is fresh")
        await console.at_rest()

        assert console.under == "one"


async def test_a_console_without_a_daemon_says_how_to_start_one(home, open_console):
    async with open_console(wait=False) as console:
        await console.seen("The daemon does not answer.")
        await console.seen("ricordo daemon start")
        for key in ("j", "d", "e", "u", "r", "/", "x", "escape"):
            await console.press(key)
        await console.seen("The daemon does not answer.")

        home.start()
        await console.seen("Nothing is remembered yet.")


@pytest.mark.usefixtures("daemon")
async def test_a_daemon_of_another_version_is_named(open_console, monkeypatch):
    monkeypatch.setattr(headers, "overlaps", lambda _: False)

    async with open_console(wait=False) as console:
        await console.seen("The daemon is of another version.")
        await console.seen("ricordo daemon restart")


async def test_without_the_admin_token_the_own_memories_are_shown(daemon, agent, open_console):
    await agent.save("mine", scope="user")
    await agent.save("everywhere")
    (daemon.paths.credentials / "admin.token").unlink()

    async with open_console() as console:
        assert "own memories only" in console.status
        assert sorted(console.names) == ["everywhere", "mine"]
        await console.dialog("e")
        await console.type("!")
        await console.press("enter")
        await console.closed()
        await console.dialog("d")
        await console.press("y")
        await console.closed()
        assert len(console.names) == 1
        await console.press("u")
        await console.until(lambda: len(console.names) == 2, "it is back")


async def test_a_token_that_others_may_read_is_not_used(daemon, open_console):
    for name in ("admin", "user"):
        token = daemon.paths.credentials / f"{name}.token"
        token.chmod(token.stat().st_mode | stat.S_IROTH)

    async with open_console(wait=False) as console:
        await console.seen("The daemon does not let this console in.")
        await console.seen("chmod 600")


@pytest.mark.requirement("CC-01")
async def test_a_restart_between_two_keys_costs_a_search_no_error(daemon, agent, open_console):
    await agent.save("one", "about something")

    async with open_console() as console:
        await asyncio.to_thread(daemon.stop)
        await asyncio.to_thread(daemon.start)
        await console.press("/")
        await console.type("something")
        await console.until(lambda: "“something”" in console.status, "the search is shown")
        await console.until(lambda: console.names == ["one"], "the index is built")
        await console.at_rest()

        assert "1 of 1" in console.status
        assert list(console.app._notifications) == []


async def test_a_token_that_may_only_read_greys_keys_and_says_why(home, open_console):
    reader = home.add_user("eve", ("read",))
    home.start()
    token = home.paths.credentials / "user.token"
    token.write_text(reader.token, "ascii")
    (home.paths.credentials / "admin.token").unlink()

    async with open_console() as console:
        await console.seen("Nothing is remembered yet.")
        struck = {
            segment.text
            for strip in console.app.screen._compositor.render_strips()
            for segment in strip
            if segment.style and segment.style.strike
        }
        assert struck == {"edit", "delete", "undo"}


@pytest.mark.usefixtures("daemon")
@pytest.mark.requirement("KR-02")
async def test_a_keyring_that_does_not_answer_leaves_the_keys_alive(open_console, monkeypatch):
    release = threading.Event()
    read = credentials.read_token

    def slow(paths, name):
        assert release.wait(30)
        return read(paths, name)

    monkeypatch.setattr(credentials, "read_token", slow)
    try:
        async with open_console(wait=False) as console:
            await console.press("/")
            await console.type("typed")
            assert console.page.query_one(SearchBox).value == "typed"
            assert not console.app.session.connection.online
            release.set()
            await console.until(lambda: console.app.session.connection.online, "it is online")
            await console.until(lambda: "“typed”" in console.status, "it searched at once")
    finally:
        release.set()


async def test_a_fault_of_the_console_is_a_sentence_and_not_the_end(agent, open_console):
    await agent.save("one")

    async def broken():
        raise KeyError("[/] a fault")

    async with open_console() as console:
        console.page.start(broken())
        await console.until(lambda: console.app.faults, "the fault is met")
        await console.seen("a fault of the console")
        assert console.app.is_running
        console.app.faults.clear()


def test_importing_the_console_is_cheap():
    import subprocess

    code = (
        "import sys, ricordo_tui, ricordo_tui.actions, ricordo_tui.session\n"
        "heavy = {'textual', 'aiohttp', 'keyring', 'rich', 'sqlite3'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
        "import ricordo_tui.app\n"
        "heavy = {'aiohttp', 'keyring', 'sqlite3'} & set(sys.modules)\n"
        "assert not heavy, heavy\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
