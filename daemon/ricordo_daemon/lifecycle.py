"""One daemon a store and a socket: lock, socket, signals, drain."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import fcntl
import json
import os
import signal
import socket
import stat
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from aiohttp import web

from ricordo_daemon import config as settings
from ricordo_daemon import log
from ricordo_daemon.http import app as http
from ricordo_daemon.http.state import State
from ricordo_daemon.log import LOGGER
from ricordo_daemon.store import migrate
from ricordo_daemon.wiring import Daemon
from ricordo_protocol import API_MAX, API_MIN, __version__
from ricordo_protocol.errors import Conflict, InvalidInput, RicordoError, StorageFailed
from ricordo_protocol.memory import Check, Versions

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ricordo_daemon.config import Config
    from ricordo_protocol.paths import Paths

WATCH_SECONDS: Final = 30.0
"""How often the daemon looks whether its socket is still there: a logout may remove it."""

_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)

_PROBE_SECONDS: Final = 2.0
_BACKLOG: Final = 256


@dataclass(frozen=True, slots=True)
class Bound:
    """Our listening socket, and what its file was when we made it."""

    sock: socket.socket
    path: Path
    inode: int

    def still_there(self) -> bool:
        """Whether the path still leads to us."""
        try:
            return os.lstat(self.path).st_ino == self.inode
        except OSError:
            return False


def run(paths: Paths) -> int:
    """Run until told to stop; return the process's exit code.

    Raises `RicordoError` with a sentence for whatever keeps it from starting.
    """
    os.umask(0o077)
    for folder in (paths.data, paths.state, paths.socket.parent):
        _private_folder(folder)
    config = settings.load(paths.config)
    log.set_up(paths.log, config.log.level)
    # The locks come before anything else: whoever holds them may look at the socket and the file.
    with _lock(paths.socket_lock, paths), _lock(paths.store_lock, paths):
        early = _note_signals()
        bound = _bind(paths.socket)
        try:
            return asyncio.run(_serve(paths, config, bound, early))
        finally:
            bound.sock.close()
            if bound.still_there():
                paths.socket.unlink()


@contextlib.contextmanager
def _lock(path: Path, paths: Paths) -> Iterator[None]:
    """Hold a lock file for the life of the process. The file itself is never deleted."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise StorageFailed(f"the lock file {path} cannot be opened: {error.strerror}") from None
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in (errno.EWOULDBLOCK, errno.EACCES):
                raise StorageFailed(f"{path} cannot be locked: {error.strerror}") from None
            raise _running(descriptor) from None
        os.ftruncate(descriptor, 0)
        holder = {"pid": os.getpid(), "version": __version__, "socket": str(paths.socket)}
        os.pwrite(descriptor, json.dumps(holder).encode(), 0)
        yield
    finally:
        os.close(descriptor)


def _running(descriptor: int) -> Conflict:
    """Say who holds the lock. The pid is for people: the lock alone is the proof."""
    try:
        pid = json.loads(os.pread(descriptor, 4096, 0))["pid"]
    except (ValueError, KeyError, TypeError):
        pid = "unknown"
    return Conflict(
        f"already running (pid {pid})",
        code="already_running",
        hint="Use it, or stop it with `ricordo daemon stop`.",
    )


