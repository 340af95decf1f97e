"""Filling the demo's store through the daemon, as any client would."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final, NamedTuple

from ricordo_cli.demo.texts import seeds
from ricordo_cli.import_plan import Target
from ricordo_cli.import_run import stored
from ricordo_protocol import calls, credentials
from ricordo_protocol.client import Client
from ricordo_protocol.scopes import Scope

if TYPE_CHECKING:
    from ricordo_protocol.paths import Paths

EMPTY: Final = (Scope.WORKSTREAM, Scope.COORDINATOR, Scope.PROJECT)
"""Scopes that stay empty: their rows need a workstream or a session, which no route makes."""


class Seeded(NamedTuple):
    """How many memories were written, and how many were there already."""

    saved: int
    known: int


def seed(paths: Paths) -> Seeded:
    """Save what is missing of the demo's memories."""
    secret = credentials.read_token(paths, "user")
    with contextlib.ExitStack() as opened:
        # Under two labels, for a row says whether a person or an agent wrote it.
        clients = {
            label: opened.enter_context(Client(paths.socket, secret, label=label))
            for label in ("cli", "mcp")
        }
        known = {
            (row.scope, row.name)
            for scope in (Scope.GLOBAL, Scope.USER)
            for row in stored(clients["cli"], Target(scope))
        }
        saved = 0
        wanted = list(seeds())
        for draft, label in wanted:
            if (draft.scope, draft.name) not in known:
                clients[label].send(calls.save_memory(draft))
                saved += 1
    return Seeded(saved, len(wanted) - saved)
