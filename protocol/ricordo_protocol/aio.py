"""The async client, on aiohttp: the console's, and the tests'. Same calls as `client`."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar

import aiohttp
import msgspec
from yarl import URL

from ricordo_protocol import transport
from ricordo_protocol.client import ANSWER_SECONDS, STARTING_SECONDS
from ricordo_protocol.errors import Unavailable, Unreachable

if TYPE_CHECKING:
    from pathlib import Path

    from aiohttp.client_proto import ResponseHandler

    from ricordo_protocol.call import Call
    from ricordo_protocol.credentials import Secret

R = TypeVar("R", bound=msgspec.Struct)

_BASE: Final = "http://ricordo"


class _Connector(aiohttp.UnixConnector):
    """Looks at who listens before anything is sent."""

    async def _create_connection(self, *args: Any, **kwargs: Any) -> ResponseHandler:  # noqa: ANN401 # aiohttp's private signature, passed through
        protocol = await super()._create_connection(*args, **kwargs)
        sock = protocol.transport and protocol.transport.get_extra_info("socket")
        if sock is not None:
            try:
                transport.check_server(sock, self.path)  # type: ignore[arg-type] # shown, not opened
            except Unreachable:
                protocol.close()
                raise
        return protocol


class AsyncClient:
    """A pool of connections to the daemon, of one event loop.

    Raises from `send` the errors of `ricordo_protocol.errors`, and nothing of aiohttp's.
    """

    def __init__(
        self,
        path: Path,
        secret: Secret | None = None,
        *,
        label: str = "console",
        seconds: float = ANSWER_SECONDS,
    ) -> None:
        self._path = path
        self._secret = secret
        self._label = label
        self._seconds = seconds
        self._session: aiohttp.ClientSession | None = None

    async def send(self, call: Call[R]) -> R:
        """Send one call and return its reply; wait a little for a daemon that is starting."""
        deadline = time.monotonic() + STARTING_SECONDS
        while True:
            try:
                return await self._once(call)
            except Unavailable as error:
                if error.code != "starting" or time.monotonic() > deadline:
                    raise
            await asyncio.sleep(0.05)

    async def close(self) -> None:
        """Close every connection. The client may be used again."""
        if self._session is not None:
            await self._session.close()
            self._session = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _once(self, call: Call[R]) -> R:
        try:
            try:
                return await self._exchange(call)
            except (aiohttp.ServerDisconnectedError, aiohttp.ClientOSError) as error:
                # An idle connection that the daemon closed, or a restart: once more, unless the
                # first may have been done, or nobody listens at all.
                if isinstance(error, aiohttp.ClientConnectorError) or not call.repeatable:
                    raise
                return await self._exchange(call)
        except aiohttp.ClientConnectorError as error:
            raise transport.explain(error.os_error, self._path, self._seconds) from None
        except (aiohttp.ClientError, OSError) as error:
            raise transport.explain(error, self._path, self._seconds) from None

    async def _exchange(self, call: Call[R]) -> R:
        async with self._opened().request(
            call.route.method,
            URL(_BASE + call.target(), encoded=True),
            data=call.payload() or None,
            headers=call.headers(self._label, self._secret),
        ) as reply:
            return call.read(reply.status, reply.headers, await reply.read())

    def _opened(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=_Connector(str(self._path)),
                timeout=aiohttp.ClientTimeout(total=self._seconds),
                auto_decompress=False,
                skip_auto_headers=("Accept-Encoding", "User-Agent", "Accept"),
            )
        return self._session
