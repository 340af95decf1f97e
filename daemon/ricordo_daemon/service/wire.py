"""From the store's rows to the wire's types."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec
from msgspec import UNSET

from ricordo_daemon.clock import rfc3339
from ricordo_protocol.errors import InvalidInput, PreconditionFailed
from ricordo_protocol.memory import Memory, SavedMemory

if TYPE_CHECKING:
    from ricordo_daemon.store.memories import Row
    from ricordo_daemon.store.tx import ReadTx

R = TypeVar("R", bound=msgspec.Struct)


@dataclass(frozen=True, slots=True)
class Done(Generic[R]):
    """The result of a write: the reply, and whether something new was made."""

    reply: R
    created: bool = False


@dataclass(frozen=True, slots=True)
class IfMatch:
    """What `If-Match` asks for: a revision, or (None) only that the row is there."""

    revision: int | None


def memory(tx: ReadTx, row: Row) -> Memory:
    """Return a row as the wire shows it, with the accesses that are not yet written."""
    return Memory(**fields(tx, row))


def saved(tx: ReadTx, row: Row, batch: str) -> SavedMemory:
    """Return a row as the reply to the change that left it so."""
    return SavedMemory(**fields(tx, row), batch_id=batch)


def check_revision(tx: ReadTx, row: Row | None, if_match: IfMatch | None) -> None:
    """Refuse a change to a row that is no longer the one the caller saw (412)."""
    if if_match is None or (row and if_match.revision in (None, row.seq)):
        return
    current = None if row is None else msgspec.to_builtins(memory(tx, row))
    raise PreconditionFailed(
        "the memory has changed since you read it" if row else "the memory is no longer there",
        hint="Look at the current version, then send the change again with its revision.",
        **({"current": current} if current else {}),
    )


def encode_cursor(kind: str, *parts: int) -> str:
    """Return an opaque cursor: where a page ended."""
    text = ":".join((kind, *map(str, parts)))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def decode_cursor(cursor: str, kind: str, number: int) -> tuple[int, ...] | None:
    """Return what a cursor of ours holds, None for no cursor.

    Raises `InvalidInput` (`invalid_cursor`) for one that no page of this kind gave out.
    """
    if not cursor:
        return None
    try:
        raw = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode()
        found, *parts = raw.split(":")
        numbers = tuple(int(part) for part in parts)
    except (binascii.Error, ValueError):
        found, numbers = "", ()
    if found != kind or len(numbers) != number or any(not 0 <= n < 2**62 for n in numbers):
        raise InvalidInput(
            "the cursor is not one that this list gave out",
            code="invalid_cursor",
            hint="Send a page's `cursor` unchanged, or leave it out to begin again.",
        )
    return numbers


def fields(tx: ReadTx, row: Row) -> dict[str, Any]:
    """Return the wire's fields of a row, for each type that shows one."""
    pending = tx.touches.get(row.rid)
    last = max(row.last_access, pending.last if pending else 0)
    return {
        "memory_id": row.memory_id,
        "name": row.name,
        "description": row.description,
        "type": row.type,
        "scope": row.scope,
        "scope_id": row.scope_id,
        "content": UNSET if row.content is None else row.content,
        "created": rfc3339(row.created),
        "updated": rfc3339(row.updated),
        "last_accessed": rfc3339(last) if last else "",
        "access_count": row.accesses + (pending.times if pending else 0),
        "title": row.title,
        "tags": list(row.tags),
        "metadata": row.metadata,
        "revision": row.seq,
        "origin": row.origin,
        "created_by": row.created_by,
        "updated_by": row.updated_by,
    }
