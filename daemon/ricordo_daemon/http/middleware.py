"""What every request passes, in this order: id, origin, peer, handshake, body, handler, reply."""

from __future__ import annotations

import asyncio
import time
import uuid
from typing import TYPE_CHECKING, Any, Final

import msgspec
from aiohttp import web

from ricordo_daemon import auth
from ricordo_daemon.http import codec
from ricordo_daemon.http.ask import Ask
from ricordo_daemon.log import LOGGER
from ricordo_daemon.service.ops import Attempt
from ricordo_protocol import headers, limits, transport
from ricordo_protocol.errors import (
    Forbidden,
    InternalError,
    InvalidInput,
    MethodNotAllowed,
    NotFound,
    RequestTimeout,
    RicordoError,
    TooLarge,
    UnsupportedMedia,
    UpgradeRequired,
)

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from ricordo_daemon.http.ask import Answer, Handler
    from ricordo_daemon.http.state import State
    from ricordo_protocol.routes import Route

_ANY_VERSION: Final = frozenset({"get_version", "get_health"})
"""What works across versions for ever, so that any client can tell what runs, and stop it."""


_ID: Final = web.RequestKey("id", str)
_ROUTE: Final = web.RequestKey("route", str)


def serve(
    state: State, route: Route, handler: Handler
) -> Callable[[web.Request], Awaitable[web.Response]]:
    """Return an aiohttp handler for one route of the table."""

    async def handle(request: web.Request) -> web.Response:
        request[_ROUTE] = route.name
        caller = _caller(state, request, route)
        if route.name not in _ANY_VERSION:
            _shake_hands(request)
        raw = await _read_body(state, request, route)
        ask = Ask(
            state=state,
            caller=caller,
            path=dict(request.match_info),
            query=codec.decode_query(request.query.items(), route.query),
            body=codec.decode_body(raw, route.body) if route.body else None,
            if_match=codec.decode_if_match(request.headers.get(headers.IF_MATCH)),
            attempt=_attempt(request, route, raw),
            size=len(raw),
        )
        return _encode(await handler(ask))

    return handle


