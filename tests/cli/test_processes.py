from __future__ import annotations

import fcntl
import json
import os
import socket
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from ricordo_cli import processes
from ricordo_protocol import paths

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def where(tmp_path: Path) -> paths.Paths:
    return paths.resolve({"RICORDO_HOME": str(tmp_path)})


@pytest.fixture(params=["proc", "flock"])
def both_ways(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "flock":
        monkeypatch.setattr(processes, "_LOCKS", processes.Path("/nonexistent"))


@pytest.mark.requirement("SL-04")
@pytest.mark.usefixtures("both_ways")
def test_a_number_in_a_lock_file_proves_nothing(where: paths.Paths) -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as bystander:
        where.store_lock.write_text(json.dumps({"pid": bystander.pid}))

        assert processes.lock_holder(where) is None
        bystander.communicate()


@pytest.mark.usefixtures("both_ways")
def test_a_held_lock_names_its_holder(where: paths.Paths) -> None:
    where.socket_lock.write_text(json.dumps({"pid": os.getpid()}))
    with where.socket_lock.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)

        assert processes.lock_holder(where) == os.getpid()
    assert processes.lock_holder(where) is None


@pytest.mark.parametrize("text", ["", "{", "[]", '{"pid": "1"}', '{"pid": -1}', "\xff"])
def test_a_damaged_lock_file_names_nobody(where: paths.Paths, text: str) -> None:
    where.store_lock.write_text(text, "latin-1")

    assert processes.lock_holder(where) is None


def test_the_listener_is_who_listens(where: paths.Paths) -> None:
    assert processes.listener(where.socket) is None
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as server:
        server.bind(str(where.socket))
        server.listen()

        assert processes.listener(where.socket) == os.getpid()
    # The file is left behind, and so it stays: whose it is, is the daemon's business.
    assert processes.listener(where.socket) is None
    assert where.socket.exists()


STUBBORN = (
    "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
    "print('ready', flush=True)\ninput()"
)


@pytest.fixture(params=["pidfd", "number"])
def both_kinds(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "number":
        monkeypatch.delattr(os, "pidfd_open")


@pytest.mark.usefixtures("both_kinds")
def test_a_process_that_stays_is_told_so() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", STUBBORN], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()

        assert not processes.terminate(process.pid, 0, 0.05)
        process.communicate()


def test_a_process_that_ends_by_itself_is_not_cut_short() -> None:
    with subprocess.Popen([sys.executable, "-c", "pass"]) as process:
        assert processes.terminate(process.pid, 60, 0)

        assert process.wait() == 0


@pytest.mark.usefixtures("both_kinds")
def test_a_process_that_is_gone_needs_no_signal() -> None:
    with subprocess.Popen([sys.executable, "-c", "pass"]) as process:
        process.wait()

        assert processes.terminate(process.pid, 0, 0)


def test_what_a_child_printed_is_read_from_where_it_began(
    where: paths.Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    processes.output_file(where).write_text("an older run\n")
    command = (sys.executable, "-c", "import sys; sys.exit('its last words')")
    monkeypatch.setattr(processes, "COMMAND", command)

    child = processes.spawn(where)
    child.process.wait()

    assert child.last_words() == ["its last words"]
    assert child.exit_code() == 1
    assert child.output.read_text() == "an older run\nits last words\n"


def test_an_output_file_that_grew_starts_anew(
    where: paths.Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    processes.output_file(where).write_bytes(b"x" * 300_000)
    monkeypatch.setattr(processes, "COMMAND", (sys.executable, "-c", "print('hello')"))

    child = processes.spawn(where)
    child.process.wait()

    assert child.output.read_text() == "hello\n"


def test_the_output_file_is_the_owners_only(
    where: paths.Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = where.state / "deep"
    deep = paths.resolve({"RICORDO_HOME": str(state)})
    monkeypatch.setattr(processes, "COMMAND", (sys.executable, "-c", ""))

    processes.spawn(deep).process.wait()

    assert state.stat().st_mode & 0o777 == 0o700
    assert processes.output_file(deep).stat().st_mode & 0o777 == 0o600
