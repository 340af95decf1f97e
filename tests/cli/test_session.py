"""What answers at the socket is checked before a token leaves this process."""

from __future__ import annotations

import errno
import os
import socket
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from ricordo_cli import daemon, session

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from conftest import Cli

IMPOSTOR = b'HTTP/1.1 200 OK\r\nContent-Length: 17\r\n\r\n{"status": "ok" }'
OF_LATER = b"HTTP/1.1 426 Upgrade Required\r\nRicordo-Api: 7-9\r\nContent-Length: 2\r\n\r\n{}"


@contextmanager
def listening(path: Path, answer: bytes | None) -> Iterator[list[bytes]]:
    """Listen at `path`; answer every request with the same bytes, or never. Yields requests."""
    heard: list[bytes] = []
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as server:
        server.bind(str(path))
        server.listen()

        def serve() -> None:
            while True:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                with connection:
                    if request := connection.recv(65536):
                        heard.append(request)
                        connection.sendall(answer or b"")

        thread = threading.Thread(target=serve)
        if answer is not None:
            thread.start()
        yield heard
        server.shutdown(socket.SHUT_RDWR)
        if answer is not None:
            thread.join()


@pytest.mark.requirement("SL-11")
def test_a_listener_that_never_answers_is_given_up(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session.check_answer, "__defaults__", ("cli", 0.05))
    with listening(cli.home.paths.socket, None):
        ran = cli("list", "--json")

    assert ran.code == 69
    assert ran.json["error"]["code"] == "no_answer"
    assert str(cli.home.paths.socket) in ran.err
    assert session.PROBE_SECONDS < 5


@pytest.mark.requirement("SL-11")
def test_a_listener_that_is_not_ricordo_never_sees_a_token(cli: Cli) -> None:
    folder = cli.home.paths.credentials
    folder.mkdir(0o700)
    (folder / "user.token").touch(0o600)
    (folder / "user.token").write_text("rc_secret")
    with listening(cli.home.paths.socket, IMPOSTOR) as heard:
        ran = cli("list", "--json")

    assert ran.code == 69
    assert ran.json["error"]["code"] == "not_ricordo"
    assert len(heard) == 1
    assert b"rc_secret" not in heard[0]


def test_a_program_that_is_not_ricordo_is_never_signalled(cli: Cli) -> None:
    # The listener is this very process: a wrong signal would end the tests.
    with listening(cli.home.paths.socket, IMPOSTOR):
        ran = cli("daemon", "stop", "--json")
        status = cli("daemon", "status", "--json")

    assert ran.code == 69
    assert ran.json["error"]["code"] == "not_ricordo"
    assert (status.code, status.json["status"]) == (4, "unknown")


def test_a_daemon_of_another_version_runs_and_can_be_stopped(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[int] = []
    monkeypatch.setattr(daemon.processes, "terminate", lambda pid, *_: ended.append(pid) is None)
    with listening(cli.home.paths.socket, OF_LATER):
        status = cli("daemon", "status", "--json")
        listed = cli("list")
        stopped = cli("daemon", "stop")

    assert (status.code, status.json["status"], status.json["pid"]) == (0, "running", os.getpid())
    assert (listed.code, "ricordo daemon restart" in listed.err) == (1, True)
    assert (stopped.code, ended) == (0, [os.getpid()])


@pytest.mark.requirement("SL-03")
@pytest.mark.skipif(os.getuid() == 0, reason="root may open every folder")
def test_a_closed_folder_is_said_and_the_socket_is_left_alone(ricordo: Cli) -> None:
    root = ricordo.home.root
    root.chmod(0)
    try:
        ran = ricordo("list")
    finally:
        root.chmod(0o700)

    assert (ran.code, "may not open" in ran.err) == (69, True)
    assert ricordo("list").code == 0


@pytest.mark.requirement("SL-03")
@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.EMFILE, "too many files"),
        (errno.EACCES, "may not open"),
        (errno.EAGAIN, "too busy"),
    ],
)
def test_a_failing_connect_never_unlinks_the_socket(
    ricordo: Cli, monkeypatch: pytest.MonkeyPatch, number: int, said: str
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    before = ricordo.home.paths.socket.stat().st_ino
    with monkeypatch.context() as patched:
        patched.setattr(socket.socket, "connect", refuse)
        runs = [ricordo("list"), ricordo("daemon", "start"), ricordo("daemon", "stop")]

    assert [(ran.code, said in ran.err) for ran in runs] == [(69, True)] * 3
    assert ricordo.home.paths.socket.stat().st_ino == before
    assert ricordo("list").code == 0


def test_an_admin_is_a_person_at_a_terminal(ricordo: Cli) -> None:
    for words in (["list"], ["search", "x"], ["get", "id"], ["delete", "id"], ["undo", "b"]):
        ran = ricordo(*words, "--admin", "--json")

        assert (ran.code, ran.json["error"]["code"]) == (4, "admin_needs_terminal")
