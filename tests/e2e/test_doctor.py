"""`ricordo doctor` beside real daemons that live, were killed, or cannot start."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys

import pytest

from ricordo_protocol import __version__
from support.home import BOUND


def run(home, *words, **env):
    """Run the command as a program; return its exit code and its checks by name."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "ricordo_cli", "doctor", "--json", *words],
        env=home.env | env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=BOUND,
        check=False,
    )
    assert done.stderr == b""
    checks = json.loads(done.stdout)["checks"]
    return done.returncode, {one["name"]: one for one in checks}


def states(checks, *but):
    """Return the states of all checks but some."""
    return {one["state"] for name, one in checks.items() if name not in but}


def snapshot(root):
    """Return everything that can be seen of a folder's files from outside."""
    return {
        str(path): (found.st_mode, found.st_size, found.st_mtime_ns, found.st_ino)
        for path in root.rglob("*")
        if (found := path.lstat())
    }


def test_a_daemon_that_serves_has_nothing_wrong_and_is_left_as_it_was(daemon):
    daemon.api().save("a")
    # What the daemon writes for a request may come a moment after its reply.
    run(daemon)
    before = (daemon.audit(), snapshot(daemon.paths.credentials))

    code, checks = run(daemon)

    assert (code, states(checks)) == (0, {"ok"})
    assert f"ricordo {__version__} answers" in checks["daemon"]["found"]
    assert "the daemon takes it" in checks["user_token"]["found"]
    assert "the daemon takes it" in checks["admin_token"]["found"]
    assert {"ready.store", "ready.index", "ready.secrets", "ready.socket"} <= checks.keys()
    assert (daemon.audit(), snapshot(daemon.paths.credentials)) == before


def test_no_secret_is_shown(daemon):
    _, checks = run(daemon)

    assert daemon.token("user") not in json.dumps(checks)
    assert daemon.token("admin") not in json.dumps(checks)


def test_without_a_daemon_nothing_is_changed(home):
    before = snapshot(home.root)

    code, checks = run(home)

    assert (code, checks["daemon"]["fix"]) == (0, "ricordo daemon start")
    assert snapshot(home.root) == before


@pytest.mark.requirement("SL-01")
def test_a_socket_that_a_crash_left_is_named_and_left(daemon):
    daemon.kill()
    inode = os.lstat(daemon.paths.socket).st_ino

    code, checks = run(daemon)

    assert (code, checks["socket"]["state"]) == (0, "warn")
    assert "ricordo daemon start" in checks["socket"]["fix"]
    assert checks["lock"]["found"] == "nobody holds it"
    assert os.lstat(daemon.paths.socket).st_ino == inode


def test_something_else_at_the_sockets_path_is_named(home):
    home.paths.socket.mkdir()

    code, checks = run(home)

    assert (code, checks["socket"]["state"]) == (1, "fail")
    assert "a folder, not a socket" in checks["socket"]["found"]


def test_another_program_at_the_socket_is_named_and_gets_no_token(home):
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(home.paths.socket))
        server.listen()
        server.settimeout(BOUND)
        command = [sys.executable, "-m", "ricordo_cli", "doctor", "--json"]
        with subprocess.Popen(command, env=home.env, stdout=subprocess.PIPE) as asking:
            heard = b""
            while asking.poll() is None and b"\r\n\r\n" not in heard:
                connection, _ = server.accept()
                with connection:
                    connection.settimeout(BOUND)
                    # The first connection only looks who listens.
                    heard = connection.recv(65_536)
                    if heard:
                        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
            out, _ = asking.communicate(timeout=BOUND)

    checks = {one["name"]: one for one in json.loads(out)["checks"]}
    assert asking.returncode == 1
    assert "not ricordo" in checks["socket"]["found"]
    assert b"Authorization" not in heard


def test_a_daemon_that_lost_its_socket_is_found_by_its_lock(daemon):
    daemon.paths.socket.unlink()

    code, checks = run(daemon)

    assert (code, checks["lock"]["state"]) == (1, "fail")
    assert f"pid {daemon.process.pid} holds the lock" in checks["lock"]["found"]
    assert "ricordo daemon restart" in checks["lock"]["fix"]


def test_another_homes_daemon_at_a_shared_socket_is_told(daemon, tmp_path):
    other = tmp_path / "other"
    other.mkdir(mode=0o700)

    code, checks = run(daemon, RICORDO_HOME=str(other), RICORDO_SOCKET=str(daemon.paths.socket))

    # It holds the socket's lock, so it is whoever listens; its tokens are another store's.
    assert (code, checks["lock"]["state"]) == (0, "ok")
    assert "made" in checks["user_token"]["found"]


def test_a_token_of_another_store_is_told(daemon):
    file = daemon.paths.credentials / "user.token"
    file.write_text("rc_" + "x" * 43)

    code, checks = run(daemon)

    assert (code, checks["user_token"]["state"]) == (1, "fail")
    assert str(file) in checks["user_token"]["fix"]
    assert states(checks, "user_token") == {"ok"}


def test_a_token_that_others_may_read_is_told(daemon):
    (daemon.paths.credentials / "admin.token").chmod(0o644)

    code, checks = run(daemon)

    assert (code, checks["admin_token"]["state"]) == (1, "fail")
    assert "chmod 600" in checks["admin_token"]["fix"]


def test_a_daemon_that_cannot_start_is_explained_in_its_own_words(home):
    home.configure("[log]\nlevle = 3\n")
    start = [sys.executable, "-m", "ricordo_cli", "daemon", "start"]
    subprocess.run(start, env=home.env, capture_output=True, timeout=BOUND, check=False)

    code, checks = run(home)

    assert (code, checks["config"]["state"]) == (0, "ok")
    assert "log.levle: unknown setting" in checks["last_words"]["found"]


def test_a_folder_that_others_may_write_is_told(home):
    home.root.chmod(0o777)

    code, checks = run(home)

    assert (code, checks["folders"]["fix"]) == (1, f"chmod 700 {home.root}")


def test_an_error_in_the_log_is_told_with_its_request(daemon):
    daemon.errors_expected = True
    with daemon.paths.log.open("a", encoding="utf-8") as log:
        line = {"at": "t", "level": "error", "event": "request_failed", "request_id": "r1"}
        log.write(json.dumps(line) + "\n")

    code, checks = run(daemon)

    assert (code, checks["log"]["state"]) == (0, "warn")
    assert "request r1" in checks["log"]["found"]
