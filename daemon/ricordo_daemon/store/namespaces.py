"""Namespaces: interned, found by their exact name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ricordo_daemon.policy.model import Namespace, Ns, Target
from ricordo_protocol.scopes import Scope

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ricordo_daemon.policy.model import Visible
    from ricordo_daemon.store.tx import ReadTx, Tx

_SELECT: Final = "SELECT ns, realm, scope, space_id, scope_id, state FROM namespaces"


def find(tx: ReadTx, targets: Iterable[Target]) -> list[Namespace]:
    """Return those of `targets` that exist. An empty id matches an empty id, nothing else."""
    found: list[Namespace] = []
    for target in targets:
        rows = tx.raw.execute(
            f"{_SELECT} WHERE realm=? AND scope=? AND space_id=? AND scope_id=?", _key(target)
        )
        found += [_namespace(*row) for row in rows]
    return found


def find_all(tx: ReadTx, realm: str = "memory") -> list[Namespace]:
    """Return every namespace of a realm."""
    return [_namespace(*row) for row in tx.raw.execute(f"{_SELECT} WHERE realm=?", (realm,))]


def of(tx: ReadTx, ns: Ns) -> Namespace:
    """Return a namespace by its number, which something in the store refers to."""
    return _namespace(*tx.raw.execute(f"{_SELECT} WHERE ns=?", (ns,)).fetchone())


def intern(tx: Tx, target: Target) -> Namespace:
    """Return the namespace of `target`, made now if it is new."""
    for found in find(tx, (target,)):
        return found
    tx.raw.execute(
        "INSERT INTO namespaces(realm,scope,space_id,scope_id) VALUES (?,?,?,?)", _key(target)
    )
    return find(tx, (target,))[0]


def counts(tx: ReadTx, visible: Visible) -> list[tuple[Target, str, int]]:
    """Return (namespace, type, how many) for what is visible and not empty."""
    found: list[tuple[Target, str, int]] = []
    rows = tx.raw.execute(
        "SELECT n.ns, n.scope, n.scope_id, c.type, c.n FROM counts c JOIN namespaces n USING(ns)"
        " WHERE c.n>0 ORDER BY n.scope, n.scope_id, c.type"
    )
    for ns, scope, scope_id, type_, number in rows:
        if ns in visible:
            found.append((Target(Scope(scope), scope_id), type_, number))
    return found


def _key(target: Target) -> tuple[str, str, str, str]:
    return target.realm, target.scope.value, target.space_id, target.scope_id


def _namespace(  # the row, column by column
    ns: int, realm: str, scope: str, space_id: str, scope_id: str, state: str
) -> Namespace:
    target = Target(Scope(scope), scope_id, realm, space_id)  # type: ignore[arg-type] # CHECKed in SQL
    return Namespace(Ns(ns), target, state)  # type: ignore[arg-type] # likewise