def _private_folder(folder: Path) -> None:
    """Make a folder of ours, mode 0700; refuse one that others may write to. Never chmod it."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        found = folder.stat()
    except OSError as error:
        raise StorageFailed(f"the folder {folder} cannot be used: {error.strerror}") from None
    if found.st_uid != os.getuid():
        raise InvalidInput(
            f"the folder {folder} belongs to uid {found.st_uid}, not to you",
            code="unsafe_folder",
            hint="Set RICORDO_HOME (or RICORDO_SOCKET) to a folder of your own with mode 0700.",
        )
    if stat.S_IMODE(found.st_mode) & (stat.S_IWGRP | stat.S_IWOTH):
        raise InvalidInput(
            f"the folder {folder} may be written by others",
            code="unsafe_folder",
            hint=f"Run `chmod 700 {folder}`, or choose another folder.",
        )


def _bind(path: Path) -> Bound:
    """Bind our socket over none, or over one that a crash left. Never over a live one.

    `web.UnixSite` and the event loop would unlink whatever is there, a living daemon's too.
    """
    _clear(path)
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        sock.bind(str(path))
    except OSError as error:
        sock.close()
        raise StorageFailed(
            f"the socket {path} cannot be made: {error.strerror or error}",
            code="socket_failed",
            hint="Set RICORDO_SOCKET to a path on a local disk.",
        ) from None
    finally:
        os.umask(before)
    sock.listen(_BACKLOG)
    sock.setblocking(False)  # noqa: FBT003 # socket's own signature
    return Bound(sock, path, os.lstat(path).st_ino)


def _clear(path: Path) -> None:
    """Remove a socket that nobody listens at. Anything else is refused and left as it is."""
    try:
        found = os.lstat(path)
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(found.st_mode):
        raise Conflict(
            f"{path} is {_kind(found.st_mode)}, not a socket",
            code="socket_path_taken",
            hint="Move it away, or set RICORDO_SOCKET elsewhere.",
        )
    probe = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    probe.settimeout(_PROBE_SECONDS)
    try:
        probe.connect(str(path))
    except ConnectionRefusedError:
        path.unlink()
        return
    except OSError as error:
        raise Conflict(
            f"the socket {path} cannot be probed: {error.strerror or error}",
            code="socket_path_taken",
            hint="It is left alone; see who listens there.",
        ) from None
    finally:
        probe.close()
    raise Conflict(
        f"another program listens at {path}",
        code="socket_path_taken",
        hint="Stop it, or set RICORDO_SOCKET elsewhere.",
    )


def _kind(mode: int) -> str:
    if stat.S_ISLNK(mode):
        return "a symbolic link"
    return "a folder" if stat.S_ISDIR(mode) else "a file"


async def _serve(paths: Paths, config: Config, bound: Bound, early: list[int]) -> int:
    stop = asyncio.Event()
    _on_signals(stop, early)
    state = State(
        versions=Versions(
            version=__version__,
            api_min=API_MIN,
            api_max=API_MAX,
            schema=migrate.known()[-1][0],
            pid=os.getpid(),
        ),
        config=config,
        uid=os.getuid(),
        checks=[lambda: Check(name="socket", ok=bound.still_there(), detail=str(bound.path))],
    )
    runner = web.AppRunner(
        http.build(state),
        access_log=None,
        handler_cancellation=True,
        keepalive_timeout=config.server.keepalive_seconds,
        shutdown_timeout=config.server.shutdown_seconds,
    )
    await runner.setup()
    listening = await _listen(runner, bound, config.server.max_connections)
    daemon = Daemon(paths, config)
    opened = False
    try:
        await daemon.open(state)
        opened = True
        state.phase = "ready"
        LOGGER.info("started", extra={"pid": os.getpid(), "socket": str(bound.path)})
        await _until(stop, bound)
    finally:
        state.phase = "stopping" if opened else "failed"
        listening.close()
        await runner.cleanup()
        if opened:
            await daemon.close()
        LOGGER.info("stopped")
    return 0


async def _listen(runner: web.AppRunner, bound: Bound, most: int) -> asyncio.AbstractServer:
    """Serve the socket that we bound ourselves, with a bound on connections."""
    server = runner.server
    if server is None:
        raise LookupError("the runner is not set up")

    def protocol() -> asyncio.Protocol:
        return _Refused() if len(server.connections) >= most else server()

    return await asyncio.get_running_loop().create_unix_server(protocol, sock=bound.sock)


class _Refused(asyncio.Protocol):
    """One connection too many: told so, and closed."""

    def connection_made(self, transport: Any) -> None:  # noqa: ANN401 # a Transport; asyncio's hierarchy is loose
        body = json.dumps(
            {
                "error": "too many connections",
                "code": "too_many_connections",
                "hint": "Close some, or raise [server] max_connections.",
            }
        )
        transport.write(
            "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\n"
            f"Ricordo-Api: {API_MIN}-{API_MAX}\r\nConnection: close\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}".encode()
        )
        transport.close()


async def _until(stop: asyncio.Event, bound: Bound) -> None:
    """Wait for a signal, or for the socket's file to vanish: then nobody can reach us."""
    while not stop.is_set():
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), WATCH_SECONDS)
        if not stop.is_set() and not bound.still_there():
            LOGGER.error("socket_gone", extra={"socket": str(bound.path)})
            return


def _note_signals() -> list[int]:
    """Keep a stop that comes before the loop runs: it is to be a clean stop too.

    Not by blocking: the threads that numpy has started would take the signal and die of it.
    """
    early: list[int] = []
    for number in _SIGNALS:
        signal.signal(number, lambda given, _frame: early.append(given))
    return early


def _on_signals(stop: asyncio.Event, early: list[int]) -> None:
    """Stop at the first signal, at once at the second."""

    def told() -> None:
        if stop.is_set():
            os._exit(130)
        stop.set()

    loop = asyncio.get_running_loop()
    for number in _SIGNALS:
        loop.add_signal_handler(number, told)
    if early:
        stop.set()


def tell(error: RicordoError) -> str:
    """Return what a person reads on stderr when the daemon cannot start."""
    return f"ricordo: {error.sentence}\n{error.hint}".strip()
