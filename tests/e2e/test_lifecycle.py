"""One daemon a store and a socket: starting, a stale socket, a live one, stopping."""

from __future__ import annotations

import json
import os
import socket
import stat
import subprocess
import sys

import pytest

from ricordo_protocol import paths
from support.home import BOUND, wait_for
from support.http import Api


def ended(process):
    """Return a process's exit code and what it said on stderr."""
    _out, said = process.communicate(timeout=BOUND)
    return process.returncode, said.decode()


def refused(home, **kwargs):
    """Start one more daemon that must not come up; return its exit code and its words."""
    return ended(home.spawn(stderr=subprocess.PIPE, **kwargs))


@pytest.mark.requirement("SL-01")
def test_a_second_daemon_says_who_runs_and_leaves_the_first_alone(daemon):
    before = os.lstat(daemon.paths.socket)

    code, said = refused(daemon)

    assert (code, f"already running (pid {daemon.process.pid})" in said) == (5, True)
    assert os.lstat(daemon.paths.socket).st_ino == before.st_ino
    assert daemon.api().get("/v1/version").json["pid"] == daemon.process.pid


@pytest.mark.requirement("SL-01")
def test_of_eight_daemons_started_at_once_exactly_one_serves(home):
    crowd = [home.spawn(stderr=subprocess.PIPE) for _ in range(8)]
    losers = [process for process in crowd if _lost(process, crowd)]
    (winner,) = [process for process in crowd if process not in losers]
    home.process = winner
    home.wait_ready()

    assert len(losers) == 7
    assert {ended(process)[0] for process in losers} == {5}
    assert Api(home.paths.socket).get("/v1/version").json["pid"] == winner.pid
    winner.stderr.close()


def _lost(process, crowd):
    """Wait until seven of the crowd have ended, and tell whether this one has."""
    wait_for(lambda: sum(one.poll() is not None for one in crowd) >= 7, "seven daemons gave up")
    return process.poll() is not None


@pytest.mark.requirement("SL-01")
def test_two_homes_cannot_share_one_socket(daemon, tmp_path):
    other = tmp_path / "other"
    other.mkdir(mode=0o700)
    environment = {"RICORDO_HOME": str(other), "RICORDO_SOCKET": str(daemon.paths.socket)}

    code, said = refused(daemon, env=environment)

    assert (code, "already running" in said) == (5, True)


def test_two_sockets_cannot_share_one_store(daemon):
    elsewhere = daemon.root / "other.sock"

    code, said = refused(daemon, env={"RICORDO_SOCKET": str(elsewhere)})

    assert (code, "already running" in said) == (5, True)
    assert not elsewhere.exists()


@pytest.mark.requirement("SL-02")
def test_it_starts_over_the_socket_that_a_killed_one_left(daemon):
    daemon.kill()
    assert daemon.paths.socket.exists()

    daemon.start()

    assert daemon.api().save().status == 201


@pytest.mark.requirement("SL-02")
def test_it_starts_after_a_clean_stop_which_leaves_no_socket(daemon):
    assert daemon.stop() == 0
    assert not daemon.paths.socket.exists()

    daemon.start()


@pytest.mark.requirement("SL-04")
def test_a_lock_file_that_names_another_process_keeps_nobody_out(home):
    sleeper = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        for lock in (home.paths.store_lock, home.paths.socket_lock):
            lock.write_text(json.dumps({"pid": sleeper.pid}), "utf-8")
        home.start()
    finally:
        sleeper.communicate(b"\n")


@pytest.mark.requirement("SL-09")
@pytest.mark.parametrize("kind", ["file", "folder", "link"])
def test_what_is_not_a_socket_is_named_and_left_as_it_is(home, kind):
    path, target = home.paths.socket, home.root / "precious"
    target.write_text("precious", "utf-8")
    if kind == "file":
        path.write_text("precious", "utf-8")
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to(target)

    code, said = refused(home)

    words = {"file": "a file", "folder": "a folder", "link": "a symbolic link"}
    assert code == 5
    assert f"{path} is {words[kind]}, not a socket" in said
    assert target.read_text("utf-8") == "precious"
    assert path.is_dir() if kind == "folder" else path.read_text("utf-8") == "precious"


