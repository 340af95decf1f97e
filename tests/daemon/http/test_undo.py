"""Undo: once, by whom it is theirs, and only where nothing came between."""

from __future__ import annotations

import pytest

from support.office import EVERY, at

# What a restore brings back: everything but the revision, which is new.
KEPT = (
    "memory_id",
    "name",
    "content",
    "description",
    "type",
    "scope",
    "scope_id",
    "title",
    "tags",
    "metadata",
    "created",
    "updated",
    "created_by",
    "updated_by",
    "access_count",
)


def deleted(who, name="note"):
    """Delete one of the caller's own memories and return the batch."""
    reply = who.remove(name, scope="user")
    assert reply.status == 200, reply
    return reply.json["batch_id"]


def stored(who, name="note"):
    """Return a memory without counting the look."""
    return who.read(name, scope="user", touch="false").json


def test_a_delete_undone_is_the_same_memory_with_all_that_it_had(alice):
    alice.own(content="okapi", type="feedback", title="T", tags=["t"], metadata={"k": 1})
    alice.read("note", scope="user")
    before = stored(alice)

    reply = alice.undo(deleted(alice))
    after = stored(alice)

    assert reply.status == 200
    assert {field: after[field] for field in KEPT} == {field: before[field] for field in KEPT}
    assert after["revision"] == reply.json["revision"] > before["revision"]
    assert alice.names("okapi", scope="user") == ["note"]
    assert alice.total() == 1


def test_the_reply_names_what_was_undone_and_its_own_batch(alice):
    saved = alice.own()
    batch = deleted(alice)

    body = alice.undo(batch).json

    assert body["status"] == "ok"
    assert body["undoes"] == batch
    assert body["batch_id"] != batch
    assert body["undone"] == [
        {
            "memory_id": saved["memory_id"],
            "name": "note",
            "scope": "user",
            "scope_id": alice.user_id,
            "action": "memory.restore",
        }
    ]
    assert body["skipped"] == []


def test_the_undo_of_an_undo_is_the_redo_and_so_on(alice):
    alice.own(content="okapi")
    batch = deleted(alice)
    for there in (True, False, True, False):
        batch = alice.undo(batch).json["batch_id"]
        assert alice.total() == int(there)
        assert alice.names("okapi", scope="user") == (["note"] if there else [])


def test_a_description_edit_is_undone_and_redone(alice):
    alice.own(description="before", content="text")
    batch = alice.describe("note", "after", scope="user").json["batch_id"]

    undone = alice.undo(batch)
    assert stored(alice)["description"] == "before"
    assert undone.json["undone"][0]["action"] == "memory.description_update"
    alice.undo(undone.json["batch_id"])
    assert (stored(alice)["description"], stored(alice)["content"]) == ("after", "text")


def test_a_second_undo_is_a_409_that_names_the_first(alice):
    saved = alice.own()
    batch = deleted(alice)
    first = alice.undo(batch).json["batch_id"]

    reply = alice.undo(batch)

    assert (reply.status, reply.code) == (409, "already_undone")
    assert first in reply.json["error"]
    assert reply.json["reasons"] == [{"memory_id": saved["memory_id"], "reason": "already_undone"}]


def test_a_save_cannot_be_undone_yet_and_says_so(alice):
    created = alice.own()
    updated = alice.own(content="second")

    for saved in (created, updated):
        reply = alice.undo(saved["batch_id"])
        assert (reply.status, reply.code) == (409, "not_undoable")
        assert reply.json["hint"]
    assert stored(alice)["content"] == "second"


def test_a_delete_whose_name_is_taken_again_is_left_alone(office, alice):
    gone = alice.own(content="old")
    batch = deleted(alice)
    alice.own(content="new")

    reply = alice.undo(batch)

    assert (reply.status, reply.code) == (409, "nothing_to_undo")
    assert reply.json["reasons"] == [{"memory_id": gone["memory_id"], "reason": "name_taken"}]
    assert stored(alice)["content"] == "new"
    assert office.audit(alice, "memory.restore") == []
    deleted(alice)
    assert alice.undo(batch).status == 200, "once the name is free, it works"
    assert stored(alice)["content"] == "old"


@pytest.mark.parametrize("between", ["save", "describe", "delete"])
def test_an_edit_that_something_came_after_is_left_alone(alice, between):
    alice.own()
    batch = alice.describe("note", "edited", scope="user").json["batch_id"]
    if between == "save":
        alice.own(description="newer")
    elif between == "describe":
        alice.describe("note", "newer", scope="user")
    else:
        deleted(alice)

    reply = alice.undo(batch)

    assert (reply.status, reply.code) == (409, "nothing_to_undo")
    assert [row["reason"] for row in reply.json["reasons"]] == ["changed_since"]
    if between != "delete":
        assert stored(alice)["description"] == "newer"


def test_a_restore_that_was_edited_is_not_deleted_by_the_redo(alice):
    alice.own()
    undo = alice.undo(deleted(alice)).json["batch_id"]
    alice.describe("note", "worked on since", scope="user")

    assert alice.undo(undo).code == "nothing_to_undo"
    assert alice.total() == 1


def test_another_users_batch_is_not_there_for_anyone_but_an_admin(alice, bob, boss):
    alice.own()
    batch = deleted(alice)

    reply = bob.undo(batch)
    assert (reply.status, reply.code) == (404, "batch_not_found")
    assert alice.total() == 0

    assert boss.undo(batch).status == 200
    assert stored(alice)["updated_by"] == alice.user_id


def test_an_admins_delete_is_undone_by_an_admin_and_not_by_the_owner(office, alice, boss):
    by_id = at(EVERY, alice.own()["memory_id"])
    batch = boss.delete(by_id).json["batch_id"]

    assert alice.undo(batch).status == 404
    assert office.hire("admin").undo(batch).status == 200
    assert alice.total() == 1


def test_another_token_of_the_same_user_may_undo(alice):
    alice.own()
    batch = deleted(alice)

    assert alice.elsewhere.undo(batch).status == 200


@pytest.mark.parametrize("batch", ["no-such-batch", "00000000-0000-4000-8000-000000000000", "%"])
def test_a_batch_that_is_not_there_is_a_404(boss, batch):
    reply = boss.undo(batch)

    assert (reply.status, reply.code) == (404, "batch_not_found")


def test_a_global_memory_comes_back_only_by_who_may_change_global(writer_without_global, name):
    limited, whole = writer_without_global, writer_without_global.elsewhere
    whole.save(name)
    batch = whole.remove(name).json["batch_id"]

    refused = limited.undo(batch)

    assert (refused.status, refused.code) == (409, "nothing_to_undo")
    assert [row["reason"] for row in refused.json["reasons"]] == ["forbidden"]
    assert whole.undo(batch).status == 200


def test_an_undo_writes_one_row_that_names_what_it_undoes(office, alice):
    alice.own()
    batch = deleted(alice)
    undo = alice.undo(batch).json

    row = office.audit(alice)[-1]

    assert (row["action"], row["undoes"], row["batch"]) == (
        "memory.restore",
        batch,
        undo["batch_id"],
    )
    assert (row["seq"], row["rev_after"], row["name"]) == (
        undo["revision"],
        undo["revision"],
        "note",
    )
