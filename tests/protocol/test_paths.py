"""Where things are: one function for the daemon and for every client."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from pathlib import Path

import pytest

from ricordo_protocol import calls, paths
from ricordo_protocol.client import Client
from ricordo_protocol.errors import InvalidInput, Unreachable
from support.home import wait_for

LIMIT = 103
"""The bytes of a socket's path that both Linux and macOS take."""


@pytest.fixture
def runtime(monkeypatch):
    """A private runtime folder whose path is short, named in the environment."""
    made = Path(tempfile.mkdtemp(prefix="r"))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(made))
    yield made
    shutil.rmtree(made)


@pytest.fixture
def person(monkeypatch, tmp_path):
    """A home folder of a person, and nothing else set."""
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def padded(folder: Path, length: int, char: str = "x") -> Path:
    """Return a path in `folder` of exactly `length` bytes."""
    missing = length - len(os.fsencode(folder)) - 1
    return folder / (char * (missing // len(char.encode()))).ljust(
        missing - missing // len(char.encode()) * (len(char.encode()) - 1), "y"
    )


def test_ricordo_home_holds_everything():
    found = paths.resolve({"RICORDO_HOME": "/srv/ricordo"})

    home = Path("/srv/ricordo")
    assert (found.data, found.state, found.home) == (home, home, home)
    assert found.config == home / "config.toml"
    assert found.socket == home / "daemon.sock"
    assert found.socket_lock == home / "daemon.sock.lock"
    assert found.database == home / "ricordo.db"
    assert found.store_lock == home / "ricordo.db.lock"
    assert found.log == home / "daemon.log"
    assert found.credentials == home / "credentials"


def test_ricordo_home_wins_over_the_runtime_folder(runtime):
    found = paths.resolve({"RICORDO_HOME": "/srv/ricordo", "XDG_RUNTIME_DIR": str(runtime)})

    assert found.socket == Path("/srv/ricordo/daemon.sock")


def test_without_ricordo_home_everything_is_in_folders_of_that_name(person):
    found = paths.resolve()

    assert found.home is None
    for folder in (found.data, found.state, found.config.parent):
        assert folder.is_relative_to(person)
        assert "ricordo" in folder.parts
    assert found.socket == found.state / "run" / "daemon.sock"


def test_a_private_runtime_folder_holds_the_socket(person, runtime):
    assert paths.resolve().socket == runtime / "ricordo" / "daemon.sock"
    assert paths.resolve().data.is_relative_to(person)


@pytest.mark.requirement("SS-02")
@pytest.mark.parametrize("mode", [0o755, 0o750, 0o701, 0o777, 0o1777, 0o500])
def test_a_runtime_folder_that_is_not_0700_is_not_used(person, runtime, mode):
    runtime.chmod(mode)

    assert paths.resolve().socket.is_relative_to(person)

    runtime.chmod(0o700)
    assert paths.resolve().socket.is_relative_to(runtime)


@pytest.mark.requirement("SS-02")
def test_a_runtime_folder_of_another_user_is_not_used(person, runtime, monkeypatch):
    monkeypatch.setattr(os, "getuid", lambda: runtime.stat().st_uid + 1)

    assert paths.resolve().socket.is_relative_to(person)


@pytest.mark.requirement("SS-02")
@pytest.mark.parametrize("kind", ["link", "file", "missing", "empty"])
def test_what_is_no_folder_is_no_runtime_folder(person, runtime, monkeypatch, kind):
    named = runtime / kind
    if kind == "link":
        target = runtime / "private"
        target.mkdir(0o700)
        named.symlink_to(target)
    elif kind == "file":
        named.touch(0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", "" if kind == "empty" else str(named))

    assert paths.resolve().socket.is_relative_to(person)


def test_ricordo_socket_is_taken_as_it_is_named(monkeypatch):
    monkeypatch.setenv("HOME", "/home/ann")

    assert paths.resolve({"RICORDO_HOME": "/h", "RICORDO_SOCKET": "/run/r.sock"}).socket == Path(
        "/run/r.sock"
    )
    assert paths.resolve({"RICORDO_HOME": "/h", "RICORDO_SOCKET": "~/r.sock"}).socket == Path(
        "/home/ann/r.sock"
    )


@pytest.mark.requirement("SL-07")
@pytest.mark.parametrize("char", ["x", "日"])
def test_a_named_socket_may_have_103_bytes(char):
    named = padded(Path("/run"), LIMIT, char)

    assert len(os.fsencode(named)) == LIMIT
    assert paths.resolve({"RICORDO_HOME": "/h", "RICORDO_SOCKET": str(named)}).socket == named


@pytest.mark.requirement("SL-07")
@pytest.mark.parametrize("char", ["x", "日"])
@pytest.mark.parametrize("length", [104, 107, 108, 200])
def test_a_named_socket_that_is_too_long_is_told_with_path_length_and_limit(length, char):
    named = padded(Path("/run"), length, char)

    with pytest.raises(InvalidInput) as caught:
        paths.resolve({"RICORDO_HOME": "/h", "RICORDO_SOCKET": str(named)})

    error = caught.value
    assert error.code == "socket_path_too_long"
    assert str(named) in error.sentence
    assert f"{length} bytes" in error.sentence
    assert "limit is 103" in error.sentence
    assert "RICORDO_SOCKET" in error.hint


@pytest.mark.requirement("SL-07")
def test_a_derived_socket_that_is_too_long_gets_a_hashed_name_in_the_runtime_folder(runtime):
    environs = [
        {"RICORDO_HOME": f"/srv/{name * 40}", "XDG_RUNTIME_DIR": str(runtime)}
        for name in ("one", "two", "日")
    ]

    sockets = [paths.resolve(environ).socket for environ in environs]

    assert sockets == [paths.resolve(environ).socket for environ in environs]
    assert len(set(sockets)) == 3
    for socket in sockets:
        assert socket.parent == runtime
        assert re.fullmatch(r"ricordo-[0-9a-f]{8}\.sock", socket.name)


@pytest.mark.requirement("SL-07")
def test_a_derived_socket_that_fits_nowhere_is_told_with_length_and_limit():
    # 40 CJK characters are 120 bytes: too long, though there are far fewer than 103 of them.
    with pytest.raises(InvalidInput, match="limit is 103") as caught:
        paths.resolve({"RICORDO_HOME": "/srv/" + "日" * 40})

    assert caught.value.code == "socket_path_too_long"


@pytest.mark.requirement("SL-07")
def test_daemon_and_client_meet_at_the_hashed_name(home, runtime):
    long = home.root / ("日" * 40)
    long.mkdir()
    long.joinpath("config.toml").write_text('[secrets]\nstore = "file"\n', "utf-8")
    environ = {"RICORDO_HOME": str(long), "XDG_RUNTIME_DIR": str(runtime)}
    process = home.spawn(env=environ)

    def status():
        try:
            with Client(paths.resolve(environ).socket) as client:
                return client.send(calls.get_ready()).status == "ready"
        except Unreachable:
            return False

    try:
        wait_for(status, "the daemon answers where the client looks")
    finally:
        process.terminate()
        assert process.wait(30) == 0
