"""The two halves of a search around the index: what may be seen, and what was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ricordo_daemon.policy.model import Action
from ricordo_daemon.service import scoping, wire
from ricordo_daemon.store import memories as rows
from ricordo_protocol.memory import FoundMemory

if TYPE_CHECKING:
    from ricordo_daemon.index.api import Results
    from ricordo_daemon.policy.model import Actor, Visible
    from ricordo_daemon.service.drafts import Search
    from ricordo_daemon.store.tx import ReadTx


def view(tx: ReadTx, actor: Actor, asked: Search) -> Visible:
    """Return what the search spans."""
    if asked.everywhere:
        return scoping.all_of(tx, actor, Action.SEARCH_ALL, asked.scope, asked.scope_id)
    return scoping.many(tx, actor, Action.SEARCH, asked.scope, asked.scope_id)


def fetch(tx: ReadTx, actor: Actor, asked: Search, results: Results) -> list[FoundMemory]:
    """Fetch the hits' rows, judged again: a row that moved out of sight meanwhile is dropped."""
    visible = view(tx, actor, asked)
    found = rows.fetch(tx, visible, [hit.rid for hit in results.hits], content=asked.content)
    return [
        FoundMemory(**wire.fields(tx, row), score=round(hit.score, 6))
        for hit in results.hits
        if (row := found.get(hit.rid)) and asked.type in (None, row.type)
    ]