def test_a_live_socket_of_another_program_is_not_taken(home):
    with socket.socket(socket.AF_UNIX) as other:
        other.bind(str(home.paths.socket))
        other.listen()
        code, said = refused(home)

        assert (code, "another program listens" in said) == (5, True)
        assert home.paths.socket.exists()


@pytest.mark.requirement("SL-07")
def test_a_socket_path_that_is_too_long_is_told_with_its_length_and_the_limit(home):
    long = home.root / ("x" * 120)

    code, said = refused(home, env={"RICORDO_SOCKET": str(long)})

    assert code == 6
    assert f"{long} has {len(str(long))} bytes, the limit is 103" in said


@pytest.mark.requirement("SL-07")
def test_a_home_that_is_too_deep_gets_a_short_socket_that_clients_find_too(home):
    deep = home.root / ("日" * 40)
    deep.mkdir(mode=0o700)
    runtime = home.root / "run"
    runtime.mkdir(mode=0o700)
    home.env |= {"RICORDO_HOME": str(deep), "XDG_RUNTIME_DIR": str(runtime)}
    home.paths = paths.resolve(home.env)
    home.configure()

    home.start()

    assert home.paths.socket.parent == runtime
    assert home.api().save().status == 201


@pytest.mark.requirement("SS-01")
def test_everything_it_makes_is_ours_alone_whatever_the_umask_was(home):
    before = os.umask(0)
    try:
        home.start()
        home.api().save()
    finally:
        os.umask(before)

    modes = {
        path.relative_to(home.root).as_posix(): stat.S_IMODE(path.lstat().st_mode)
        for path in home.root.rglob("*")
        if path != home.paths.config
    }
    folders = {name: mode for name, mode in modes.items() if (home.root / name).is_dir()}
    assert set(folders.values()) == {0o700}
    assert {mode for name, mode in modes.items() if name not in folders} == {0o600}


@pytest.mark.requirement("SS-01")
def test_the_socket_is_never_seen_with_a_wider_mode(home):
    """Look at it as fast as we can while it comes into being, five times."""
    seen = set()
    before = os.umask(0)
    try:
        for _ in range(5):
            process = home.spawn()
            while not _answers(home):
                try:
                    seen.add(stat.S_IMODE(os.lstat(home.paths.socket).st_mode))
                except FileNotFoundError:
                    continue
            process.terminate()
            assert process.wait(BOUND) == 0
    finally:
        os.umask(before)

    assert seen == {0o600}


def _answers(home):
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(home.paths.socket))
        except OSError:
            return False
        return True


@pytest.mark.requirement("SS-02")
@pytest.mark.parametrize("mode", [0o777, 0o770, 0o1777])
def test_a_folder_that_others_may_write_to_is_refused_and_not_changed(home, mode):
    shared = home.root / "shared"
    shared.mkdir()
    shared.chmod(mode)

    code, said = refused(home, env={"RICORDO_SOCKET": str(shared / "x.sock")})

    assert (code, "may be written by others" in said) == (6, True)
    assert stat.S_IMODE(shared.stat().st_mode) == mode


def test_a_setting_that_does_not_exist_is_named_with_its_file(home):
    home.configure("[server]\nmax_conections = 3\n")

    code, said = refused(home)

    assert code == 6
    assert f"{home.paths.config}: server.max_conections: unknown setting" in said


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[server]\nmax_connections = 0\n", "server.max_connections"),
        ('[server]\nbody_seconds = "x"\n', "server.body_seconds"),
        ("[server\n", "line 3"),
        ("[nonsense]\n", "nonsense: unknown setting"),
    ],
)
def test_a_bad_setting_is_told_with_its_key_or_line(home, text, problem):
    home.configure(text)

    code, said = refused(home)

    assert (code, problem in said) == (6, True), said
