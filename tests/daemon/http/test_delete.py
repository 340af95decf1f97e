"""Delete: exactly one row, of exactly the scope that was named, and the reply says which."""

from __future__ import annotations

import pytest

from support.office import EVERY, MEMORIES, at


@pytest.mark.requirement("SM-67", "DL-03", "DL-05")
def test_a_delete_names_what_it_removed_and_a_second_one_is_a_miss(office, alice):
    saved = alice.own("deploy_notes")

    first = alice.remove("Deploy Notes", scope="user")
    second = alice.remove("Deploy Notes", scope="user")

    assert first.status == 200
    for field in ("name", "memory_id", "scope", "scope_id"):
        assert first.json[field] == saved[field]
    assert first.json["status"] == "ok"
    assert first.json["batch_id"]
    assert first.json["revision"] > saved["revision"]
    assert second.status == 404
    assert second.json["error"] == "Memory 'deploy_notes' not found"
    assert second.json["hint"]
    assert [row["action"] for row in office.audit(alice)] == ["memory.save", "memory.delete"]


@pytest.mark.requirement("SM-68", "DL-01")
def test_without_a_scope_only_global_is_deleted_from(alice, name):
    alice.save(name)
    alice.own(name)
    alice.save(name, scope="workstream", scope_id=alice.workstream)

    first, second = alice.remove(name), alice.remove(name)

    assert (first.status, first.json["scope"]) == (200, "global")
    assert second.status == 404, "it does not fall through to what is narrower"
    assert alice.read(name, scope="user").status == 200
    assert alice.read(name, scope="workstream", scope_id=alice.workstream).status == 200


@pytest.mark.requirement("SM-69", "DL-01")
@pytest.mark.parametrize("scope", ["gloabl", "", " ", "all", "project", "coordinator", "*"])
def test_a_scope_that_is_not_one_deletes_nothing(office, alice, name, scope):
    alice.save(name)
    alice.own(name)

    reply = alice.remove(name, scope=scope)

    assert (reply.status, reply.code) == (400, "invalid_scope")
    assert alice.read(name).status == alice.read(name, scope="user").status == 200
    assert office.audit(alice, "memory.delete") == []


@pytest.mark.requirement("DL-02", "SM-74")
def test_what_a_read_by_id_returned_a_delete_by_id_removes(office, alice, boss):
    by_id = at(EVERY, alice.own()["memory_id"])

    statuses = [
        boss.get(by_id).status,
        boss.delete(by_id).status,
        boss.get(by_id).status,
        boss.delete(by_id).status,
    ]

    assert statuses == [200, 200, 404, 404]
    assert len(office.audit(boss, "memory.delete")) == 1


@pytest.mark.requirement("DL-05")
def test_a_miss_by_id_says_so(boss):
    reply = boss.delete(at(EVERY, "00000000-0000-4000-8000-000000000000"))

    assert (reply.status, reply.json["error"]) == (404, "Memory not found")


def test_a_delete_carries_its_reason_into_the_audit_log(office, alice, boss):
    saved = [alice.own(name)["memory_id"] for name in ("one", "two", "three")]

    assert alice.remove("one", scope="user", reason="  stale\n since May ").status == 200
    assert boss.delete(at(EVERY, saved[1], reason="asked for")).status == 200
    assert alice.remove("three", scope="user", reason="  ").status == 200

    assert [row["reason"] for row in office.audit(alice, "memory.delete")] == [
        "stale since May",
        None,
    ]
    assert office.audit(boss, "memory.delete")[0]["reason"] == "asked for"


@pytest.mark.parametrize("reason", ["r" * 513, "a\0b"], ids=ascii)
def test_a_reason_that_cannot_be_kept_deletes_nothing(alice, boss, reason):
    saved = alice.own()

    assert alice.remove("note", scope="user", reason=reason).code == "invalid_reason"
    assert boss.delete(at(EVERY, saved["memory_id"], reason=reason)).code == "invalid_reason"
    assert alice.remove("note", scope="user", reason="r" * 512).status == 200


def test_a_name_that_was_deleted_is_free_and_its_next_memory_is_a_new_one(alice):
    first = alice.own()
    alice.remove("note", scope="user")
    again = alice.save("note", scope="user")

    assert again.status == 201
    assert again.json["memory_id"] != first["memory_id"]
    assert again.json["access_count"] == 0


def test_a_deleted_memory_is_in_no_list_search_total_or_read(alice, boss):
    saved = alice.own(content="okapi")
    alice.own("kept", content="okapi")
    alice.remove("note", scope="user")

    assert [m["name"] for m in alice.page(scope="user").json["memories"]] == ["kept"]
    assert alice.names("okapi", scope="user") == ["kept"]
    assert alice.total() == 1
    assert alice.read("note", scope="user").status == 404
    assert boss.get(at(EVERY, saved["memory_id"])).status == 404


def test_a_delete_takes_no_body(alice):
    alice.own()

    reply = alice.ask("DELETE", at(MEMORIES, "note", scope="user"), {"scope": "user"})

    assert (reply.status, reply.code) == (400, "unexpected_body")
    assert alice.total() == 1
