"""Nobody answers, or somebody else does: both clients say so in the same words."""

from __future__ import annotations

import errno
import os
import socket
from pathlib import Path

import pytest

from ricordo_protocol import calls, transport
from ricordo_protocol.credentials import Secret
from ricordo_protocol.errors import (
    EXIT_CODES,
    Conflict,
    InternalError,
    RicordoError,
    Unauthorized,
    Unavailable,
    Unreachable,
    UpgradeRequired,
)

HEALTH = calls.get_health()


def failure(ask, path, call=HEALTH, **options) -> RicordoError:
    """Return the error that a call ends in; it has a sentence, a next step and an exit code."""
    with pytest.raises(RicordoError) as caught:
        ask(path, call, **options)
    assert caught.value.hint
    assert caught.value.exit_code in EXIT_CODES
    return caught.value


def told(error: RicordoError) -> tuple[type, str, int]:
    return type(error), error.code, error.exit_code


def test_no_socket_means_that_the_daemon_is_not_running(ask, folder):
    path = folder / "daemon.sock"

    error = failure(ask, path)

    assert told(error) == (Unreachable, "daemon_unreachable", 69)
    assert error.sentence == f"the daemon is not running (socket {path})"
    assert error.hint == "Start it with `ricordo daemon start`."


@pytest.mark.requirement("SL-02")
def test_a_socket_that_was_left_behind_is_told_apart_and_left_there(ask, folder):
    path = folder / "daemon.sock"
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as gone:
        gone.bind(str(path))

    error = failure(ask, path)

    assert told(error) == (Unreachable, "daemon_unreachable", 69)
    assert "its socket was left behind" in error.sentence
    assert str(path) in error.sentence
    assert "ricordo daemon start" in error.hint
    assert path.is_socket()


@pytest.mark.requirement("SL-09")
def test_what_is_no_socket_is_unreachable_and_left_there(ask, folder):
    path = folder / "daemon.sock"
    path.write_text("mine")

    assert told(failure(ask, path)) == (Unreachable, "daemon_unreachable", 69)
    assert path.read_text() == "mine"


@pytest.mark.requirement("SL-11")
def test_a_listener_that_accepts_and_never_answers_is_given_up(ask, folder):
    path = folder / "daemon.sock"
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
        listener.bind(str(path))
        listener.listen()

        error = failure(ask, path, seconds=0.3)

    assert told(error) == (Unreachable, "no_answer", 69)
    assert error.sentence == f"nothing answered at {path} within 0.3 s"
    assert "ricordo daemon status" in error.hint


@pytest.mark.requirement("SL-11")
@pytest.mark.parametrize("api", [None, "", "v1", "3-1"])
def test_a_server_that_is_not_ricordo_is_never_taken_for_it(ask, fake, reply, api):
    served = fake(reply('{"status": "ok"}', api=api))

    error = failure(ask, served.path)

    assert told(error) == (Unreachable, "not_ricordo", 69)
    assert "not ricordo" in error.sentence
    assert "ricordo paths" in error.hint


@pytest.mark.parametrize("bad", [b"220 mail ready\r\n", b"\x00\x01\x02\x03\r\n\r\n", b"SSH-2.0\n"])
def test_a_server_that_speaks_no_http_is_unreachable(ask, fake, bad):
    served = fake(bad, bad)

    assert told(failure(ask, served.path)) == (Unreachable, "daemon_unreachable", 69)


@pytest.mark.requirement("SL-11")
@pytest.mark.parametrize("status", [200, 404, 500])
def test_a_daemon_of_another_time_is_named_with_both_versions(ask, fake, reply, status):
    served = fake(reply('{"status": "ok"}', status, api="7-9"))

    error = failure(ask, served.path)

    assert told(error) == (UpgradeRequired, "version_mismatch", 1)
    assert error.sentence == "the daemon speaks protocol 7-9, this program 1-1"
    assert "ricordo daemon restart" in error.hint


