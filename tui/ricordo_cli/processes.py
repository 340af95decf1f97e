"""The daemon as a process: who holds the socket or the lock, starting one, ending one."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ricordo_protocol import transport

if TYPE_CHECKING:
    from ricordo_protocol.paths import Paths

_NOBODY: Final = (errno.ENOENT, errno.ECONNREFUSED)
_CONNECT_SECONDS: Final = 2.0
_STEP_SECONDS: Final = 0.05
_OUTPUT_BYTES: Final = 262_144
"""A `daemon.out` larger than this starts anew: it only matters while a daemon starts."""

_LOCKS: Final = Path("/proc/locks")
COMMAND: Final = (sys.executable, "-m", "ricordo_daemon")


def listener(path: Path) -> int | None:
    """Return the pid of who listens at `path`: 0 where this system cannot tell, None if nobody.

    Raises `Unreachable` where that cannot be found out, and for a listener of another user.
    Never touches the socket's file: whose it is, is the daemon's business.
    """
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sock:
        sock.settimeout(_CONNECT_SECONDS)
        try:
            sock.connect(str(path))
            transport.check_server(sock, path)
        except OSError as error:
            if error.errno in _NOBODY:
                return None
            raise transport.explain(error, path, _CONNECT_SECONDS) from None
        found = transport.peer(sock)
    return found[0] if found else 0


def lock_holder(paths: Paths) -> int | None:
    """Return the pid of the process that holds this home's store or socket, or None.

    The number in the file proves nothing, for pids are used again: the lock must be held too.
    """
    for path in (paths.store_lock, paths.socket_lock):
        try:
            with path.open("rb") as file:
                pid = json.loads(file.read(4096)).get("pid")
                if isinstance(pid, int) and pid > 0 and _held(file.fileno(), pid):
                    return pid
        except (OSError, ValueError, AttributeError):
            continue
    return None


@dataclass(frozen=True, slots=True)
class Child:
    """A daemon that we have started, and its part of the output file."""

    process: subprocess.Popen[bytes]
    output: Path
    begin: int

    @property
    def pid(self) -> int:
        """Its process id."""
        return self.process.pid

    def exit_code(self) -> int | None:
        """Return its exit code, or None while it runs."""
        return self.process.poll()

    def last_words(self, lines: int = 5) -> list[str]:
        """Return the last lines that were printed since it was started."""
        try:
            with self.output.open("rb") as file:
                file.seek(self.begin)
                text = file.read().decode("utf-8", "replace")
        except OSError:
            return []
        return [line for line in text.splitlines() if line.strip()][-lines:]

    def __del__(self) -> None:
        # Popen would warn that it still runs, which is the point of it.
        if self.process.returncode is None:
            self.process.returncode = 0


def spawn(paths: Paths) -> Child:
    """Start a daemon in a session of its own."""
    paths.state.mkdir(mode=0o700, parents=True, exist_ok=True)
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
    output = os.open(output_file(paths), flags, 0o600)
    try:
        begin = os.fstat(output).st_size
        if begin > _OUTPUT_BYTES:
            os.ftruncate(output, 0)
            begin = 0
        process = subprocess.Popen(  # noqa: S603 # this very Python and our own module, no shell
            COMMAND,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
            env=environment(paths),
        )
    finally:
        os.close(output)
    return Child(process, output_file(paths), begin)


def environment(paths: Paths) -> dict[str, str]:
    """Return this environment so that the daemon finds the very paths that we have."""
    found = {**os.environ, "RICORDO_SOCKET": str(paths.socket)}
    return {**found, "RICORDO_HOME": str(paths.home)} if paths.home else found


def output_file(paths: Paths) -> Path:
    """Return the file that takes what a started daemon prints before its log is open."""
    return paths.state / "daemon.out"


def terminate(pid: int, grace: float, seconds: float) -> bool:
    """Ask a process to end, after `grace` seconds if it has not gone by itself.

    Returns whether it is gone within `seconds` more. `grace` is for one that is perhaps ending
    already: a second signal would cut its work short.
    """
    try:
        handle = os.pidfd_open(pid) if hasattr(os, "pidfd_open") else None
    except ProcessLookupError:
        return True
    if handle is None:
        return _terminate_by_pid(pid, grace, seconds)
    try:
        # The handle is this process for ever, whatever becomes of its number.
        if grace and _ended(handle, grace):
            return True
        signal.pidfd_send_signal(handle, signal.SIGTERM)
        return _ended(handle, seconds)
    except ProcessLookupError:
        return True
    finally:
        os.close(handle)


def _ended(handle: int, seconds: float) -> bool:
    poll = select.poll()
    poll.register(handle, select.POLLIN)
    return bool(poll.poll(seconds * 1000))


def _terminate_by_pid(pid: int, grace: float, seconds: float) -> bool:
    """Do the same where the system has no process handles."""
    if grace and _gone(pid, grace):
        return True
    try:
        os.kill(pid, signal.SIGTERM)
    except ProcessLookupError:
        return True
    return _gone(pid, seconds)


def _gone(pid: int, seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(_STEP_SECONDS)
    return False


def _held(descriptor: int, pid: int) -> bool:
    """Whether `pid` holds a flock on this open file.

    Read from /proc/locks where there is one: trying the lock would make a daemon that starts at
    the same moment believe that another one runs.
    """
    try:
        held = _LOCKS.read_text(encoding="ascii")
    except OSError:
        return _refused(descriptor)
    inode = str(os.fstat(descriptor).st_ino)
    for line in held.splitlines():
        words = line.split()
        # 1: FLOCK ADVISORY WRITE <pid> <major>:<minor>:<inode> 0 EOF
        if words[1:2] == ["FLOCK"] and words[4] == str(pid) and words[5].endswith(f":{inode}"):
            return True
    return False


def _refused(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    return False
