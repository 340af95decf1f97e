"""Health, readiness, versions and bootstrap."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ricordo_daemon.http.ask import Answer
from ricordo_daemon.service import bootstrap
from ricordo_protocol import fields, limits
from ricordo_protocol.memory import Health, Ready, Status

if TYPE_CHECKING:
    from ricordo_daemon.http.ask import Ask
    from ricordo_daemon.http.state import State


async def get_health(ask: Ask) -> Answer:  # noqa: ARG001 # every handler has one shape
    """Answer `GET /v1/health`: alive, and nothing else is looked at."""
    return Answer(Health())


async def get_ready(ask: Ask) -> Answer:  # likewise
    """Answer `GET /v1/ready`: 200 where requests are served, 503 else."""
    reply = Ready(status=_status(ask.state))
    if ask.query.verbose:
        reply.checks = [check() for check in ask.state.checks]
    return Answer(reply, 200 if reply.status in ("ready", "read_only") else 503)


async def get_version(ask: Ask) -> Answer:  # likewise
    """Answer `GET /v1/version`, whatever version asks."""
    return Answer(ask.state.versions)


async def get_bootstrap(ask: Ask) -> Answer:
    """Answer `GET /v1/api/bootstrap`."""
    limit = fields.parse_limit(ask.query.limit, limits.LIST_LIMIT, limits.LIST_DEFAULT)
    ops = ask.ops
    reply = await ops.read(
        ask.caller,
        lambda tx, actor: bootstrap.get_bootstrap(
            tx, actor, limit, ask.state.versions, ops.index_state()
        ),
    )
    return Answer(reply)


def _status(state: State) -> Status:
    if state.phase == "ready" and state.ops is not None and state.ops.writer.read_only:
        return "read_only"
    return state.phase
