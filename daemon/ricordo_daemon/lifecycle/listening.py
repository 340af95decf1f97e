"""The socket: bound by us, over nothing that lives, and served with a bound on connections."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import stat
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from ricordo_protocol import headers
from ricordo_protocol.errors import Conflict, InvalidInput, StorageFailed

if TYPE_CHECKING:
    from pathlib import Path

    from aiohttp import web

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


def private_folder(folder: Path) -> None:
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


def bind(path: Path) -> Bound:
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


async def listen(runner: web.AppRunner, bound: Bound, most: int) -> asyncio.AbstractServer:
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
            f"{headers.API}: {headers.OURS}\r\nConnection: close\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}".encode()
        )
        transport.close()
