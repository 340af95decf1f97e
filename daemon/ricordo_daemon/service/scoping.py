"""From what a request names to what it may see: facts from the store, judged by the policy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ricordo_daemon.policy import decide as policy
from ricordo_daemon.policy import envelope
from ricordo_daemon.policy.decide import Facts
from ricordo_daemon.store import namespaces, principals
from ricordo_protocol.errors import Conflict
from ricordo_protocol.scopes import Scope

if TYPE_CHECKING:
    from ricordo_daemon.policy.model import Action, Actor, Namespace, Target, Visible
    from ricordo_daemon.store.tx import ReadTx, Tx


@dataclass(frozen=True, slots=True)
class Place:
    """One namespace that exists, and the view of exactly it."""

    namespace: Namespace
    visible: Visible


def authorize(tx: ReadTx, actor: Actor, action: Action, target: Target | None = None) -> None:
    """Raise the policy's refusal, on facts of this very snapshot or transaction."""
    policy.decide(actor, action, target, facts(tx, target)).require()


def facts(tx: ReadTx, target: Target | None) -> Facts:
    """Return what the policy needs to know about a target."""
    if target is None or target.scope is not Scope.WORKSTREAM or not target.scope_id:
        return Facts()
    return Facts(workstream_owner=principals.workstream_owner(tx.raw, target.scope_id))


def one(tx: ReadTx, actor: Actor, action: Action, scope: str, scope_id: str) -> Visible:
    """Return the view of the one namespace that a request names; empty where nothing is yet."""
    authorize(tx, actor, action)
    target = policy.read_target(actor, scope, scope_id)
    authorize(tx, actor, action, target)
    return envelope.visible((target,), namespaces.find(tx, (target,)))


def many(tx: ReadTx, actor: Actor, action: Action, scope: str, scope_id: str) -> Visible:
    """Return what a list or search spans: the one scope it names, else global and the caller's.

    `""` means absent here; a scope_id without its scope is refused, not ignored.
    """
    if scope.strip():
        return one(tx, actor, action, scope, scope_id)
    authorize(tx, actor, action)
    if scope_id.strip():
        raise policy.scope_missing()
    targets = envelope.own(actor)
    return envelope.visible(targets, namespaces.find(tx, targets))


def all_of(
    tx: ReadTx, actor: Actor, action: Action, scope: str = "", scope_id: str = ""
) -> Visible:
    """Return an admin's view, narrowed to a scope where one is named."""
    authorize(tx, actor, action)
    narrowed = policy.read_filter(scope, scope_id)
    return envelope.everything(namespaces.find_all(tx), narrowed)


def to_write(tx: Tx, actor: Actor, action: Action, scope: str, scope_id: str) -> Place:
    """Return the namespace that a save names, made now if it is new.

    Raises `Conflict` for one that is archived or deleted: it is not written past.
    """
    authorize(tx, actor, action)
    target = policy.read_target(actor, scope, scope_id)
    authorize(tx, actor, action, target)
    namespace = namespaces.intern(tx, target)
    visible = envelope.visible((target,), (namespace,))
    if namespace.ns not in visible:
        raise Conflict(
            f"scope {target.scope.value} {target.scope_id} is {namespace.state}",
            code="scope_not_live",
            hint="Restore it first, or save elsewhere.",
        )
    return Place(namespace, visible)
