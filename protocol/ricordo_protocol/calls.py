"""One function a route: what both clients send. `client.send(calls.get_memory("x"))` is typed."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast
from urllib.parse import quote, urlencode

import msgspec

from ricordo_protocol import headers
from ricordo_protocol import memory as m
from ricordo_protocol.errors import Unreachable, UpgradeRequired, from_reply
from ricordo_protocol.names import Name
from ricordo_protocol.routes import BY_NAME, Route

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ricordo_protocol.credentials import Secret

R = TypeVar("R", bound=msgspec.Struct)

_UNAVAILABLE = 503


@dataclass(frozen=True, slots=True)
class Call(Generic[R]):
    """One request, not yet sent: the route, what fills its path, and what it carries."""

    route: Route
    path: dict[str, str] = field(default_factory=dict)
    query: m.Query | None = None
    body: m.Body | None = None
    if_match: int | None = None
    key: str | None = None
    """The `Idempotency-Key`: made once, so that a retry is the same request."""

    @property
    def repeatable(self) -> bool:
        """Whether sending it twice does no more than sending it once."""
        return self.route.method == "GET" or self.key is not None or not self.route.changes

    def target(self) -> str:
        """Return path and query, every part quoted."""
        path = self.route.path.format(**{k: quote(v, safe="") for k, v in self.path.items()})
        given: dict[str, Any] = msgspec.to_builtins(self.query) if self.query else {}
        pairs = {k: _text(v) for k, v in given.items() if v is not None}
        return f"{path}?{urlencode(pairs)}" if pairs else path

    def headers(self, label: str, secret: Secret | None) -> dict[str, str]:
        """Return the headers, the handshake among them."""
        sent = {headers.API: headers.OURS, headers.CLIENT: label}
        if secret is not None:
            sent["Authorization"] = f"Bearer {secret.value}"
        if self.body is not None:
            sent["Content-Type"] = "application/json"
        if self.if_match is not None:
            sent[headers.IF_MATCH] = f'"{self.if_match}"'
        if self.key is not None:
            sent[headers.IDEMPOTENCY_KEY] = self.key
        return sent

    def payload(self) -> bytes:
        """Return the body's bytes, empty where the route takes none."""
        return msgspec.json.encode(self.body, enc_hook=_plain) if self.body is not None else b""

    def read(self, status: int, received: Mapping[str, str], body: bytes) -> R:
        """Return the reply, or raise the error that it tells.

        Raises `Unreachable` where what answers is not ricordo, `UpgradeRequired` where it is one
        of another time.
        """
        theirs = headers.parse_range(received.get(headers.API, ""))
        if theirs is None:
            raise Unreachable(
                "something that is not ricordo answers at the daemon's socket",
                code="not_ricordo",
                hint="See `ricordo paths`; stop that program or set RICORDO_SOCKET elsewhere.",
            )
        if status == UpgradeRequired.status or not headers.overlaps(theirs):
            raise UpgradeRequired(
                f"the daemon speaks protocol {received[headers.API]}, this program {headers.OURS}",
                hint="Run `ricordo daemon restart`, so that both are of one version.",
            )
        if status == _UNAVAILABLE and self.route.reply is m.Ready:
            return cast("R", _read_ready(status, body))
        if status >= 300:  # noqa: PLR2004 # HTTP: everything below is a success
            raise from_reply(status, body)
        # The calls below pair each route with its own reply type.
        return cast("R", msgspec.json.decode(body, type=self.route.reply))


def _read_ready(status: int, body: bytes) -> m.Ready:
    """Return the answer of a daemon that does not serve yet: no error, it is what was asked."""
    try:
        return msgspec.json.decode(body, type=m.Ready)
    except msgspec.MsgspecError:
        raise from_reply(status, body) from None


def _plain(value: object) -> str:
    """Let a `Name` travel: msgspec takes a str, but no subclass of it."""
    if isinstance(value, str):
        return str(value)
    raise NotImplementedError


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _new_key() -> str:
    return uuid.uuid4().hex


def get_health() -> Call[m.Health]:
    """Ask whether the process is alive."""
    return Call(BY_NAME["get_health"])


def get_ready(*, verbose: bool = False) -> Call[m.Ready]:
    """Ask whether requests are served."""
    return Call(BY_NAME["get_ready"], query=m.GetReady(verbose=verbose))


def get_version() -> Call[m.Versions]:
    """Ask what runs."""
    return Call(BY_NAME["get_version"])


def get_bootstrap(limit: int | None = None) -> Call[m.Bootstrap]:
    """Ask for identity, counts and the first page."""
    return Call(BY_NAME["get_bootstrap"], query=m.GetBootstrap(limit=_digits(limit)))


