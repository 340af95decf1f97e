"""`ricordo demo` as a program: on a terminal, away from one, and on a terminal that is closed."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys

import pexpect
import pytest

from ricordo_cli import daemon as daemons
from ricordo_cli.demo.texts import seeds
from ricordo_protocol import paths
from support.home import BOUND, wait_for
from support.http import Api

COMMAND = ("-W", "error", "-m", "ricordo_cli", "demo")


@pytest.fixture
def environment(home):
    """The environment of a home of one's own, with temporary folders inside it."""
    return home.env | {"TMPDIR": str(home.root), "TERM": "xterm-256color"}


@pytest.fixture
def seed(environment):
    """Run `demo --seed-only`; stop the daemon that it leaves running."""
    started = []

    def run(*words):
        done = subprocess.run(
            [sys.executable, *COMMAND, "--seed-only", *words],
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=BOUND,
            check=False,
        )
        if done.returncode == 0:
            root = re.fullmatch(r"RICORDO_HOME=(.+)\n", done.stdout)[1]
            started.append(paths.resolve({"RICORDO_HOME": root}))
        return done, started[-1] if started else None

    yield run
    for where in started:
        daemons.stop(where)


def demos(home):
    """Return the folders of demos that are still there."""
    return sorted(home.root.glob("ricordo-demo-*"))


def test_a_seeded_store_is_left_running_and_said(home, seed):
    done, where = seed()

    assert "there already" in done.stderr
    assert "workstream, coordinator, project" in done.stderr
    assert f"RICORDO_HOME={where.home} ricordo daemon stop" in done.stderr
    api = Api(where.socket, (where.credentials / "user.token").read_text().strip())
    found = api.get("/v1/api/bootstrap?limit=1").json
    totals = {count["scope"]: count["total"] for count in found["counts"]}
    assert sum(totals.values()) == len(list(seeds()))
    origins = {m["origin"] for m in api.get("/v1/api/memories?limit=200").json["memories"]}
    assert origins == {"person", "agent"}
    assert demos(home) == [where.home]
    assert not home.paths.database.exists()


def test_seeding_again_adds_nothing(home, seed):
    folder = home.root / "d"

    first, _ = seed("--home", str(folder))
    again, where = seed("--home", str(folder))

    total = len(list(seeds()))
    assert f"{total} memories saved, 0 there already" in first.stderr
    assert f"0 memories saved, {total} there already" in again.stderr
    assert where.home == folder


def test_a_home_that_is_no_demo_is_refused(home, seed):
    done, _ = seed("--home", str(home.root))

    assert (done.returncode, done.stdout) == (5, "")
    assert "no demo made it" in done.stderr
    assert not home.paths.database.exists()


def running(home):
    """Return a handle of the one demo's daemon."""
    (folder,) = demos(home)
    return os.pidfd_open(daemons.status(paths.resolve({"RICORDO_HOME": str(folder)})).pid)


def ended(handle):
    """Whether a process has ended, or does within the bound, reaped by its parent or not."""
    try:
        return bool(select.select([handle], [], [], BOUND)[0])
    finally:
        os.close(handle)


@pytest.fixture
def console(environment):
    """Open the demo on a terminal, up to its first list."""
    with pexpect.spawn(
        sys.executable,
        list(COMMAND),
        env=environment,
        encoding="utf-8",
        timeout=BOUND,
        dimensions=(30, 120),
    ) as terminal:
        terminal.expect("naive_cafe")
        yield terminal


def test_leaving_the_console_leaves_nothing_behind(home, console):
    daemon = running(home)

    console.send("q")
    console.expect(pexpect.EOF)
    console.close()

    assert console.exitstatus == 0
    assert demos(home) == []
    assert ended(daemon)


def test_closing_the_terminal_leaves_nothing_behind(home, console):
    daemon = running(home)

    console.close(force=False)

    wait_for(lambda: not demos(home), "the demo's folder is removed")
    assert ended(daemon)