def test_a_daemon_that_refuses_our_version_is_named_alike(ask, fake, reply):
    body = '{"error": "no", "code": "version_mismatch", "hint": "upgrade"}'
    served = fake(reply(body, 426))

    error = failure(ask, served.path)

    assert told(error) == (UpgradeRequired, "version_mismatch", 1)
    assert error.sentence == "the daemon speaks protocol 1, this program 1-1"
    assert "ricordo daemon restart" in error.hint


@pytest.mark.requirement("SS-03")
def test_a_server_of_another_user_is_sent_nothing(ask, fake, reply, monkeypatch):
    served = fake(reply('{"status": "ok"}'))
    monkeypatch.setattr(transport, "peer", lambda _: (1, os.getuid() + 1))

    error = failure(ask, served.path, secret=Secret("rc_secret"))

    assert told(error) == (Unreachable, "foreign_daemon", 69)
    assert f"uid {os.getuid() + 1}" in error.sentence
    assert str(served.path) in error.sentence
    assert "No token was sent" in error.hint
    assert b"".join(served.received) == b""


def test_a_system_that_cannot_tell_the_peer_is_trusted_to_its_file_modes(
    ask, fake, reply, monkeypatch
):
    served = fake(reply('{"status": "ok"}'))
    monkeypatch.delattr(socket, "SO_PEERCRED")

    with socket.socket(socket.AF_UNIX) as unconnected:
        assert transport.peer(unconnected) is None  # and never 0, which would be root
    assert ask(served.path, HEALTH).status == "ok"


def test_a_reply_that_breaks_off_is_unreachable(ask, fake, reply):
    cut = reply('{"sta', length=500)
    served = fake(cut, cut)

    assert told(failure(ask, served.path)) == (Unreachable, "daemon_unreachable", 69)


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [(401, "unauthorized", Unauthorized), (409, "restored_elsewhere", Conflict)],
)
def test_an_error_reply_is_raised_as_its_class(ask, fake, reply, status, code, kind):
    served = fake(reply(f'{{"error": "no", "code": "{code}", "hint": "do this"}}', status))

    error = failure(ask, served.path)

    assert (type(error), error.sentence, error.code, error.hint) == (kind, "no", code, "do this")


def test_an_error_reply_without_a_reason_names_its_status(ask, fake, reply):
    served = fake(reply("<html>", 500))

    with pytest.raises(InternalError, match="answered 500"):
        ask(served.path, HEALTH)


STARTING = '{"error": "starting", "code": "starting", "hint": "wait"}'


def test_a_daemon_that_is_starting_is_waited_for(ask, fake, reply):
    served = fake(reply(STARTING, 503), reply(STARTING, 503), reply('{"status": "ok"}'))

    assert ask(served.path, HEALTH).status == "ok"
    assert len(served.received) == 3


def test_a_daemon_that_is_stopping_is_not_waited_for(ask, fake, reply):
    body = '{"error": "stopping", "code": "stopping", "hint": "start it"}'
    served = fake(reply(body, 503))

    assert told(failure(ask, served.path)) == (Unavailable, "stopping", 69)


def test_readiness_is_an_answer_whatever_it_is(ask, fake, reply):
    served = fake(reply('{"status": "starting"}', 503))

    assert ask(served.path, calls.get_ready()).status == "starting"


@pytest.mark.requirement("SL-03")
@pytest.mark.parametrize(
    ("number", "said", "hint"),
    [
        (errno.EACCES, "may not open the daemon's socket", "ricordo paths"),
        (errno.EPERM, "may not open the daemon's socket", "ricordo paths"),
        (errno.EMFILE, "too many files are open in this program", "ulimit -n"),
        (errno.ENFILE, "too many files are open on this machine", "try again"),
        (errno.EAGAIN, "too busy to take a connection", "Try again"),
        (errno.ENOTSOCK, "not a socket", "RICORDO_SOCKET"),
        (errno.EIO, "the connection to the daemon broke", "Try again"),
    ],
)
def test_a_failure_of_the_system_is_told_with_the_socket_and_the_next_step(number, said, hint):
    error = transport.explain(OSError(number, os.strerror(number)), Path("/s"), 3.0)

    assert said in error.sentence
    assert error.sentence.endswith("(socket /s)")
    assert hint in error.hint
    assert (error.code, error.exit_code) == ("daemon_unreachable", 69)