def list_memories(  # the route's own parameters, all optional
    *,
    type_: str = "",
    scope: str = "",
    scope_id: str = "",
    limit: int | None = None,
    cursor: str = "",
    summary: bool = False,
    everywhere: bool = False,
) -> Call[m.MemoryPage]:
    """List memories, newest first; `everywhere` is the admin's list over every scope."""
    query = m.ListMemories(
        type=type_,
        scope=scope,
        scope_id=scope_id,
        limit=_digits(limit),
        cursor=cursor,
        fields="summary" if summary else "",
    )
    return Call(BY_NAME["list_all_memories" if everywhere else "list_memories"], query=query)


def search_memories(  # noqa: PLR0913 # likewise
    query: str,
    *,
    type_: str = "",
    scope: str = "",
    scope_id: str = "",
    limit: int | None = None,
    cursor: str = "",
    summary: bool = False,
    everywhere: bool = False,
) -> Call[m.FoundPage]:
    """Search memories, best first; `everywhere` is the admin's search over every scope."""
    fields = "summary" if summary else ""
    if everywhere:
        asked = m.SearchAllMemories(
            q=query,
            type=type_,
            scope=scope,
            scope_id=scope_id,
            limit=_digits(limit),
            cursor=cursor,
            fields=fields,
        )
        return Call(BY_NAME["search_all_memories"], query=asked)
    body = m.SearchMemories(
        query=query,
        type=type_,
        scope=scope,
        scope_id=scope_id,
        limit=limit,
        cursor=cursor,
        fields=fields,
    )
    return Call(BY_NAME["search_memories"], body=body)


def save_memory(draft: m.SaveMemory, *, if_match: int | None = None) -> Call[m.SavedMemory]:
    """Create or update a memory."""
    return Call(BY_NAME["save_memory"], body=draft, if_match=if_match, key=_new_key())


def get_memory(
    name: str, *, scope: str = "global", scope_id: str = "", touch: bool = True
) -> Call[m.Memory]:
    """Fetch one memory by name. Raises `InvalidInput` at once for what can be no name."""
    query = m.GetMemory(scope=scope, scope_id=scope_id, touch=touch)
    return Call(BY_NAME["get_memory"], {"name": Name.parse(name)}, query)


def get_memory_by_id(memory_id: str, *, touch: bool = True) -> Call[m.Memory]:
    """Fetch one memory by id (admin)."""
    query = m.GetMemoryById(touch=touch)
    return Call(BY_NAME["get_memory_by_id"], {"memory_id": memory_id}, query)


def describe_memory(
    name: str,
    description: str,
    *,
    scope: str = "global",
    scope_id: str = "",
    if_match: int | None = None,
) -> Call[m.SavedMemory]:
    """Edit a description by name."""
    return Call(
        BY_NAME["describe_memory"],
        {"name": Name.parse(name)},
        m.DescribeMemoryIn(scope=scope, scope_id=scope_id),
        m.DescribeMemory(description=description),
        if_match,
        _new_key(),
    )


def describe_memory_by_id(
    memory_id: str, description: str, *, if_match: int | None = None
) -> Call[m.SavedMemory]:
    """Edit a description by id (admin)."""
    return Call(
        BY_NAME["describe_memory_by_id"],
        {"memory_id": memory_id},
        body=m.DescribeMemory(description=description),
        if_match=if_match,
        key=_new_key(),
    )


def delete_memory(
    name: str,
    *,
    scope: str = "global",
    scope_id: str = "",
    reason: str | None = None,
    if_match: int | None = None,
) -> Call[m.DeletedMemory]:
    """Move a memory to the trash by name."""
    return Call(
        BY_NAME["delete_memory"],
        {"name": Name.parse(name)},
        m.DeleteMemory(scope=scope, scope_id=scope_id, reason=reason),
        if_match=if_match,
        key=_new_key(),
    )


def delete_memory_by_id(
    memory_id: str, *, reason: str | None = None, if_match: int | None = None
) -> Call[m.DeletedMemory]:
    """Move a memory to the trash by id (admin)."""
    return Call(
        BY_NAME["delete_memory_by_id"],
        {"memory_id": memory_id},
        m.DeleteMemoryById(reason=reason),
        if_match=if_match,
        key=_new_key(),
    )


def undo_batch(batch_id: str) -> Call[m.UndoneBatch]:
    """Undo a batch, once."""
    return Call(BY_NAME["undo_batch"], {"batch_id": batch_id}, key=_new_key())


def _digits(limit: int | None) -> str | None:
    return None if limit is None else str(limit)
