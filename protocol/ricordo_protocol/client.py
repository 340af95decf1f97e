"""The blocking client: standard library and msgspec only, light enough for a hook."""

from __future__ import annotations

import http.client
import time
from typing import TYPE_CHECKING, Final, Self, TypeVar

import msgspec

from ricordo_protocol import transport
from ricordo_protocol.errors import Unavailable

if TYPE_CHECKING:
    from pathlib import Path

    from ricordo_protocol.call import Call
    from ricordo_protocol.credentials import Secret

R = TypeVar("R", bound=msgspec.Struct)

CONNECT_SECONDS: Final = 3.0
ANSWER_SECONDS: Final = 30.0
"""A save may wait for a busy database for 10 s; a drain for 10 s more."""

STARTING_SECONDS: Final = 8.0
"""How long `send` waits for a daemon that says that it is still starting."""


class _UnixConnection(http.client.HTTPConnection):
    def __init__(self, path: Path, seconds: float) -> None:
        super().__init__("ricordo", timeout=seconds)
        self._path = path

    def connect(self) -> None:
        sock = transport.connect(self._path, min(CONNECT_SECONDS, self.timeout or CONNECT_SECONDS))
        try:
            transport.check_server(sock, self._path)
            sock.settimeout(self.timeout)
        except BaseException:
            sock.close()
            raise
        self.sock = sock


class Client:
    """A connection to the daemon, kept open between calls. Not for use by several threads.

    Raises from `send` the errors of `ricordo_protocol.errors`, and nothing of http.client's.
    """

    def __init__(
        self,
        path: Path,
        secret: Secret | None = None,
        *,
        label: str = "cli",
        seconds: float = ANSWER_SECONDS,
    ) -> None:
        self._path = path
        self._secret = secret
        self._label = label
        self._seconds = seconds
        self._connection = _UnixConnection(path, seconds)

    def send(self, call: Call[R]) -> R:
        """Send one call and return its reply; wait a little for a daemon that is starting."""
        deadline = time.monotonic() + STARTING_SECONDS
        while True:
            try:
                return self._once(call)
            except Unavailable as error:
                if error.code != "starting" or time.monotonic() > deadline:
                    raise
            time.sleep(0.05)

    def close(self) -> None:
        """Close the connection; the next call opens a new one."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _once(self, call: Call[R]) -> R:
        fresh = self._connection.sock is None
        try:
            try:
                return self._exchange(call)
            except (http.client.RemoteDisconnected, ConnectionResetError, BrokenPipeError):
                # The daemon closed an idle connection, or was restarted: no news to the caller.
                if fresh or not call.repeatable:
                    raise
                self._connection.close()
                return self._exchange(call)
        except (OSError, http.client.HTTPException) as error:
            self._connection.close()
            raise transport.explain(error, self._path, self._seconds) from None

    def _exchange(self, call: Call[R]) -> R:
        self._connection.request(
            call.route.method,
            call.target(),
            body=call.payload() or None,
            headers=call.headers(self._label, self._secret),
        )
        reply = self._connection.getresponse()
        return call.read(reply.status, dict(reply.getheaders()), reply.read())
