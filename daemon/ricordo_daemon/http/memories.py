"""The public routes of memories: decode, call, encode."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ricordo_daemon.http.ask import Answer, done
from ricordo_daemon.service import memories, replay
from ricordo_daemon.service.drafts import Draft, Listing, Search
from ricordo_protocol import fields
from ricordo_protocol.names import Name

if TYPE_CHECKING:
    from ricordo_daemon.http.ask import Ask


async def list_memories(ask: Ask) -> Answer:
    """Answer `GET /v1/api/memories`."""
    asked = Listing.read(ask.query)
    page = await ask.ops.read_page(
        ask.caller, lambda tx, actor: memories.list_memories(tx, actor, asked)
    )
    return Answer(page)


async def save_memory(ask: Ask) -> Answer:
    """Answer `POST /v1/api/memories`."""
    draft = Draft.read(ask.body)
    result = await ask.ops.write(
        ask.caller,
        lambda tx, actor: memories.save_memory(tx, actor, draft, ask.if_match),
        attempt=ask.attempt,
        replay=replay.saved,
        size=ask.size,
    )
    return done(result)


async def search_memories(ask: Ask) -> Answer:
    """Answer `POST /v1/api/memories/search`."""
    return Answer(await ask.ops.search(ask.caller, Search.read(ask.body)))


async def get_memory(ask: Ask) -> Answer:
    """Answer `GET /v1/api/memories/{name}`."""
    name, query = Name.parse(ask.path["name"]), ask.query
    memory = await ask.ops.get(
        ask.caller,
        lambda tx, actor: memories.get_memory(tx, actor, name, query.scope, query.scope_id),
        touch=query.touch,
    )
    return Answer(memory, revision=memory.revision)


async def describe_memory(ask: Ask) -> Answer:
    """Answer `PATCH /v1/api/memories/{name}`."""
    name, query = Name.parse(ask.path["name"]), ask.query
    description = fields.parse_description(ask.body.description)
    result = await ask.ops.write(
        ask.caller,
        lambda tx, actor: memories.describe_memory(
            tx, actor, name, query.scope, query.scope_id, description, ask.if_match
        ),
        attempt=ask.attempt,
        replay=replay.saved,
    )
    return done(result)


async def delete_memory(ask: Ask) -> Answer:
    """Answer `DELETE /v1/api/memories/{name}`."""
    name, query = Name.parse(ask.path["name"]), ask.query
    reason = fields.parse_reason(query.reason)
    result = await ask.ops.write(
        ask.caller,
        lambda tx, actor: memories.delete_memory(
            tx, actor, name, query.scope, query.scope_id, reason, ask.if_match
        ),
        attempt=ask.attempt,
        replay=replay.deleted,
    )
    return done(result)
