"""What a request asks for, parsed: before it is queued, so that bad input costs no write."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from msgspec import UNSET, UnsetType

from ricordo_daemon.service import wire
from ricordo_daemon.store.revisions import Fields
from ricordo_protocol import fields as parse
from ricordo_protocol import limits
from ricordo_protocol.errors import InvalidInput
from ricordo_protocol.names import Name
from ricordo_protocol.scopes import MemoryType, parse_type, shown

if TYPE_CHECKING:
    from ricordo_daemon.policy.model import Actor
    from ricordo_daemon.store.memories import Row
    from ricordo_protocol.memory import (
        ListMemories,
        SaveMemory,
        SearchAllMemories,
        SearchMemories,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A save, every field checked. UNSET: keep what is stored."""

    name: Name
    content: str
    description: str
    scope: str
    scope_id: str
    type: MemoryType | UnsetType
    title: str | UnsetType | None
    tags: tuple[str, ...] | UnsetType
    metadata: dict[str, Any] | UnsetType

    @classmethod
    def read(cls, body: SaveMemory) -> Draft:
        """Check a request's body. Raises `InvalidInput` naming the field."""
        given = body.type
        return cls(
            name=Name.parse(body.name),
            content=parse.parse_content(body.content),
            description=parse.parse_description(body.description),
            scope=body.scope,
            scope_id=body.scope_id,
            type=UNSET if given is UNSET or given is None else parse_type(given),
            title=UNSET if body.title is UNSET else parse.parse_title(body.title),
            tags=UNSET if body.tags is UNSET else parse.parse_tags(body.tags or []),
            metadata=(
                UNSET if body.metadata is UNSET else parse.parse_metadata(body.metadata or {})
            ),
        )

    def fields(self, row: Row | None, actor: Actor) -> Fields:
        """Return what is to be stored, over what is stored (None: nothing yet)."""
        kept_type = row.type if row else MemoryType.GENERAL
        return Fields(
            type=str(kept_type if self.type is UNSET else self.type),
            description=self.description,
            title=_kept(self.title, row.title if row else None),
            tags=_kept(self.tags, row.tags if row else ()),
            metadata=_kept(self.metadata, row.metadata if row else {}),
            origin=actor.origin,
            by=actor.user_id,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """A list's page, every parameter checked."""

    type: str | None
    scope: str
    scope_id: str
    limit: int
    before: tuple[int, int] | None
    content: bool

    @classmethod
    def read(cls, query: ListMemories, *, clamp: bool = False) -> Listing:
        """Check the parameters; the admin's limit is clamped, the public one refused."""
        bound = parse.clamp_limit if clamp else parse.parse_limit
        place = wire.decode_cursor(query.cursor, "list", 2)
        return cls(
            type=_type(query.type),
            scope=query.scope,
            scope_id=query.scope_id,
            limit=bound(query.limit, limits.LIST_LIMIT, limits.LIST_DEFAULT),
            before=(place[0], place[1]) if place else None,
            content=_content(query.fields),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """A search's page, every parameter checked."""

    query: str
    type: str | None
    scope: str
    scope_id: str
    limit: int
    offset: int
    content: bool
    everywhere: bool

    @classmethod
    def read(cls, body: SearchMemories | SearchAllMemories, *, everywhere: bool = False) -> Search:
        """Check the parameters; the admin's limit is clamped, the public one refused."""
        bound = parse.clamp_limit if everywhere else parse.parse_limit
        place = wire.decode_cursor(body.cursor, "search", 1)
        return cls(
            query=parse.parse_query(getattr(body, "q", None) or getattr(body, "query", None)),
            type=_type(body.type),
            scope=body.scope,
            scope_id=body.scope_id,
            limit=bound(body.limit, limits.SEARCH_LIMIT, limits.SEARCH_DEFAULT),
            offset=place[0] if place else 0,
            content=_content(body.fields),
            everywhere=everywhere,
        )


def _kept(given: Any, stored: Any) -> Any:  # noqa: ANN401 # one rule for three types of field
    return stored if given is UNSET else given


def _type(text: str) -> str | None:
    return parse_type(text).value if text.strip() else None


def _content(fields: str) -> bool:
    if fields not in ("", "summary"):
        raise InvalidInput(
            f"invalid fields: {shown(fields)}; only 'summary' is known",
            code="invalid_fields",
            hint="Leave `fields` out for whole memories.",
        )
    return fields != "summary"
