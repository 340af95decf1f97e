"""ETag and If-Match: nobody's change is overwritten unseen."""

from __future__ import annotations

import pytest

from support.office import EVERY, MEMORIES, at

DRAFT = {"name": "note", "content": "mine", "description": "mine", "scope": "user"}
NOTE = at(MEMORIES, "note", scope="user")


def changes(alice, boss, memory_id):
    """Return each conditional change as (who, method, target, body)."""
    by_id = at(EVERY, memory_id)
    return {
        "save": (alice, "POST", MEMORIES, DRAFT),
        "describe": (alice, "PATCH", NOTE, {"description": "mine"}),
        "delete": (alice, "DELETE", NOTE, None),
        "describe by id": (boss, "PATCH", by_id, {"description": "mine"}),
        "delete by id": (boss, "DELETE", by_id, None),
    }


CHANGES = ("save", "describe", "delete", "describe by id", "delete by id")


def act(change, if_match):
    """Send one of them under a precondition."""
    who, method, target, body = change
    return who.ask(method, target, body, headers={"If-Match": if_match})


@pytest.mark.parametrize("which", CHANGES)
def test_a_change_of_what_was_seen_is_made(alice, boss, which):
    saved = alice.own()
    seen = alice.read("note", scope="user").headers["ETag"]
    assert seen == f'"{saved["revision"]}"'

    assert act(changes(alice, boss, saved["memory_id"])[which], seen).status == 200


@pytest.mark.parametrize("which", CHANGES)
def test_a_change_of_what_has_moved_on_is_a_412_with_what_is_there(office, alice, boss, which):
    saved = alice.own()
    newer = alice.own(content="of an agent", tags=["t"])
    newer.pop("batch_id")

    reply = act(changes(alice, boss, saved["memory_id"])[which], f'"{saved["revision"]}"')

    assert (reply.status, reply.code) == (412, "precondition_failed")
    assert reply.json["current"] == newer
    assert reply.json["hint"]
    assert alice.read("note", scope="user", touch="false").json == newer
    assert len(office.audit(alice)) == 2
    assert office.audit(boss, "memory.%") == []


def test_a_save_of_what_has_been_deleted_is_a_412_without_a_current_row(alice):
    seen = alice.own()["revision"]
    alice.remove("note", scope="user")

    reply = alice.ask("POST", MEMORIES, DRAFT, headers={"If-Match": f'"{seen}"'})

    assert (reply.status, reply.code) == (412, "precondition_failed")
    assert "current" not in reply.json
    assert alice.total() == 0


def test_an_edit_or_delete_of_what_is_gone_is_a_404_as_without_a_precondition(alice):
    alice.own()
    alice.remove("note", scope="user")

    assert alice.ask("DELETE", NOTE, headers={"If-Match": '"1"'}).status == 404


@pytest.mark.parametrize("which", CHANGES)
def test_a_star_asks_only_that_the_row_is_there(alice, boss, which):
    saved = alice.own()

    assert act(changes(alice, boss, saved["memory_id"])[which], "*").status == 200


def test_a_star_keeps_a_save_from_creating(alice):
    reply = alice.ask("POST", MEMORIES, DRAFT, headers={"If-Match": "*"})

    assert (reply.status, alice.total()) == (412, 0)


@pytest.mark.parametrize("form", ['"{}"', "{}", 'W/"{}"', ' "{}" '])
def test_the_revision_is_taken_with_or_without_quotes(alice, form):
    saved = alice.own()

    reply = alice.ask("DELETE", NOTE, headers={"If-Match": form.format(saved["revision"])})

    assert reply.status == 200


@pytest.mark.parametrize("header", ["", "abc", '"abc"', '"1", "2"', '"-1"', '"' + "9" * 30 + '"'])
def test_what_is_no_etag_of_ours_is_refused_and_not_ignored(alice, header):
    alice.own()

    reply = alice.ask("DELETE", NOTE, headers={"If-Match": header})

    assert (reply.status, reply.code) == (400, "invalid_if_match")
    assert alice.total() == 1


def test_every_change_moves_the_etag_and_a_read_does_not(alice):
    tags = [
        alice.save("note", scope="user").headers["ETag"],
        alice.save("note", scope="user").headers["ETag"],
        alice.describe("note", "anew", scope="user").headers["ETag"],
    ]

    assert len(set(tags)) == 3
    assert alice.read("note", scope="user").headers["ETag"] == tags[-1]
    assert alice.read("note", scope="user").headers["ETag"] == tags[-1]


def test_a_delete_undone_is_a_new_revision(alice):
    seen = alice.own()["revision"]
    batch = alice.remove("note", scope="user").json["batch_id"]
    alice.undo(batch)

    reply = alice.ask("DELETE", NOTE, headers={"If-Match": f'"{seen}"'})

    assert (reply.status, reply.json["current"]["name"]) == (412, "note")
