"""Servers that are not ours, and one way to ask with either client."""

from __future__ import annotations

import asyncio
import shutil
import socket
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ricordo_protocol.aio import AsyncClient
from ricordo_protocol.client import Client

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def http_reply(
    body: str, status: int = 200, api: str | None = "1", length: int | None = None
) -> bytes:
    """Return a reply as bytes; without `api` it says nothing of ricordo."""
    handshake = f"Ricordo-Api: {api}\r\n" if api else ""
    content = body.encode()
    return (
        f"HTTP/1.1 {status} X\r\nContent-Type: application/json\r\n{handshake}"
        f"Content-Length: {len(content) if length is None else length}\r\n\r\n"
    ).encode() + content


class Fake:
    """A listener that gives one prepared reply a connection, then closes it."""

    def __init__(self, path: Path, replies: tuple[bytes, ...]) -> None:
        self.path = path
        self.received: list[bytes] = []
        self._replies = replies
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.bind(str(path))
        self._socket.listen()
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        for reply in self._replies:
            try:
                connection, _ = self._socket.accept()
            except OSError:  # closed before everything was asked for
                return
            with connection:
                connection.settimeout(20)
                received = connection.recv(65_536)
                self.received.append(received)
                if received:
                    connection.sendall(reply)

    def close(self) -> None:
        """Stop listening."""
        self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(20)
        self._socket.close()


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder whose path is short enough for a socket."""
    made = Path(tempfile.mkdtemp(prefix="r"))
    yield made
    shutil.rmtree(made)


@pytest.fixture
def fake(folder: Path) -> Iterator[Callable[..., Fake]]:
    """Start a listener that gives these replies, one a connection."""
    made: list[Fake] = []

    def start(*replies: bytes) -> Fake:
        made.append(Fake(folder / "daemon.sock", replies))
        return made[-1]

    yield start
    for one in made:
        one.close()


@pytest.fixture
def reply() -> Callable[..., bytes]:
    """Make a reply as bytes."""
    return http_reply


def _blocking(path: Path, *all_: Any, **options: Any) -> Any:
    with Client(path, **options) as client:
        return [client.send(call) for call in all_][-1]


def _async(path: Path, *all_: Any, **options: Any) -> Any:
    async def ask() -> Any:
        async with AsyncClient(path, **options) as client:
            return [await client.send(call) for call in all_][-1]

    return asyncio.run(ask())


@pytest.fixture(params=[_blocking, _async], ids=["client", "aio"])
def ask(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """Send calls with one of the two clients: `ask(path, call, …, secret=…, seconds=…)`."""
    return request.param
