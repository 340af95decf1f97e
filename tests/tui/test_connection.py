"""The daemon comes, goes, and comes back; the console stays."""

from __future__ import annotations

import stat
import sys

import pytest

from ricordo_protocol import headers


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
