"""What both clients share below HTTP: whose socket it is, and why it did not answer."""

from __future__ import annotations

import errno
import os
import socket
import stat
import struct
import time
from typing import TYPE_CHECKING, Final

from ricordo_protocol.errors import Unreachable

if TYPE_CHECKING:
    from pathlib import Path

_UCRED: Final = struct.Struct("3i")

_REASONS: Final = {
    errno.ENOENT: ("the daemon is not running", "Start it with `ricordo daemon start`."),
    errno.ECONNREFUSED: (
        "the daemon is not running; its socket was left behind",
        "Start it with `ricordo daemon start`; it takes the old socket over.",
    ),
    errno.EACCES: (
        "this user may not open the daemon's socket",
        "It belongs to another user, or its folder was closed; see `ricordo paths`.",
    ),
    errno.EPERM: (
        "this user may not open the daemon's socket",
        "It belongs to another user, or its folder was closed; see `ricordo paths`.",
    ),
    errno.EMFILE: (
        "too many files are open in this program",
        "Raise the limit with `ulimit -n`, or close something.",
    ),
    errno.ENFILE: ("too many files are open on this machine", "Close something, then try again."),
    errno.EAGAIN: ("the daemon is too busy to take a connection", "Try again in a moment."),
    errno.ENOTDIR: (
        "the daemon's socket path leads through something that is not a folder",
        "See `ricordo paths`; set RICORDO_HOME or RICORDO_SOCKET to a folder of your own.",
    ),
    errno.ENOTSOCK: (
        "what lies at the daemon's socket path is not a socket",
        "Look at it; move it away or set RICORDO_SOCKET elsewhere.",
    ),
}


def peer(sock: socket.socket) -> tuple[int, int] | None:
    """Return (pid, uid) of who holds the other end, as of its connect or listen.

    None where this system cannot tell: never 0, which would be root.
    """
    option = getattr(socket, "SO_PEERCRED", None)
    if option is None:
        return None
    try:
        raw = sock.getsockopt(socket.SOL_SOCKET, option, _UCRED.size)
    except OSError:
        return None
    pid, uid, _gid = _UCRED.unpack(raw)
    return pid, uid


def connect(path: Path, seconds: float) -> socket.socket:
    """Return a connected socket. Raises OSError, TimeoutError after `seconds`.

    A full backlog is waited for: Linux refuses it at once (EAGAIN) to a socket with a timeout.
    """
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    deadline = time.monotonic() + seconds
    try:
        sock.settimeout(seconds)
        while True:
            try:
                sock.connect(str(path))
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.01)
            else:
                return sock
    except BaseException:
        sock.close()
        raise


def check_server(sock: socket.socket, path: Path) -> None:
    """Refuse to speak to a server that another user runs: it would be handed our token."""
    found = peer(sock)
    if found is not None and found[1] != os.getuid():
        raise Unreachable(
            f"another user (uid {found[1]}) listens at {path}",
            code="foreign_daemon",
            hint="No token was sent. Set RICORDO_SOCKET to a folder that only you may write.",
        )


def explain(error: Exception, path: Path, seconds: float) -> Unreachable:
    """Turn a transport failure into a sentence with the next step."""
    if isinstance(error, Unreachable):
        return error
    if isinstance(error, TimeoutError):
        return Unreachable(
            f"nothing answered at {path} within {seconds:g} s",
            code="no_answer",
            hint="See `ricordo daemon status` and `ricordo daemon logs`.",
        )
    number = error.errno if isinstance(error, OSError) else None
    if number == errno.ECONNREFUSED and not _is_socket(path):
        # Linux refuses a connection to a file or a folder just as to a dead socket.
        number = errno.ENOTSOCK
    what, hint = _REASONS.get(
        number or 0,
        (f"the connection to the daemon broke ({error or type(error).__name__})", "Try again."),
    )
    return Unreachable(f"{what} (socket {path})", hint=hint)


def _is_socket(path: Path) -> bool:
    try:
        return stat.S_ISSOCK(os.lstat(path).st_mode)
    except OSError:
        return True
