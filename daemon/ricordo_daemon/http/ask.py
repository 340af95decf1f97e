"""What a handler is given, and what it gives back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    import msgspec

    from ricordo_daemon.auth import Caller
    from ricordo_daemon.http.state import State
    from ricordo_daemon.service.ops import Attempt, Ops
    from ricordo_daemon.service.wire import Done, IfMatch

    Handler = Callable[["Ask"], Awaitable["Answer"]]

T = TypeVar("T", bound="msgspec.Struct")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """One request, decoded."""

    state: State
    caller: Caller
    path: dict[str, str]
    query: Any
    """Of the route's query type."""
    body: Any
    """Of the route's body type; None where it takes none."""
    if_match: IfMatch | None
    attempt: Attempt | None
    size: int
    """The body's bytes: what the writer's batches are bounded by."""

    @property
    def ops(self) -> Ops:
        """The use cases; raises `Unavailable` while there are none."""
        return self.state.serving()


@dataclass(frozen=True, slots=True)
class Answer:
    """One reply, not yet encoded."""

    reply: msgspec.Struct
    status: int = 200
    revision: int | None = None
    """What the ETag says, where the reply is one memory."""


def done(result: Done[T]) -> Answer:
    """Return the answer to a change."""
    reply: Any = result.reply
    return Answer(reply, 201 if result.created else 200, reply.revision)
