"""The audit log: one row a change, none for a read, and what each row says."""

from __future__ import annotations

import json

import pytest

from support.office import EVERY, MEMORIES, at


def actions(rows):
    """Return the actions of rows."""
    return [row["action"] for row in rows]


@pytest.mark.requirement("SM-78", "AU-01")
def test_each_change_writes_exactly_one_row_that_says_what_was_changed_and_by_whom(office, alice):
    created = alice.own(type="feedback")
    updated = alice.own(content="second", type="user")
    described = alice.describe("note", "anew", scope="user").json
    removed = alice.remove("note", scope="user", reason="done").json
    undone = alice.undo(removed["batch_id"]).json

    rows = office.audit(alice)
    assert actions(rows) == [
        "memory.save",
        "memory.update",
        "memory.description_update",
        "memory.delete",
        "memory.restore",
    ]
    replies = (created, updated, described, removed, undone)
    assert [row["seq"] for row in rows] == [reply["revision"] for reply in replies]
    assert [row["batch"] for row in rows] == [reply["batch_id"] for reply in replies]
    assert {row["rid"] for row in rows} == set(
        office.home.rows("SELECT rid FROM memories WHERE memory_id=?", created["memory_id"])[0]
    )
    for row in rows:
        assert (row["name"], row["scope"], row["scope_id"]) == ("note", "user", alice.user_id)
        assert json.loads(row["detail"])["surface"] == "sdk"
        assert row["uid"] == office.home.root.stat().st_uid
        assert row["pid"]
        assert row["program"]
    assert [json.loads(row["detail"])["type"] for row in rows] == ["feedback"] + ["user"] * 4
    before_after = [(row["rev_before"], row["rev_after"]) for row in rows]
    one, two, three, _gone, back = (reply["revision"] for reply in replies)
    assert before_after == [(None, one), (one, two), (two, three), (three, None), (None, back)]


@pytest.mark.requirement("SM-78", "AU-01")
def test_the_admins_changes_are_told_apart_by_their_actor(office, alice, boss):
    by_id = at(EVERY, alice.own()["memory_id"])
    boss.ask("PATCH", by_id, {"description": "anew"}, headers={"Ricordo-Client": "console"})
    boss.delete(by_id)

    rows = office.audit(boss, "memory.%")

    assert actions(rows) == ["memory.description_update", "memory.delete"]
    assert [json.loads(row["detail"])["surface"] for row in rows] == ["console", "sdk"]
    assert {(row["name"], row["scope_id"]) for row in rows} == {("note", alice.user_id)}
    assert len({row["token_id"] for row in rows}) == 1
    assert actions(office.audit(alice)) == ["memory.save"]


@pytest.mark.requirement("SM-79")
def test_reads_write_no_row(office, alice):
    alice.own(content="okapi")

    alice.read("note", scope="user")
    alice.page()
    alice.search("okapi")
    alice.get("/v1/api/bootstrap")
    alice.read("nothing", scope="user")

    assert actions(office.audit(alice)) == ["memory.save"]


@pytest.mark.requirement("SM-80", "AU-02")
def test_what_is_refused_or_missed_writes_no_row_of_a_change(office, alice, bob):
    saved = bob.own()
    stream = {"scope": "workstream", "scope_id": bob.workstream}

    statuses = [
        alice.save("", scope="user").status,
        alice.save("note", scope="user", content="").status,
        alice.save("note", scope="gloabl").status,
        alice.save("note", scope="user", scope_id=bob.user_id).status,
        alice.save("note", **stream).status,
        alice.describe("note", "", scope="user").status,
        alice.describe("note", "d", scope="user").status,
        alice.remove("note", scope="user").status,
        alice.remove("note", **stream).status,
        alice.remove("note", scope="user", reason="r" * 513).status,
        alice.delete(at(EVERY, saved["memory_id"])).status,
        alice.undo("no-such-batch").status,
        alice.ask("POST", MEMORIES, [], headers={}).status,
    ]

    assert statuses == [400, 400, 400, 403, 403, 400, 404, 404, 403, 400, 403, 404, 400]
    assert office.audit(alice) == []


def test_no_text_of_a_memory_stands_in_the_audit_log(office, alice):
    secret = "the-text-that-nobody-else-may-see"  # noqa: S105 # a memory's text, no password
    alice.own(content=secret, description=secret, title=secret, tags=[secret])
    alice.own(content=f"{secret} 2")
    alice.remove("note", scope="user")

    rows = office.audit(alice)

    assert len(rows) == 3
    assert secret not in str(rows)


@pytest.mark.requirement("AU-06")
def test_an_actors_label_and_a_reason_forge_no_row_and_no_line(office, alice):
    forged = "cli\tmemory.delete bob"
    draft = {"name": "note", "content": "c", "description": "\x1b[2Kgone", "scope": "user"}
    saved = alice.ask("POST", MEMORIES, draft, headers={"Ricordo-Client": forged})
    assert alice.remove("note", scope="user", reason="x\nmemory.delete bob\x1b[2K").status == 200

    rows = office.audit(alice)
    assert saved.json["description"] == "\x1b[2Kgone", "stored as data, shown by its reader"
    assert [json.loads(row["detail"])["surface"] for row in rows] == ["sdk", "sdk"]
    assert rows[1]["reason"] == "x memory.delete bob\x1b[2K"
    lines = office.home.log_text().splitlines()
    assert all(json.loads(line)["event"] for line in lines), "each line is one JSON object"
    assert not any("\x1b" in line for line in lines)


def test_the_chain_holds_over_everything_that_was_done(office, alice):
    alice.own()
    alice.remove("note", scope="user")

    assert office.home.broken() == []
