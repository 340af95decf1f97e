"""One request, not yet sent, and how its reply is read: what both clients share above HTTP."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast
from urllib.parse import quote, urlencode

import msgspec

from ricordo_protocol import headers
from ricordo_protocol import memory as m
from ricordo_protocol.errors import InvalidInput, Unreachable, UpgradeRequired, from_reply

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ricordo_protocol.credentials import Secret
    from ricordo_protocol.routes import Route

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
        given: dict[str, Any] = msgspec.to_builtins(self.query) if self.query else {}
        pairs = {k: _text(v) for k, v in given.items() if v is not None}
        with _storable():
            path = self.route.path.format(**{k: quote(v, safe="") for k, v in self.path.items()})
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
        if self.body is None:
            return b""
        with _storable():
            return msgspec.json.encode(self.body, enc_hook=_plain)

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
        try:
            # The calls below pair each route with its own reply type.
            return cast("R", msgspec.json.decode(body, type=self.route.reply))
        except msgspec.MsgspecError:
            raise UpgradeRequired(
                "the daemon's reply is not one that this program understands",
                code="unreadable_reply",
                hint="Run `ricordo daemon restart`, so that both are of one version.",
            ) from None


def _read_ready(status: int, body: bytes) -> m.Ready:
    """Return the answer of a daemon that does not serve yet: no error, it is what was asked."""
    try:
        return msgspec.json.decode(body, type=m.Ready)
    except msgspec.MsgspecError:
        raise from_reply(status, body) from None


@contextmanager
def _storable() -> Iterator[None]:
    """Refuse here what no UTF-8 can carry, and the daemon would refuse too."""
    try:
        yield
    except UnicodeEncodeError:
        raise InvalidInput(
            "the text holds half of a surrogate pair",
            code="invalid_text",
            hint="It was cut inside an emoji or another wide character; send it whole.",
        ) from None


def _plain(value: object) -> str:
    """Let a `Name` travel: msgspec takes a str, but no subclass of it."""
    if isinstance(value, str):
        return str(value)
    raise NotImplementedError


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
