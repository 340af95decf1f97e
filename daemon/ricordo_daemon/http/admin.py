"""The admin's routes: decode, call, encode."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ricordo_daemon.http.ask import Answer, done
from ricordo_daemon.service import admin, replay
from ricordo_daemon.service.drafts import Listing, Search
from ricordo_protocol import fields

if TYPE_CHECKING:
    from ricordo_daemon.http.ask import Ask


async def list_all_memories(ask: Ask) -> Answer:
    """Answer `GET /v1/api/admin/memories`."""
    asked = Listing.read(ask.query, clamp=True)
    page = await ask.ops.read_page(
        ask.caller, lambda tx, actor: admin.list_all_memories(tx, actor, asked)
    )
    return Answer(page)


async def search_all_memories(ask: Ask) -> Answer:
    """Answer `GET /v1/api/admin/memories/search`."""
    return Answer(await ask.ops.search(ask.caller, Search.read(ask.query, everywhere=True)))


async def get_memory_by_id(ask: Ask) -> Answer:
    """Answer `GET /v1/api/admin/memories/{memory_id}`."""
    memory = await ask.ops.get(
        ask.caller,
        lambda tx, actor: admin.get_memory_by_id(tx, actor, ask.path["memory_id"]),
        touch=ask.query.touch,
    )
    return Answer(memory, revision=memory.revision)


async def describe_memory_by_id(ask: Ask) -> Answer:
    """Answer `PATCH /v1/api/admin/memories/{memory_id}`."""
    description = fields.parse_description(ask.body.description)
    result = await ask.ops.write(
        ask.caller,
        lambda tx, actor: admin.describe_memory_by_id(
            tx, actor, ask.path["memory_id"], description, ask.if_match
        ),
        attempt=ask.attempt,
        replay=replay.saved,
    )
    return done(result)


async def delete_memory_by_id(ask: Ask) -> Answer:
    """Answer `DELETE /v1/api/admin/memories/{memory_id}`."""
    reason = fields.parse_reason(ask.query.reason)
    result = await ask.ops.write(
        ask.caller,
        lambda tx, actor: admin.delete_memory_by_id(
            tx, actor, ask.path["memory_id"], reason, ask.if_match
        ),
        attempt=ask.attempt,
        replay=replay.deleted,
    )
    return done(result)
