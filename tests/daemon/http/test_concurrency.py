"""Many callers at once: one outcome for one row, whoever comes first."""

from __future__ import annotations

from collections import Counter

import pytest

from support.office import EVERY, MEMORIES, at, at_once


@pytest.mark.requirement("CO-01")
def test_of_fifty_saves_of_one_new_name_one_creates_and_the_others_update(office, alice):
    replies = at_once(50, lambda n: alice.save("note", scope="user", content=f"content {n}"))

    assert Counter(reply.status for reply in replies) == {201: 1, 200: 49}
    assert len({reply.json["memory_id"] for reply in replies}) == 1
    assert len({reply.json["updated"] for reply in replies}) == 50
    last = max((reply.json for reply in replies), key=lambda memory: memory["updated"])
    stored = alice.read("note", scope="user", touch="false").json
    assert (stored["content"], stored["revision"]) == (last["content"], last["revision"])
    actions = [row["action"] for row in office.audit(alice)]
    assert actions == ["memory.save"] + ["memory.update"] * 49
    assert alice.total() == 1


@pytest.mark.requirement("SM-71", "DL-03")
def test_of_twenty_deletes_of_one_row_exactly_one_succeeds(office, alice):
    alice.own()

    replies = at_once(20, lambda _n: alice.remove("note", scope="user"))

    assert Counter(reply.status for reply in replies) == {200: 1, 404: 19}
    assert len(office.audit(alice, "memory.delete")) == 1


@pytest.mark.requirement("SM-71")
def test_a_delete_by_name_and_one_by_id_at_once_remove_one_row_once(office, alice, boss):
    for number in range(10):
        by_id = at(EVERY, alice.own(f"note_{number}")["memory_id"])
        replies = at_once(
            2,
            lambda n, by_id=by_id, number=number: (
                boss.delete(by_id) if n else alice.remove(f"note_{number}", scope="user")
            ),
        )
        assert sorted(reply.status for reply in replies) == [200, 404]
    deletes = office.audit(alice, "memory.delete") + office.audit(boss, "memory.delete")
    assert len(deletes) == 10


def test_of_many_conditional_updates_of_one_revision_exactly_one_succeeds(office, alice):
    seen = alice.own()["revision"]

    def update(number):
        draft = {"name": "note", "content": f"c{number}", "description": "d", "scope": "user"}
        return alice.ask("POST", MEMORIES, draft, headers={"If-Match": f'"{seen}"'})

    replies = at_once(20, update)

    assert Counter(reply.status for reply in replies) == {200: 1, 412: 19}
    (won,) = (reply.json for reply in replies if reply.status == 200)
    assert alice.read("note", scope="user").json["content"] == won["content"]
    assert len(office.audit(alice, "memory.update")) == 1


def test_one_idempotency_key_sent_many_times_at_once_acts_once(office, alice):
    draft = {"name": "note", "content": "c", "description": "d", "scope": "user"}

    replies = at_once(
        20, lambda _n: alice.ask("POST", MEMORIES, draft, headers={"Idempotency-Key": "k1"})
    )

    assert {reply.status for reply in replies} == {201}
    assert {str(reply.json) for reply in replies} == {str(replies[0].json)}
    assert len(office.audit(alice)) == 1


def test_of_many_undos_of_one_delete_exactly_one_restores(office, alice):
    alice.own()
    batch = alice.remove("note", scope="user").json["batch_id"]

    replies = at_once(12, lambda _n: alice.undo(batch))

    assert Counter(reply.status for reply in replies) == {200: 1, 409: 11}
    assert {reply.code for reply in replies if reply.status == 409} == {"already_undone"}
    assert len(office.audit(alice, "memory.restore")) == 1


def test_saves_deletes_and_searches_of_many_users_at_once_keep_to_themselves(office):
    people = [office.hire() for _ in range(12)]

    def work(number):
        who = people[number]
        for turn in range(6):
            who.own(f"note_{turn}", content=f"okapi {who.user_id}")
        for turn in range(3):
            assert who.remove(f"note_{turn}", scope="user").status == 200
        found = who.search("okapi", scope="user").json
        assert {m["scope_id"] for m in found["memories"]} == {who.user_id}
        return found["total"], who.total()

    assert at_once(12, work) == [(3, 3)] * 12
