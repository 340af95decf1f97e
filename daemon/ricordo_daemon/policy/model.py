"""The words of the policy: identities, actors, targets, actions, and what is visible."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Literal, NewType

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ricordo_protocol.scopes import Scope

Ns = NewType("Ns", int)
"""An interned namespace: the unit of visibility, index key, counts and deletion."""

Rid = NewType("Rid", int)
"""A memory's row, for ever: it survives rename, move, trash and restore."""

Seq = NewType("Seq", int)
"""The one clock: a revision, an ETag, an audit number, what the index has covered."""

Realm = Literal["memory", "case", "space"]
Origin = Literal["person", "agent", "import", "derived"]


@dataclass(frozen=True, slots=True)
class Visible:
    """The namespaces that one caller may read now. Only `policy.envelope` makes one.

    Every read of the store and of the index asks for it, so an unscoped read does not
    type-check; the empty set shows nothing.
    """

    namespaces: frozenset[Ns]

    def __contains__(self, ns: object) -> bool:
        return ns in self.namespaces

    def __iter__(self) -> Iterator[Ns]:
        return iter(sorted(self.namespaces))

    def __len__(self) -> int:
        return len(self.namespaces)


@dataclass(frozen=True, slots=True)
class Target:
    """A namespace by its name: what a request asks for, before it is known to exist."""

    scope: Scope
    scope_id: str = ""
    realm: Realm = "memory"
    space_id: str = ""


@dataclass(frozen=True, slots=True)
class Namespace:
    """A namespace that exists."""

    ns: Ns
    target: Target
    state: Literal["live", "archived", "dead"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """Who is calling: a live token, presented by a process of the token's own uid.

    Nothing of it comes from a request's body.
    """

    token_id: str
    token_name: str
    user_id: str
    uid: int
    permissions: frozenset[str]
    workstream_id: str | None = None
    """A limit: where set, the token reaches no other workstream."""
    pid: int | None = None
    program: str | None = None
    """The executable of `pid`, for the audit log only: it authorises nothing."""
    request_id: str | None = None
    origin: Origin = "agent"
    surface: str = "sdk"
    """The label that the caller gave itself; for the audit log, never a right."""

    @property
    def is_admin(self) -> bool:
        """Whether the caller may see and change memories of every scope."""
        return "admin.memories" in self.permissions


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """What belongs to an action, once: so nothing can be done that is not also audited."""

    permission: str
    verb: str | None = None
    """The audit verb; None for a read, which leaves no row."""
    inverse: str | None = None
    """The verb that undoes it; None where undo refuses (`not_undoable`)."""
    label: str
    admin: bool = False
    """Reaches every scope, under the admin's rules."""


class Action(Enum):
    """Everything that a caller can do to memories."""

    LIST = Rule(permission="read", label="List")
    SEARCH = Rule(permission="read", label="Search")
    GET = Rule(permission="read", label="Read")
    SAVE = Rule(permission="write", verb="memory.save", label="Save")
    UPDATE = Rule(permission="write", verb="memory.update", label="Update")
    DESCRIBE = Rule(
        permission="write",
        verb="memory.description_update",
        inverse="memory.description_update",
        label="Edit description",
    )
    DELETE = Rule(
        permission="write", verb="memory.delete", inverse="memory.restore", label="Delete"
    )
    RESTORE = Rule(
        permission="write", verb="memory.restore", inverse="memory.delete", label="Restore"
    )
    UNDO = Rule(permission="write", label="Undo")
    LIST_ALL = Rule(permission="admin.memories", label="List all", admin=True)
    SEARCH_ALL = Rule(permission="admin.memories", label="Search all", admin=True)
    GET_ANY = Rule(permission="admin.memories", label="Read any", admin=True)
    DESCRIBE_ANY = Rule(
        permission="admin.memories",
        verb="memory.description_update",
        inverse="memory.description_update",
        label="Edit any description",
        admin=True,
    )
    DELETE_ANY = Rule(
        permission="admin.memories",
        verb="memory.delete",
        inverse="memory.restore",
        label="Delete any",
        admin=True,
    )

    @property
    def rule(self) -> Rule:
        """Return what belongs to the action."""
        rule: Rule = self.value
        return rule

    @property
    def writes(self) -> bool:
        """Whether it changes a memory."""
        return self.rule.verb is not None


INVERSES: dict[str, str | None] = {
    action.rule.verb: action.rule.inverse for action in Action if action.rule.verb
}
"""Audit verb to the verb that undoes it."""
