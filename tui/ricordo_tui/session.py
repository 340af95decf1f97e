"""The one owner of the client: finds the daemon, says so, and notices when it goes.

At rest there is no timer. An idle connection of our own is held open, and its end is the news
that the daemon has gone; only while it is away do we knock, at most a second apart.
"""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

import msgspec

from ricordo_protocol import calls, credentials
from ricordo_protocol.errors import (
    Forbidden,
    InternalError,
    RicordoError,
    Unauthorized,
    Unreachable,
    UpgradeRequired,
)
from ricordo_tui.requests import LIST_PAGE

if TYPE_CHECKING:
    from collections.abc import Callable

    from ricordo_protocol.aio import AsyncClient
    from ricordo_protocol.call import Call
    from ricordo_protocol.credentials import Secret
    from ricordo_protocol.memory import Bootstrap
    from ricordo_protocol.paths import Paths

R = TypeVar("R", bound=msgspec.Struct)

FIRST_KNOCK: Final = 0.1
LAST_KNOCK: Final = 1.0
"""Seconds between attempts while the daemon is away, doubling from the first to the last."""

ADMIN: Final = "admin.memories"


class Standing(StrEnum):
    """How we stand with the daemon."""

    CONNECTING = "connecting"
    ONLINE = "online"
    OFFLINE = "offline"
    REFUSED = "refused"
    OTHER_VERSION = "other version"


@dataclass(frozen=True, slots=True)
class Connection:
    """How we stand with the daemon, in words that can be shown."""

    standing: Standing = Standing.CONNECTING
    sentence: str = ""
    hint: str = ""
    user: str = ""
    permissions: frozenset[str] = frozenset()
    note: str = ""
    """Why we are less than an admin, where we are."""

    @property
    def online(self) -> bool:
        """Whether the daemon answers us."""
        return self.standing is Standing.ONLINE

    @property
    def admin(self) -> bool:
        """Whether we may read and change every scope."""
        return ADMIN in self.permissions

    def may(self, permission: str | None) -> bool:
        """Whether we hold a permission; an admin may write what an admin may see."""
        return permission is None or permission in self.permissions or self.admin


class Sender(Protocol):
    """What the rest of the console needs of a session."""

    @property
    def connection(self) -> Connection:
        """How we stand with the daemon now."""

    async def send(self, call: Call[R]) -> R:
        """Send one call. Raises the errors of `ricordo_protocol.errors` only."""


class Session:
    """A connection that comes back by itself. `run` keeps it; `send` uses it."""

    def __init__(
        self, paths: Paths, changed: Callable[[Connection, Bootstrap | None], None]
    ) -> None:
        self._paths = paths
        self._changed = changed
        self._connection = Connection()
        self._client: AsyncClient | None = None
        self._gone = asyncio.Event()

    @property
    def connection(self) -> Connection:
        """How we stand with the daemon now."""
        return self._connection

    async def send(self, call: Call[R]) -> R:
        """Send one call. Raises the errors of `ricordo_protocol.errors` only."""
        if self._client is None:
            raise Unreachable(
                self._connection.sentence or "the daemon has not answered yet",
                hint=self._connection.hint,
            )
        try:
            return await self._client.send(call)
        except (Unreachable, UpgradeRequired, Unauthorized):
            self._gone.set()
            raise
        except msgspec.MsgspecError as error:
            raise InternalError(
                f"the daemon's answer could not be read ({error})",
                hint="Run `ricordo daemon restart`, so that both are of one version.",
            ) from None

    async def run(self) -> None:
        """Keep the connection until cancelled, telling of every change of it."""
        pause = FIRST_KNOCK
        try:
            while True:
                try:
                    arrived, boot = await self._arrive()
                except RicordoError as error:
                    self._tell(_standing(error), None)
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, LAST_KNOCK)
                else:
                    pause = FIRST_KNOCK
                    self._tell(arrived, boot)
                    await self._until_gone()
        finally:
            await self._close()

    async def _close(self) -> None:
        if self._client is not None:
            client, self._client = self._client, None
            await client.close()

    async def _arrive(self) -> tuple[Connection, Bootstrap]:
        """Connect: is anybody there, of our version; who are we, and what is there."""
        await self._close()
        self._gone.clear()
        # aiohttp takes 100 ms to import: after the first paint, and not on the loop.
        client = await asyncio.to_thread(_client_class)
        async with client(self._paths.socket) as stranger:
            await stranger.send(calls.get_version())
        # A locked keyring may take 5 s to say no.
        secret, note = await asyncio.to_thread(_credentials, self._paths)
        self._client = client(self._paths.socket, secret)
        try:
            boot = await self.send(calls.get_bootstrap(limit=LIST_PAGE))
        except BaseException:
            await self._close()
            raise
        return _online(boot, note), boot

    async def _until_gone(self) -> None:
        while not self._gone.is_set():
            await self._hold()
            if self._gone.is_set():
                return
            try:
                # The daemon may have closed what was idle: that is not its end.
                await self.send(calls.get_health())
            except RicordoError:
                return
            await asyncio.sleep(LAST_KNOCK)

    async def _hold(self) -> None:
        """Hold a connection on which nothing is said, until it ends or we are told to go."""
        try:
            reader, writer = await asyncio.open_unix_connection(self._paths.socket)
        except OSError:
            return
        waits = [asyncio.ensure_future(reader.read(1)), asyncio.ensure_future(self._gone.wait())]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
            await asyncio.gather(*waits, return_exceptions=True)
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()

    def _tell(self, connection: Connection, boot: Bootstrap | None) -> None:
        if connection != self._connection or boot is not None:
            self._connection = connection
            self._changed(connection, boot)


def _client_class() -> type[AsyncClient]:
    from ricordo_protocol.aio import AsyncClient  # noqa: PLC0415 # after first paint, in a thread

    return AsyncClient


def _credentials(paths: Paths) -> tuple[Secret, str]:
    """Return the admin token, or the user's and why: a console that shows less beats none."""
    try:
        return credentials.read_token(paths, "admin"), ""
    except Unauthorized as error:
        why = error
    try:
        return credentials.read_token(paths, "user"), f"own memories only: {why.sentence}"
    except Unauthorized:
        raise why from None


def _online(boot: Bootstrap, note: str) -> Connection:
    found = Connection(
        Standing.ONLINE,
        user=boot.identity.user_id,
        permissions=frozenset(boot.identity.permissions),
    )
    return found if found.admin else replace(found, note=note or "own memories only")


def _standing(error: RicordoError) -> Connection:
    if isinstance(error, UpgradeRequired):
        standing = Standing.OTHER_VERSION
    elif isinstance(error, Unauthorized | Forbidden):
        standing = Standing.REFUSED
    else:
        standing = Standing.OFFLINE
    return Connection(standing, error.sentence, error.hint)
