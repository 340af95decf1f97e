"""What a caller may see: the only place where a `Visible` is made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ricordo_daemon.policy.model import Target, Visible
from ricordo_protocol.scopes import Scope

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ricordo_daemon.policy.model import Actor, Namespace


def own(actor: Actor) -> tuple[Target, ...]:
    """Return what an unscoped read of REST spans: global and the caller's own user scope.

    Never everything; and without a user there is no user scope at all.
    """
    targets = [Target(Scope.GLOBAL)]
    if actor.user_id:
        targets.append(Target(Scope.USER, actor.user_id))
    return tuple(targets)


def visible(targets: Iterable[Target], namespaces: Iterable[Namespace]) -> Visible:
    """Return the live namespaces that are exactly one of `targets`.

    An id is compared whole: an empty one matches only itself, never every id.
    """
    wanted = frozenset(targets)
    return Visible(
        frozenset(one.ns for one in namespaces if one.state == "live" and one.target in wanted)
    )


def everything(namespaces: Iterable[Namespace], narrowed: Target | None = None) -> Visible:
    """Return an admin's view: every live namespace of realm memory, or those of one scope.

    A filter without a scope_id spans the scope's every id.
    """
    return Visible(
        frozenset(
            one.ns
            for one in namespaces
            if one.state == "live"
            and one.target.realm == "memory"
            and (narrowed is None or _within(one.target, narrowed))
        )
    )


def _within(target: Target, narrowed: Target) -> bool:
    same_id = not narrowed.scope_id or target.scope_id == narrowed.scope_id
    return target.scope is narrowed.scope and same_id
