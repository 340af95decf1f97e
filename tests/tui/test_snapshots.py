"""Each screen as it was last looked at by a person, in two sizes, with and without colour.

Against a real daemon whose clock stands still. `RICORDO_SNAPSHOTS=write` before the command that
runs this file writes them anew; then look at what changed.
"""

from __future__ import annotations

import difflib
import os
import re
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from ricordo_daemon import auth
from ricordo_protocol import calls, headers
from support.picture import Picture
from support.still_life import FOUND, MEMORIES, home_of

FOLDER = Path(__file__).parents[1] / "snapshots"
# Read here: within a test no setting of the person who runs it is left.
WRITE = os.environ.get("RICORDO_SNAPSHOTS") == "write"
SIZES = ((120, 32), (80, 24))


# --- homes ---


@pytest.fixture(scope="module")
def full():
    """A daemon with memories, which no test may change."""
    with home_of(*MEMORIES) as made:
        yield made


@pytest.fixture(scope="module")
def bare():
    """A daemon that holds nothing."""
    with home_of() as made:
        yield made


@pytest.fixture(scope="module")
def half():
    """A daemon whose index stays half built."""
    with home_of(*MEMORIES) as made:
        made.stop()
        made.half = True
        made.start()
        yield made


def with_token(home, folder, secret):
    """Return the paths of a console that finds another token there."""
    (folder / "credentials").mkdir(mode=0o700)
    token = folder / "credentials/user.token"
    token.write_text(secret, "ascii")
    token.chmod(0o600)
    (folder / "credentials/admin.token").write_text(secret, "ascii")
    (folder / "credentials/admin.token").chmod(0o600)
    return replace(home.paths, state=folder)


# --- pictures ---


@pytest.fixture(params=[True, False], ids=["colour", "plain"])
def colours(request, monkeypatch):
    """Whether there is colour; without it the environment says so too, as a person's would."""
    if not request.param:
        monkeypatch.setenv("NO_COLOR", "1")
    return request.param


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def size(request):
    return request.param


@pytest.fixture
def shoot(open_console, size, colours):
    """Open a console, and compare what it shows with the picture that is kept."""

    @asynccontextmanager
    async def opened(name, home, **options):
        options = {"paths": home.paths} | options
        async with open_console(size, colours=colours, **options) as console:
            yield console
            shown = await settled(console)
            assert shown.hidden() == []
            look = "colour" if colours else "plain"
            file = f"{name}-{size[0]}x{size[1]}-{look}.txt"
            compare(file, shown.told(file))

    return opened


async def settled(console):
    """Return what is on screen once it stays the same."""
    before = []

    def still():
        shown = Picture(console.app)
        same = before and (before[0].rows, before[0].looks) == (shown.rows, shown.looks)
        before[:] = [shown]
        return same and shown

    await console.at_rest()
    return await console.until(still, "the screen stays as it is")


def compare(file, shown):
    path = FOLDER / file
    if WRITE:
        FOLDER.mkdir(exist_ok=True)
        path.write_text(shown, "utf-8")
    kept = path.read_text("utf-8") if path.exists() else ""
    diff = difflib.unified_diff(
        kept.splitlines(), shown.splitlines(), f"kept: {file}", "shown now", lineterm=""
    )
    assert kept == shown, "\n".join(["the screen is another one", *diff])


# --- screens ---


async def test_the_list_with_the_text_beside_it(shoot, full):
    async with shoot("list", full) as console:
        await console.seen("Announce the migration")


async def test_the_hits_of_a_search_with_their_words_marked(shoot, full):
    async with shoot("search", full) as console:
        await console.press("/")
        await console.type("release migration")
        await console.until(lambda: "“release mig" in console.status, "the search is shown")
        await console.press("enter")
        shown = await settled(console)

        assert shown.attributes("release_steps") == {"bold reverse", "bold underline reverse"}
        assert shown.attributes("migration in the") == {"", "underline"}


@pytest.mark.requirement("TM-01", "TM-02", "TT-01")
async def test_a_hostile_text_is_read_as_it_is(shoot, full):
    async with shoot("hostile", full) as console:
        await console.until(lambda: "brackets" in console.names, "it is listed")
        while console.under != "brackets":
            await console.press("j")
        await console.seen("[@click=quit]")


async def test_the_editor_of_a_description(shoot, full, colours):
    async with shoot("edit", full) as console:
        await console.dialog("e")
        shown = await settled(console)

        if not colours:
            assert shown.attributes("the shop ") == {"", "reverse"}, "the cursor can be seen"


@pytest.mark.requirement("CO-03")
async def test_the_editor_when_somebody_else_was_quicker(shoot):
    with home_of(*MEMORIES) as home:
        async with shoot("edit-changed", home) as console:
            await console.dialog("e")
            with home.client("admin", label="sdk") as client:
                theirs = calls.describe_memory("release_steps", "Theirs: [/] deploy, then migrate")
                client.send(theirs)
            await console.type(" (mine)")
            await console.press("enter")
            await console.seen("It was changed meanwhile")


async def test_the_question_before_a_delete(shoot, full):
    async with shoot("delete", full) as console:
        await console.dialog("d")
        shown = await settled(console)

        assert shown.attributes("Cancel") == {"bold reverse"}
        assert "reverse" not in "".join(shown.attributes("Delete "))


async def test_the_help(shoot, full):
    async with shoot("help", full) as console:
        await console.dialog("?")


async def test_no_daemon(shoot, full):
    nowhere = replace(full.paths, socket=Path("/run/ricordo/nobody/daemon.sock"))
    async with shoot("down", full, paths=nowhere, wait=False) as console:
        await console.seen("The daemon does not answer.")


async def test_a_search_while_the_index_is_built(shoot, half):
    async with shoot("building", half) as console:
        await console.press("/")
        await console.type("bold")
        await console.until(lambda: "“bold”" in console.status, "the search is shown")
        await console.press("enter")


async def test_a_daemon_of_another_version(shoot, full, monkeypatch):
    monkeypatch.setattr(headers, "overlaps", lambda _: False)
    async with shoot("other-version", full, wait=False) as console:
        await console.seen("The daemon is of another version.")


async def test_a_token_that_the_daemon_does_not_know(shoot, full, tmp_path):
    paths = with_token(full, tmp_path, auth.new_secret().value)
    async with shoot("refused", full, paths=paths, wait=False) as console:
        await console.seen("The daemon does not let this console")


async def test_a_token_that_may_only_read(shoot, full, tmp_path):
    paths = with_token(full, tmp_path, full.reader)
    async with shoot("read-only", full, paths=paths) as console:
        await console.press("e")
        await console.seen("no right to write")


async def test_a_search_without_hits(shoot, full):
    async with shoot("no-results", full) as console:
        await console.press("/")
        await console.type("zebra [/]")
        await console.seen("No memory matches")


async def test_an_empty_store_with_something_to_import(shoot, bare):
    async with shoot("empty", bare, discover=lambda: FOUND) as console:
        await console.seen("ricordo import")


async def test_an_empty_store_with_nothing_to_import(shoot, bare):
    async with shoot("empty-nothing", bare, discover=list) as console:
        await console.seen("Found nothing to import")


# --- what holds of all of them ---


def test_no_picture_is_kept_that_no_test_takes():
    source = Path(__file__).read_text("utf-8")
    names = re.findall(r'shoot\(\s*"([a-z-]+)"', source)
    taken = {f"{n}-{w}x{h}-{c}.txt" for n in names for w, h in SIZES for c in ("colour", "plain")}

    assert {path.name for path in FOLDER.iterdir()} == taken
