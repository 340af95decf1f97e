"""Everything that can go wrong on the wire, and how it is told.

    RicordoError
    ├── InvalidInput         400  the request is not well formed; nothing was done
    ├── Unauthorized         401  no token, or none that is valid here and now
    ├── Forbidden            403  the token is valid, the act is not allowed
    ├── NotFound             404  nothing of that name, id or batch is visible to the caller
    ├── RequestTimeout       408  the body did not arrive in time
    ├── Conflict             409  the act does not fit the state it meets
    ├── PreconditionFailed   412  the row has moved on; the reply carries the current one
    ├── TooLarge             413  the body is larger than the limit
    ├── UnsupportedMedia     415  the body is compressed, or not JSON
    ├── UpgradeRequired      426  client and daemon speak different versions
    ├── InternalError        500  a fault of ours; nothing was done
    ├── StorageFailed        500  the disk or the database failed; nothing was done
    ├── Unavailable          503  starting, stopping, busy or read-only; try again
    ├── StorageFull          507  no space is left; nothing was done
    └── Unreachable          ---  made by a client: nobody, or nobody of ours, answers

On the wire an error is `{"error": sentence, "code": snake_case, "hint": what to do next}`; the
class fixes the status and the exit code, the code tells cases of one class apart.
"""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec


class ErrorReply(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The body of every reply that is not a success."""

    error: str
    code: str
    hint: str
    limit: int | None = None
    """The bound that was passed, where there is one."""
    current: dict[str, Any] | None = None
    """With 412: the row as it is now."""
    reasons: list[dict[str, Any]] | None = None
    """With a 409 of a batch: why each row was left alone."""


class RicordoError(Exception):
    """The base of the tree: a sentence, a code, a hint, and what the class fixes."""

    status: ClassVar[int] = 500
    default_code: ClassVar[str] = "internal_error"
    exit_code: ClassVar[int] = 1

    def __init__(
        self, sentence: str, *, code: str | None = None, hint: str = "", **details: object
    ) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.code = code or self.default_code
        self.hint = hint
        self.details = details

    def reply(self) -> ErrorReply:
        """Return the error as it goes over the wire."""
        return ErrorReply(error=self.sentence, code=self.code, hint=self.hint, **self.details)  # type: ignore[arg-type] # the details are ErrorReply's optional fields


class InvalidInput(RicordoError):
    """The request is not well formed."""

    status = 400
    default_code = "invalid_input"
    exit_code = 6


class Unauthorized(RicordoError):
    """No token, or none that is valid here and now. Never says which."""

    status = 401
    default_code = "unauthorized"
    exit_code = 4


class Forbidden(RicordoError):
    """The caller is known and may not do this."""

    status = 403
    default_code = "forbidden"
    exit_code = 4


class NotFound(RicordoError):
    """Nothing of that name, id or batch is visible to the caller."""

    status = 404
    default_code = "not_found"
    exit_code = 3


class MethodNotAllowed(RicordoError):
    """The path exists; it does not take this method."""

    status = 405
    default_code = "method_not_allowed"
    exit_code = 2


class RequestTimeout(RicordoError):
    """The body did not arrive in time."""

    status = 408
    default_code = "request_timeout"


class Conflict(RicordoError):
    """The act does not fit the state that it meets."""

    status = 409
    default_code = "conflict"
    exit_code = 5


class PreconditionFailed(RicordoError):
    """The row is no longer the one that the caller saw."""

    status = 412
    default_code = "precondition_failed"
    exit_code = 5


class TooLarge(RicordoError):
    """The body is larger than the limit."""

    status = 413
    default_code = "body_too_large"
    exit_code = 6


class UnsupportedMedia(RicordoError):
    """The body is compressed, or says that it is not JSON."""

    status = 415
    default_code = "unsupported_media"
    exit_code = 6


class UpgradeRequired(RicordoError):
    """Client and daemon speak different versions."""

    status = 426
    default_code = "version_mismatch"


class InternalError(RicordoError):
    """A fault of ours, logged with its request id; nothing was done."""


class StorageFailed(RicordoError):
    """The disk or the database failed; nothing was done."""

    default_code = "storage_failed"


class Unavailable(RicordoError):
    """Starting, stopping, busy or read-only: the same request may work in a moment."""

    status = 503
    default_code = "unavailable"
    exit_code = 69


class StorageFull(RicordoError):
    """No space is left; nothing was done."""

    status = 507
    default_code = "storage_full"


class Unreachable(RicordoError):
    """Made by a client: nobody answers at the socket, or somebody who is not ricordo."""

    status = 0
    default_code = "daemon_unreachable"
    exit_code = 69


EXIT_OK = 0
EXIT_USAGE = 2
EXIT_INTERRUPTED = 130

EXIT_CODES: dict[int, str] = {
    0: "done",
    1: "it failed; the sentence on stderr says why",
    2: "the command line is wrong",
    3: "nothing of that name, id or batch",
    4: "not allowed",
    5: "it does not fit what is there now (conflict, changed meanwhile)",
    6: "the input is not valid",
    69: "the daemon is not reachable or not ready",
    130: "interrupted",
}
"""The one exit-code table. `daemon status` alone has its own: 0 running, 3 not, 4 unknown."""

CLASSES: tuple[type[RicordoError], ...] = (
    InvalidInput,
    Unauthorized,
    Forbidden,
    NotFound,
    MethodNotAllowed,
    RequestTimeout,
    Conflict,
    PreconditionFailed,
    TooLarge,
    UnsupportedMedia,
    UpgradeRequired,
    InternalError,
    StorageFailed,
    Unavailable,
    StorageFull,
)
"""The classes that travel. `from_reply` picks by status; the first of a status wins."""


def from_reply(status: int, body: bytes) -> RicordoError:
    """Turn a reply that is not a success back into the error that the daemon raised."""
    try:
        reply = msgspec.json.decode(body, type=ErrorReply)
    except msgspec.MsgspecError:
        return InternalError(f"the daemon answered {status} without a readable reason")
    kind = next((c for c in CLASSES if c.status == status), InternalError)
    if reply.code == StorageFailed.default_code:
        kind = StorageFailed
    details = {
        name: value
        for name in ("limit", "current", "reasons")
        if (value := getattr(reply, name)) is not None
    }
    return kind(reply.error, code=reply.code, hint=reply.hint, **details)
