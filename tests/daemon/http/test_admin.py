"""The admin's routes: every scope, by id, and every look at others' texts noted once."""

from __future__ import annotations

import pytest

from support.home import new_home, wait_for
from support.office import EVERY, at


@pytest.mark.requirement("SM-74")
def test_an_admin_reads_any_memory_by_its_id_and_an_unknown_id_is_a_404(alice, boss):
    saved = alice.save(
        "note", scope="workstream", scope_id=alice.workstream, content="the text"
    ).json

    reply = boss.get(at(EVERY, saved["memory_id"]))
    gone = boss.get(at(EVERY, "no-such-id"))

    assert reply.status == 200
    assert reply.json["content"] == "the text"
    assert (reply.json["scope"], reply.json["scope_id"]) == ("workstream", alice.workstream)
    assert reply.headers["ETag"] == f'"{saved["revision"]}"'
    assert (gone.status, gone.json["error"]) == (404, "Memory not found")


@pytest.mark.requirement("SM-75", "AU-01")
def test_an_admin_edits_any_description_and_the_body_stays(office, alice, boss):
    saved = alice.own(content="the text", tags=["t"])

    reply = boss.ask("PATCH", at(EVERY, saved["memory_id"]), {"description": " of\nthe boss "})

    assert (reply.status, reply.json["description"]) == (200, "of the boss")
    assert (reply.json["content"], reply.json["tags"]) == ("the text", ["t"])
    assert (reply.json["created_by"], reply.json["updated_by"]) == (alice.user_id, boss.user_id)
    rows = office.audit(boss, "memory.%")
    assert [row["action"] for row in rows] == ["memory.description_update"]
    assert (rows[0]["name"], rows[0]["scope_id"]) == ("note", alice.user_id)


@pytest.fixture(scope="module")
def admin_of_four():
    """The admin of a daemon that keeps four memories: of two users, a workstream, global."""
    home = new_home()
    try:
        alice, bob = home.add_user("alice"), home.add_user("bob")
        home.add_workstream("w1", "alice")
        home.start()
        alice.save("a", scope="user", content="okapi")
        bob.save("b", scope="user", content="okapi")
        alice.save("w", scope="workstream", scope_id="w1", content="okapi")
        alice.save("g", content="okapi")
        yield home.api("admin")
    finally:
        home.close()


def test_an_admins_list_and_search_span_every_scope_and_may_be_narrowed(admin_of_four):
    boss = admin_of_four

    def names(**params):
        listed = boss.get(at(EVERY, **params)).json
        found = boss.get(at(EVERY, "search", q="okapi", **params)).json
        assert {m["name"] for m in listed["memories"]} == {m["name"] for m in found["memories"]}
        assert listed["total"] == found["total"] == len(listed["memories"])
        return [m["name"] for m in listed["memories"]]

    assert names() == ["g", "w", "b", "a"]
    assert names(scope="user") == ["b", "a"], "an empty scope_id is no filter here"
    assert names(scope="user", scope_id="") == ["b", "a"]
    assert names(scope="user", scope_id="bob") == ["b"]
    assert names(scope="user", scope_id="nobody") == []
    assert names(scope=" Workstream ", scope_id="w1 ") == ["w"]
    assert names(scope="global") == ["g"]
    assert names(scope="coordinator") == []
    assert boss.get(at(EVERY, scope="global", scope_id="w1")).code == "invalid_scope_id"


@pytest.mark.requirement("SM-76", "SS-03")
def test_every_admin_route_needs_the_permission_and_write_does_not_bring_it(alice, service):
    by_id = at(EVERY, alice.own()["memory_id"])
    for who in (alice, service):
        for method, target, body in (
            ("GET", EVERY, None),
            ("GET", at(EVERY, "search", q="x"), None),
            ("GET", by_id, None),
            ("PATCH", by_id, {"description": "d"}),
            ("DELETE", by_id, None),
        ):
            reply = who.ask(method, target, body)
            assert (reply.status, reply.code) == (403, "permission_missing"), (method, target)
    assert alice.total() == 1


def test_an_admin_has_no_public_way_into_others_user_scopes(alice, boss):
    alice.own()

    assert boss.page(scope="user", scope_id=alice.user_id).status == 403
    assert boss.read("note", scope="user", scope_id=alice.user_id).status == 403
    assert {m["scope_id"] for m in boss.page(limit=200).json["memories"]} <= {"", boss.user_id}


def looks(office, boss):
    """Return whom the admin's noted reads were of."""
    return [row["detail"] for row in office.audit(boss, "admin.read")]


def test_an_admins_reads_of_one_users_contents_write_one_row(office, alice, boss):
    saved = alice.own(content="okapi")

    for _ in range(3):
        boss.get(at(EVERY, saved["memory_id"]))
        boss.get(at(EVERY, scope="user", scope_id=alice.user_id))

    wait_for(lambda: looks(office, boss), "the read is noted")
    # A second row would be queued before this change, whose reply comes after its commit.
    boss.own()
    assert looks(office, boss) == [f'{{"surface": "sdk", "user": "{alice.user_id}"}}']


def test_an_admins_search_that_shows_contents_is_a_read_too(office, alice, boss):
    alice.own(content="okapi")

    boss.get(at(EVERY, "search", q="okapi", scope="user", scope_id=alice.user_id))

    wait_for(lambda: looks(office, boss), "the search is noted")


def test_what_shows_no_content_of_others_is_not_noted(office, alice, boss):
    alice.own(content="okapi")
    boss.own(content="okapi")

    boss.get(at(EVERY, scope="user", scope_id=alice.user_id, fields="summary"))
    boss.get(at(EVERY, "search", q="okapi", scope="user", scope_id=boss.user_id))
    boss.get("/v1/api/bootstrap")
    boss.own("later")

    assert looks(office, boss) == []


def test_bootstrap_of_an_admin_spans_every_scope(admin_of_four):
    body = admin_of_four.get("/v1/api/bootstrap").json

    assert [m["name"] for m in body["page"]["memories"]] == ["g", "w", "b", "a"]
    assert [(c["scope"], c["scope_id"], c["total"]) for c in body["counts"]] == [
        ("global", "", 1),
        ("user", "alice", 1),
        ("user", "bob", 1),
        ("workstream", "w1", 1),
    ]
