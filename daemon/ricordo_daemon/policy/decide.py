"""May this actor do this to that namespace? Facts in, a verdict with its reason out.

The table for REST without a session (DESIGN §4): global, user and workstream only; a user's
memories are their own; a workstream must exist and be owned by the caller (or the caller holds
`service`); what the permission does not grant is refused before anything else is looked at.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ricordo_daemon.policy.model import Action, Target
from ricordo_protocol.errors import Forbidden, InvalidInput, NotFound, RicordoError
from ricordo_protocol.scopes import PUBLIC_SCOPES, Scope, parse_scope, parse_scope_id

if TYPE_CHECKING:
    from ricordo_daemon.policy.model import Actor


@dataclass(frozen=True, slots=True)
class Facts:
    """What the decision needs to know of the store, read in the same transaction."""

    workstream_owner: str | None = None
    """The owner of the target's workstream; None where no such workstream is live."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Allowed, or refused with the class, the code and the sentence of the refusal."""

    refused: type[RicordoError] | None = None
    code: str = ""
    sentence: str = ""
    hint: str = ""

    @property
    def allowed(self) -> bool:
        """Whether the act may go on."""
        return self.refused is None

    def require(self) -> None:
        """Raise the refusal, if it is one."""
        if self.refused is not None:
            raise self.refused(self.sentence, code=self.code, hint=self.hint)


ALLOWED = Verdict()


def read_target(actor: Actor, scope: str, scope_id: str) -> Target:
    """Return the namespace that a public request names; `user` binds to the caller.

    Raises `InvalidInput` for a scope that REST does not take, or an id that does not fit it.
    """
    kind = parse_scope(scope, PUBLIC_SCOPES)
    given = parse_scope_id(scope_id)
    if kind is Scope.GLOBAL and given:
        raise _bad("scope_id is not allowed with global scope", "Leave scope_id out.")
    if kind is Scope.WORKSTREAM and not given:
        raise _bad("scope_id is required for workstream scope", "Name the workstream.")
    if kind is Scope.USER and not (given or actor.user_id):
        raise _bad("user scope needs a caller with a user", "Use a token that has one.")
    return Target(kind, given or (actor.user_id if kind is Scope.USER else ""))


def read_filter(scope: str, scope_id: str) -> Target | None:
    """Return the namespace, or family of namespaces, that an admin's list is narrowed to.

    An empty scope_id is no filter here (DESIGN §4), and only here. None: everything.
    """
    given = parse_scope_id(scope_id)
    if not scope.strip():
        if given:
            raise scope_missing()
        return None
    kind = parse_scope(scope)
    if kind is Scope.GLOBAL and given:
        raise _bad("scope_id is not allowed with global scope", "Leave scope_id out.")
    return Target(kind, given)


def decide(actor: Actor, action: Action, target: Target | None, facts: Facts) -> Verdict:
    """Judge one act on one namespace. `target` None: an act that names none (unscoped reads)."""
    needed = action.rule.permission
    if needed not in actor.permissions:
        return Verdict(
            Forbidden,
            "permission_missing",
            f"the token lacks the {needed!r} permission",
            "Use a token that has it.",
        )
    if target is None or action.rule.admin:
        return ALLOWED
    if target.scope not in PUBLIC_SCOPES:
        return Verdict(
            InvalidInput,
            "invalid_scope",
            f"scope {target.scope.value} is not reached over REST",
            "Only an agent's session does.",
        )
    if target.scope is Scope.GLOBAL:
        return _decide_global(actor, action)
    if target.scope is Scope.USER:
        return _decide_user(actor, target)
    return _decide_workstream(actor, target, facts)


def _decide_global(actor: Actor, action: Action) -> Verdict:
    if action.writes and "write.global" not in actor.permissions:
        return Verdict(
            Forbidden,
            "permission_missing",
            "the token may not change global memories",
            "Save to scope user, or use a token with 'write.global'.",
        )
    return ALLOWED


def _decide_user(actor: Actor, target: Target) -> Verdict:
    if not actor.user_id or target.scope_id != actor.user_id:
        return Verdict(
            Forbidden,
            "foreign_user",
            "Cannot access another user's memories",
            "Leave scope_id out: scope user is always the caller's own.",
        )
    return ALLOWED


def _decide_workstream(actor: Actor, target: Target, facts: Facts) -> Verdict:
    if not target.scope_id:
        return Verdict(
            InvalidInput,
            "invalid_scope_id",
            "scope_id is required for workstream scope",
            "Name the workstream.",
        )
    if facts.workstream_owner is None:
        return Verdict(
            NotFound,
            "workstream_not_found",
            "Workstream not found",
            "Check the id; a workstream is made by the agent that runs in it.",
        )
    if actor.workstream_id not in (None, target.scope_id):
        return Verdict(
            Forbidden,
            "foreign_workstream",
            "the token is bound to another workstream",
            "Use a token of this workstream.",
        )
    if facts.workstream_owner != actor.user_id and "service" not in actor.permissions:
        return Verdict(
            Forbidden,
            "foreign_workstream",
            "Cannot access another user's workstream memories",
            "Ask its owner.",
        )
    return ALLOWED


def scope_missing() -> InvalidInput:
    """Return the refusal of a scope_id that comes without its scope."""
    return _bad("scope is required when scope_id is provided", "Add scope, or leave scope_id out.")


def _bad(sentence: str, hint: str) -> InvalidInput:
    return InvalidInput(sentence, code="invalid_scope_id", hint=hint)