@web.middleware
async def outermost(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Give every reply its id and our version; make every failure JSON; log one line."""
    began = time.perf_counter()
    request[_ID] = uuid.uuid4().hex
    try:
        _refuse_browsers(request)
        reply = await handler(request)
    except RicordoError as error:
        reply = _told(error)
    except web.HTTPException as error:
        reply = _told(_translated(error), error.headers.get("Allow"))
    except Exception:  # noqa: BLE001 # the top: logged with its id, answered as JSON
        LOGGER.exception("request_failed", extra={"request_id": request[_ID]})
        reply = _told(InternalError("the daemon failed", hint="See `ricordo daemon logs`."))
    reply.headers[headers.REQUEST_ID] = request[_ID]
    reply.headers[headers.API] = headers.OURS
    LOGGER.info(
        "request",
        extra={
            "request_id": request[_ID],
            "route": request.get(_ROUTE),
            "status": reply.status,
            "ms": round((time.perf_counter() - began) * 1000, 2),
        },
    )
    return reply


def _refuse_browsers(request: web.Request) -> None:
    """Refuse a page in a browser, whatever proxy it found to this socket."""
    for header in ("Origin", "Referer"):
        if header in request.headers:
            raise Forbidden(
                f"requests with {header} are refused",
                code="browser_refused",
                hint="Call the socket from a program of yours, not from a web page.",
            )


def _caller(state: State, request: web.Request, route: Route) -> auth.Caller:
    sock = request.transport.get_extra_info("socket") if request.transport else None
    peer = transport.peer(sock) if sock is not None else None
    pid, uid = peer or (None, state.uid)
    label = request.headers.get(headers.CLIENT, "sdk")
    caller = auth.Caller(
        uid=uid,
        pid=pid,
        program=auth.program_of(pid) if route.changes else None,
        token_hash=auth.read_bearer(request.headers.get("Authorization")),
        label=label if label in headers.CLIENTS else "sdk",
        request_id=request[_ID],
    )
    if uid != state.uid:
        refusal = Forbidden(
            "this daemon serves another user of this machine",
            code="foreign_uid",
            hint="Start a daemon of your own: `ricordo daemon start`.",
        )
        if state.ops is not None:
            state.ops.notices.denied(caller, refusal.code)
        raise refusal
    return caller


def _shake_hands(request: web.Request) -> None:
    given = request.headers.get(headers.API)
    if given is None:
        return
    theirs = headers.parse_range(given)
    if theirs is None:
        raise InvalidInput(
            f"{headers.API} must be a version or a range, such as {headers.OURS}",
            code="invalid_version",
            hint="Leave the header out, or send the versions that you speak.",
        )
    if not headers.overlaps(theirs):
        raise UpgradeRequired(
            f"the client speaks protocol {given}, the daemon {headers.OURS}",
            hint="Upgrade the older of the two; `ricordo daemon restart` after an upgrade.",
        )


async def _read_body(state: State, request: web.Request, route: Route) -> bytes:
    if route.body is None:
        if request.can_read_body:
            raise InvalidInput(
                "this route takes no body",
                code="unexpected_body",
                hint="Send its parameters in the query string.",
            )
        return b""
    _check_media(request)
    try:
        async with asyncio.timeout(state.config.server.body_seconds):
            return await request.read()
    except TimeoutError:
        raise RequestTimeout(
            "the request's body did not arrive in time", hint="Send it again, whole."
        ) from None


def _check_media(request: web.Request) -> None:
    if request.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise UnsupportedMedia("compressed bodies are refused", hint="Send the body as it is.")
    if "Content-Type" not in request.headers:
        return
    if request.content_type != "application/json":
        raise UnsupportedMedia(
            "the body must be application/json", hint="Send `Content-Type: application/json`."
        )
    if (request.charset or "utf-8").lower() not in ("utf-8", "utf8"):
        raise InvalidInput(
            "the body must be UTF-8", code="invalid_charset", hint="Send `charset=utf-8`, or none."
        )


def _attempt(request: web.Request, route: Route, raw: bytes) -> Attempt | None:
    key = codec.decode_key(request.headers.get(headers.IDEMPOTENCY_KEY))
    if key is None or not route.changes:
        return None
    precondition = request.headers.get(headers.IF_MATCH, "")
    same = f"{request.raw_path}\n{precondition}".encode() + b"\n" + raw
    return Attempt(route.name, key, same)


def _encode(answer: Answer) -> web.Response:
    reply = web.Response(
        body=msgspec.json.encode(answer.reply),
        status=answer.status,
        content_type="application/json",
    )
    if answer.revision is not None:
        reply.headers[headers.ETAG] = f'"{answer.revision}"'
    return reply


def _told(error: RicordoError, allow: str | None = None) -> web.Response:
    body: dict[str, Any] = msgspec.to_builtins(error.reply())
    reply = web.Response(
        body=msgspec.json.encode(body), status=error.status, content_type="application/json"
    )
    if allow:
        reply.headers["Allow"] = allow
    if isinstance(error, RequestTimeout | TooLarge):
        reply.force_close()
    return reply


def _translated(error: web.HTTPException) -> RicordoError:
    if isinstance(error, web.HTTPRequestEntityTooLarge):
        return TooLarge(
            f"the body exceeds {limits.BODY_BYTES} bytes",
            hint="Save a smaller content; its own limit is 65,536 characters.",
            limit=limits.BODY_BYTES,
        )
    if isinstance(error, web.HTTPMethodNotAllowed):
        return MethodNotAllowed(
            f"this path does not take {error.method}",
            hint=f"It takes {', '.join(sorted(error.allowed_methods))}.",
        )
    if isinstance(error, web.HTTPNotFound):
        return NotFound(
            "no such route", code="no_such_route", hint="See the table in the protocol's README."
        )
    if error.status >= 500:  # noqa: PLR2004 # HTTP's own border
        return InternalError("the daemon failed", hint="See `ricordo daemon logs`.")
    return InvalidInput(error.reason or "the request is not well formed", hint="Correct it.")
