"""Scopes as a request names them: exactly one, the caller's own, or refused."""

from __future__ import annotations

import pytest

from support.office import EVERY, at


def verbs(who, name, scope, scope_id=None):
    """Return each verb's reply for one scope and id, as (verb, reply)."""
    named = {} if scope is None else {"scope": scope}
    if scope_id is not None:
        named["scope_id"] = scope_id
    yield "save", who.save(name, **named)
    yield "list", who.page(**named)
    yield "search", who.search("content", **named)
    yield "get", who.read(name, **named)
    yield "describe", who.describe(name, "anew", **named)
    yield "delete", who.remove(name, **named)


def outcomes(who, name, scope, scope_id=None):
    """Return {verb: (status, code)} of what was refused, {verb: status} of what was not."""
    replies = verbs(who, name, scope, scope_id)
    return {verb: (r.status, r.json.get("code")) for verb, r in replies}


def all_are(status, code):
    """Return that outcome for every verb."""
    each = ("save", "list", "search", "get", "describe", "delete")
    return dict.fromkeys(each, (status, code))


WORKS = {
    "save": (201, None),
    "list": (200, None),
    "search": (200, None),
    "get": (200, None),
    "describe": (200, None),
    "delete": (200, None),
}


@pytest.mark.requirement("SM-31")
def test_without_a_scope_a_change_goes_to_global(alice, name):
    assert alice.save(name).json["scope"] == "global"
    assert alice.describe(name, "anew").json["scope"] == "global"
    assert alice.remove(name).json["scope"] == "global"


@pytest.mark.requirement("SM-32", "SC-03")
def test_global_takes_no_id(alice, name):
    assert outcomes(alice, name, "global", "w1") == all_are(400, "invalid_scope_id")
    assert outcomes(alice, name, "global", "") == WORKS, "an empty id is none"


@pytest.mark.requirement("SM-33", "SC-03")
def test_an_id_without_its_scope_is_refused_where_scope_has_no_default(alice, boss):
    for reply in (
        alice.page(scope_id="w1"),
        alice.page(scope="", scope_id="w1"),
        alice.search("x", scope_id="w1"),
        boss.get(at(EVERY, scope_id="w1")),
        boss.get(at(EVERY, "search", q="x", scope_id="w1")),
    ):
        assert (reply.status, reply.code) == (400, "invalid_scope_id")
        assert reply.json["error"] == "scope is required when scope_id is provided"


@pytest.mark.requirement("SC-03")
def test_an_id_beside_the_default_scope_is_refused_too(alice, name):
    found = outcomes(alice, name, None, "w1")

    assert found == all_are(400, "invalid_scope_id")


@pytest.mark.requirement("SM-34", "SC-03")
@pytest.mark.parametrize("scope_id", [None, "", "  "])
def test_a_workstream_must_be_named(alice, name, scope_id):
    assert outcomes(alice, name, "workstream", scope_id) == all_are(400, "invalid_scope_id")


@pytest.mark.requirement("SM-35", "SC-02")
def test_a_workstream_is_its_owners(alice, bob, service, name):
    assert outcomes(alice, name, "workstream", alice.workstream) == WORKS
    assert outcomes(service, name, "workstream", alice.workstream) == WORKS, "or a service's"

    kept = alice.save(name, scope="workstream", scope_id=alice.workstream).json
    found = outcomes(bob, name, "workstream", alice.workstream)

    assert found == all_are(403, "foreign_workstream")
    again = alice.read(name, scope="workstream", scope_id=alice.workstream, touch="false").json
    assert again["revision"] == kept["revision"]


@pytest.mark.requirement("SM-35", "SC-02")
def test_a_workstream_that_is_not_there_is_a_404(alice, name):
    found = outcomes(alice, name, "workstream", "w-nowhere")

    assert found == all_are(404, "workstream_not_found")


@pytest.mark.requirement("SM-36")
def test_user_scope_is_the_callers_own_and_nobody_elses(alice, bob, name):
    saved = alice.save(name, scope="user")
    assert saved.json["scope_id"] == alice.user_id
    assert (
        alice.save(name, scope="user", scope_id=alice.user_id).json["memory_id"]
        == (saved.json["memory_id"])
    )

    assert outcomes(bob, name, "user", alice.user_id) == all_are(403, "foreign_user")
    assert bob.page(scope="user").json["memories"] == []
    assert outcomes(alice, f"{name}_b", "user", alice.user_id) == WORKS


@pytest.mark.requirement("SM-37")
def test_a_caller_without_a_user_has_no_user_scope(office, alice, name):
    nobody = office.nobody
    alice.own()

    assert outcomes(nobody, name, "user") == all_are(400, "invalid_scope_id")
    assert outcomes(nobody, name, "user", alice.user_id) == all_are(403, "foreign_user")
    assert {m["scope"] for m in nobody.page().json["memories"]} <= {"global"}
    assert office.audit(nobody) == []


@pytest.mark.requirement("SM-38")
@pytest.mark.parametrize("scope", ["coordinator", "project"])
def test_internal_scopes_are_not_reached_over_the_public_routes(alice, boss, name, scope):
    for who in (alice, boss):
        for scope_id in (None, who.user_id):
            assert outcomes(who, name, scope, scope_id) == all_are(400, "invalid_scope")


@pytest.mark.requirement("SM-39")
@pytest.mark.parametrize("scope", ["", " ", None, "bogus", "gloabl", 1, []], ids=str)
def test_a_save_takes_no_scope_but_one_that_it_knows(office, alice, name, scope):
    reply = alice.save(name, scope=scope)

    assert (reply.status, reply.code) == (400, "invalid_scope")
    assert office.audit(alice) == []


@pytest.mark.requirement("SM-39", "SM-48", "DL-01")
@pytest.mark.parametrize("scope", ["bogus", "gloabl", "globa", "global,user", "*"])
def test_a_scope_that_is_misspelt_is_an_error_on_every_verb_and_never_wider(alice, name, scope):
    alice.save(name)

    found = outcomes(alice, name, scope)

    assert found == all_are(400, "invalid_scope")
    assert alice.read(name).status == 200


@pytest.mark.requirement("SC-05")
def test_a_scope_is_folded_alike_on_every_verb(alice, name):
    assert outcomes(alice, name, " Global ") == WORKS
    assert outcomes(alice, name, "USER", f" {alice.user_id} ") == WORKS
    assert outcomes(alice, name, "Workstream", f"{alice.workstream} ") == WORKS

    alice.save(name, scope=" Global ")
    assert alice.read(name, scope="global").json["scope"] == "global"


@pytest.mark.parametrize("scope_id", ["x" * 257, "a\nb", "a\0b"], ids=ascii)
def test_an_id_that_cannot_be_is_refused(alice, name, scope_id):
    found = outcomes(alice, name, "workstream", scope_id)

    assert found == all_are(400, "invalid_scope_id")
