"""The policy's whole table: every action, scope, owner and permission, judged one by one."""

from __future__ import annotations

import itertools

import pytest

from ricordo_daemon.policy.decide import ALLOWED, Facts, decide, read_filter, read_target
from ricordo_daemon.policy.model import INVERSES, Action, Target
from ricordo_protocol.errors import Forbidden, InvalidInput, NotFound
from ricordo_protocol.scopes import Scope
from support.store import actor

PERMISSIONS = ("read", "write", "write.global", "admin.memories", "service")
SETS = [
    frozenset(chosen)
    for size in range(len(PERMISSIONS) + 1)
    for chosen in itertools.combinations(PERMISSIONS, size)
]
TARGETS = {
    "none": None,
    "global": Target(Scope.GLOBAL),
    "own": Target(Scope.USER, "alice"),
    "foreign": Target(Scope.USER, "bob"),
    "nobody": Target(Scope.USER, ""),
    "own workstream": Target(Scope.WORKSTREAM, "w-alice"),
    "foreign workstream": Target(Scope.WORKSTREAM, "w-bob"),
    "no workstream": Target(Scope.WORKSTREAM, "w-none"),
    "unnamed workstream": Target(Scope.WORKSTREAM, ""),
    "coordinator": Target(Scope.COORDINATOR, "alice"),
    "project": Target(Scope.PROJECT, "p1"),
}
OWNERS = {"w-alice": "alice", "w-bob": "bob"}


def expected(action, target, permissions):  # noqa: PLR0911 # a table, a row a return
    """Return what DESIGN §4 says, written a second time and differently."""
    if action.rule.permission not in permissions:
        return Forbidden
    if target is None or action.rule.admin:
        return None
    writing = action.rule.verb is not None
    match (target.scope, target.scope_id):
        case (Scope.GLOBAL, _):
            return Forbidden if writing and "write.global" not in permissions else None
        case (Scope.USER, owner):
            return None if owner == "alice" else Forbidden
        case (Scope.WORKSTREAM, ""):
            return InvalidInput
        case (Scope.WORKSTREAM, one) if one not in OWNERS:
            return NotFound
        case (Scope.WORKSTREAM, one):
            return None if OWNERS[one] == "alice" or "service" in permissions else Forbidden
        case _:
            return InvalidInput


@pytest.mark.parametrize("action", Action, ids=lambda action: action.name)
@pytest.mark.parametrize("where", TARGETS)
def test_every_combination_of_action_place_and_permissions(action, where):
    target = TARGETS[where]
    owner = OWNERS.get(target.scope_id) if target else None
    for permissions in SETS:
        who = actor("alice", permissions)
        verdict = decide(who, action, target, Facts(workstream_owner=owner))
        assert verdict.refused is expected(action, target, permissions), permissions
        assert verdict.allowed or (verdict.sentence and verdict.hint and verdict.code)


def test_a_caller_without_a_user_has_no_user_scope():
    nobody = actor("")

    assert decide(nobody, Action.GET, Target(Scope.USER, ""), Facts()).refused is Forbidden


def test_a_token_bound_to_one_workstream_reaches_no_other():
    bound = actor("alice")
    bound = type(bound)(
        **{slot: getattr(bound, slot) for slot in bound.__slots__} | {"workstream_id": "w1"}
    )
    own = decide(bound, Action.GET, Target(Scope.WORKSTREAM, "w1"), Facts("alice"))
    other = decide(bound, Action.GET, Target(Scope.WORKSTREAM, "w2"), Facts("alice"))

    assert (own, other.refused) == (ALLOWED, Forbidden)


def test_admin_rights_never_follow_from_write():
    writer = actor("alice", frozenset({"read", "write", "write.global"}))

    for action in Action:
        if action.rule.admin:
            assert decide(writer, action, None, Facts()).refused is Forbidden


@pytest.mark.requirement("SC-05", "SM-36")
@pytest.mark.parametrize(
    ("scope", "scope_id", "target"),
    [
        (" Global ", "", Target(Scope.GLOBAL)),
        ("USER", "", Target(Scope.USER, "alice")),
        ("user", " alice ", Target(Scope.USER, "alice")),
        ("user", "bob", Target(Scope.USER, "bob")),
        ("workstream", "w1", Target(Scope.WORKSTREAM, "w1")),
    ],
)
def test_a_scope_is_folded_and_user_binds_to_the_caller(scope, scope_id, target):
    assert read_target(actor("alice"), scope, scope_id) == target


@pytest.mark.requirement("SC-03", "SM-32", "SM-34", "SM-38", "SM-39")
@pytest.mark.parametrize(
    ("scope", "scope_id"),
    [
        ("", ""),
        ("gloabl", ""),
        ("global", "w1"),
        ("workstream", ""),
        ("project", "p1"),
        ("coordinator", "alice"),
    ],
)
def test_a_scope_that_rest_does_not_take_is_an_error_and_never_wider(scope, scope_id):
    with pytest.raises(InvalidInput):
        read_target(actor("alice"), scope, scope_id)


def test_only_an_admins_filter_takes_an_empty_id_for_every_id():
    assert read_filter("user", "") == Target(Scope.USER, "")
    assert read_filter("", "") is None
    with pytest.raises(InvalidInput):
        read_filter("", "alice")
    with pytest.raises(InvalidInput):
        read_filter("gloabl", "")


def test_every_action_that_changes_something_has_an_audit_verb_of_its_own_or_shares_one():
    assert set(INVERSES) == {
        "memory.save",
        "memory.update",
        "memory.description_update",
        "memory.delete",
        "memory.restore",
    }
    for verb, inverse in INVERSES.items():
        assert inverse is None or INVERSES[inverse] == verb, "the undo of an undo is the redo"
