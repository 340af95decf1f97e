"""Everything that a console needs for its first picture, from one snapshot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ricordo_daemon.policy.model import Action
from ricordo_daemon.service import memories, scoping
from ricordo_daemon.service.drafts import Listing
from ricordo_daemon.store import log, namespaces
from ricordo_protocol.memory import Bootstrap, Identity, ScopeCount

if TYPE_CHECKING:
    from ricordo_daemon.policy.model import Actor, Visible
    from ricordo_daemon.store.tx import ReadTx
    from ricordo_protocol.memory import IndexState, Versions


def get_bootstrap(
    tx: ReadTx, actor: Actor, limit: int, versions: Versions, index: IndexState
) -> Bootstrap:
    """Return identity, counts and the first page: of every scope for an admin."""
    if actor.is_admin:
        visible = scoping.all_of(tx, actor, Action.LIST_ALL)
    else:
        visible = scoping.many(tx, actor, Action.LIST, "", "")
    asked = Listing(type=None, scope="", scope_id="", limit=limit, before=None, content=False)
    return Bootstrap(
        identity=Identity(
            user_id=actor.user_id,
            token=actor.token_name,
            permissions=sorted(actor.permissions),
        ),
        versions=versions,
        counts=_counts(tx, visible),
        page=memories.page(tx, visible, asked),
        head_seq=log.head_seq(tx),
        index=index,
    )


def _counts(tx: ReadTx, visible: Visible) -> list[ScopeCount]:
    scopes: dict[tuple[str, str], ScopeCount] = {}
    for target, type_, number in namespaces.counts(tx, visible):
        key = (target.scope.value, target.scope_id)
        one = scopes.setdefault(key, ScopeCount(scope=key[0], scope_id=key[1], total=0, types={}))
        one.types[type_] = number
        one.total += number
    return list(scopes.values())
