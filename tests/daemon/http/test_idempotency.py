"""Idempotency-Key: the same request again is answered as the first time, and done once."""

from __future__ import annotations

import pytest

from support.office import EVERY, MEMORIES, at

DRAFT = {"name": "note", "content": "first", "description": "d", "scope": "user"}


def keyed(key="k-1"):
    """Return the header of one key."""
    return {"Idempotency-Key": key}


def save(who, key="k-1", **fields):
    """Save with a key."""
    return who.ask("POST", MEMORIES, DRAFT | fields, headers=keyed(key))


def same(one, other):
    """Whether two replies are one answer."""
    return (one.status, one.json, one.headers["ETag"]) == (
        other.status,
        other.json,
        other.headers["ETag"],
    )


def test_a_save_sent_twice_with_one_key_is_done_once_and_answered_alike(office, alice):
    first, again = save(alice), save(alice)

    assert first.status == 201
    assert same(first, again)
    assert len(office.audit(alice)) == 1


def test_the_first_answer_is_given_even_after_later_changes(alice):
    first = save(alice)
    alice.own(content="second", description="other", type="feedback", tags=["t"])
    assert same(save(alice), first)
    assert alice.read("note", scope="user").json["content"] == "second"

    alice.remove("note", scope="user")
    assert same(save(alice), first)
    assert alice.total() == 0, "a repeat brings nothing back"


def test_an_update_and_an_edit_repeat_as_what_they_were(office, alice):
    alice.own()
    update = save(alice, content="by the update")
    edit = alice.ask(
        "PATCH", at(MEMORIES, "note", scope="user"), {"description": "e"}, headers=keyed("k-2")
    )
    alice.own(content="later")

    assert update.status == 200
    assert same(save(alice, content="by the update"), update)
    again = alice.ask(
        "PATCH", at(MEMORIES, "note", scope="user"), {"description": "e"}, headers=keyed("k-2")
    )
    assert same(again, edit)
    assert len(office.audit(alice)) == 4


@pytest.mark.parametrize("by", ["name", "id"])
def test_a_delete_repeats_as_a_success_and_removes_no_successor(office, alice, boss, by):
    who, target = alice, at(MEMORIES, "note", scope="user")
    saved = alice.own()
    if by == "id":
        who, target = boss, at(EVERY, saved["memory_id"])

    first = who.ask("DELETE", target, headers=keyed())
    alice.own(content="a new one of that name")
    again = who.ask("DELETE", target, headers=keyed())

    assert first.status == 200
    assert same(first, again)
    assert alice.total() == 1
    assert len(office.audit(who, "memory.delete")) == 1


def test_an_undo_repeats_as_what_it_was(office, alice):
    alice.own()
    batch = alice.remove("note", scope="user").json["batch_id"]

    first = alice.ask("POST", at("/v1/api/undo", batch), headers=keyed())
    again = alice.ask("POST", at("/v1/api/undo", batch), headers=keyed())

    assert first.status == 200
    assert same(first, again)
    assert len(office.audit(alice, "memory.restore")) == 1
    assert alice.undo(batch).code == "already_undone", "without the key it is another request"


@pytest.mark.parametrize(
    "other",
    [{"content": "other"}, {"name": "other"}, {"type": "user"}, {"description": "d "}],
    ids=str,
)
def test_another_body_under_the_same_key_is_a_409_and_is_not_done(office, alice, other):
    save(alice)

    reply = save(alice, **other)

    assert (reply.status, reply.code) == (409, "idempotency_key_reused")
    assert len(office.audit(alice)) == 1


def test_another_target_or_precondition_under_the_same_key_is_a_409(alice):
    alice.own("one")
    alice.own("two")
    assert alice.delete(at(MEMORIES, "one", scope="user"), **keyed()).status == 200

    for target, extra in (
        (at(MEMORIES, "two", scope="user"), {}),
        (at(MEMORIES, "one", scope="user", reason="r"), {}),
        (at(MEMORIES, "one", scope="user"), {"If-Match": "*"}),
    ):
        reply = alice.delete(target, **keyed(), **extra)
        assert (reply.status, reply.code) == (409, "idempotency_key_reused")
    assert alice.total() == 1


def test_a_key_belongs_to_its_token(office, alice, bob):
    first = save(alice)

    assert save(alice.elsewhere).status == 200, "another token of the same user: an update"
    assert save(bob, content="of bob").status == 201
    assert same(save(alice), first)
    assert len(office.audit(alice)) == 2


def test_a_key_belongs_to_its_route(alice):
    save(alice)

    edited = alice.ask(
        "PATCH", at(MEMORIES, "note", scope="user"), {"description": "e"}, headers=keyed()
    )
    removed = alice.delete(at(MEMORIES, "note", scope="user"), **keyed())

    assert (edited.status, removed.status) == (200, 200)


def test_what_was_refused_is_not_remembered(alice):
    target = at(MEMORIES, "note", scope="user")

    assert alice.delete(target, **keyed()).status == 404
    alice.own()
    assert alice.delete(target, **keyed()).status == 200
    assert save(alice, "k-2", content="").status == 400
    assert save(alice, "k-2").status == 201


def test_rights_are_judged_anew_before_a_repeat_is_answered(office, alice):
    assert save(alice).status == 201
    office.revoke(alice)

    assert save(alice).status == 401


@pytest.mark.parametrize("key", ["", "a b", "\u00e9", "k" * 129])
def test_a_key_that_cannot_be_is_refused(office, alice, key):
    reply = save(alice, key)

    assert (reply.status, reply.code) == (400, "invalid_idempotency_key")
    assert office.audit(alice) == []
    assert save(alice, "k" * 128).status == 201


def test_a_key_survives_a_restart(daemon):
    first = save(daemon.api())
    daemon.kill()
    daemon.start()

    assert same(save(daemon.api()), first)


def test_a_key_on_a_read_is_ignored(alice):
    alice.own()

    for _ in range(2):
        assert alice.get(at(MEMORIES, "note", scope="user"), **keyed()).status == 200
