"""Who sees what: no read shows a row outside global and the caller's own."""

from __future__ import annotations

import pytest

from support.office import EVERY, MEMORIES, at


@pytest.fixture
def everyones_rows(alice, bob, boss):
    """Save the same word in every place that REST reaches, and return who saved it."""
    alice.own("mine", content="kumquat")
    alice.save(
        "in_my_workstream", content="kumquat", scope="workstream", scope_id=alice.workstream
    )
    bob.own("bobs", content="kumquat")
    bob.save("in_bobs_workstream", content="kumquat", scope="workstream", scope_id=bob.workstream)
    boss.own("the_boss_own", content="kumquat")
    alice.save(f"everyones_{alice.user_id}", content=f"kumquat {alice.user_id}")
    return alice, bob


READS = {
    "list": lambda who: who.page(limit=200),
    "search": lambda who: who.search("kumquat", limit=50),
    "bootstrap": lambda who: who.get("/v1/api/bootstrap?limit=200"),
}


@pytest.mark.requirement("SM-40", "SM-41", "SC-01")
@pytest.mark.parametrize("read", READS)
def test_an_unscoped_read_spans_global_and_the_callers_own_and_no_more(everyones_rows, read):
    alice, bob = everyones_rows
    for who, own in ((alice, "mine"), (bob, "bobs")):
        body = READS[read](who).json
        shown = body.get("page", body)["memories"]

        assert {(m["scope"], m["scope_id"]) for m in shown} <= {
            ("global", ""),
            ("user", who.user_id),
        }
        assert own in {m["name"] for m in shown}
        assert f"everyones_{alice.user_id}" in {m["name"] for m in shown}


@pytest.mark.requirement("SC-01")
def test_the_counts_of_bootstrap_name_no_scope_that_is_not_the_callers(everyones_rows):
    alice, _bob = everyones_rows

    counts = alice.get("/v1/api/bootstrap").json["counts"]

    assert {(c["scope"], c["scope_id"]) for c in counts} == {
        ("global", ""),
        ("user", alice.user_id),
    }
    mine = next(c for c in counts if c["scope"] == "user")
    assert (mine["total"], mine["types"]) == (1, {"general": 1})


@pytest.mark.requirement("SM-40", "SC-01")
def test_totals_count_only_what_is_visible(home):
    alice, bob = (home.add_user(who) for who in ("alice", "bob"))
    home.start()
    for number in range(3):
        bob.save(f"bobs_{number}", scope="user", content="kumquat")
    alice.save("mine", scope="user", content="kumquat")
    alice.save("everyones", content="kumquat")

    assert alice.get(MEMORIES).json["total"] == 2
    assert alice.search("kumquat").json["total"] == 2
    assert bob.get(MEMORIES).json["total"] == 4
    assert home.api("admin").get(EVERY).json["total"] == 5


@pytest.mark.requirement("SM-42", "SC-07")
@pytest.mark.parametrize("scope_id", ["%", "*", "_", "'", "null"])
def test_no_id_is_a_wildcard(alice, bob, scope_id):
    bob.save("bobs", scope="workstream", scope_id=bob.workstream)
    bob.own("bobs")

    for scope, status in (("user", 403), ("workstream", 404)):
        assert alice.page(scope=scope, scope_id=scope_id).status == status
        assert alice.search("content", scope=scope, scope_id=scope_id).status == status
        assert alice.read("bobs", scope=scope, scope_id=scope_id).status == status
        assert alice.remove("bobs", scope=scope, scope_id=scope_id).status == status


@pytest.mark.requirement("SM-42", "SC-07")
def test_an_empty_id_is_the_callers_own_user_scope_and_no_others(alice, bob):
    bob.own("bobs", content="kumquat")

    assert alice.page(scope="user", scope_id="").json == {"memories": [], "total": 0}
    assert alice.search("kumquat", scope="user", scope_id="").json["total"] == 0
    assert alice.read("bobs", scope="user", scope_id="").status == 404
    assert alice.remove("bobs", scope="user", scope_id="").status == 404
    assert bob.total() == 1


@pytest.mark.requirement("SC-07")
def test_a_user_and_a_workstream_of_one_id_share_nothing(office, alice, bob):
    one, owner, shared = alice, bob, alice.user_id
    office.add_workstream(shared, owner)
    one.save("note", scope="user", content="kumquat of the user")
    owner.save("note", scope="workstream", scope_id=shared, content="kumquat of the workstream")

    assert one.get(at(MEMORIES, "note", scope="workstream", scope_id=shared)).status == 403
    assert owner.get(at(MEMORIES, "note", scope="user", scope_id=shared)).status == 403
    for who, scope, scope_id, whose in (
        (one, "user", shared, "user"),
        (owner, "workstream", shared, "workstream"),
    ):
        found = who.search("kumquat", scope=scope, scope_id=scope_id).json["memories"]
        assert [m["content"] for m in found] == [f"kumquat of the {whose}"]


@pytest.mark.requirement("SM-43")
def test_deleting_anothers_memory_as_ones_own_is_a_miss_and_leaves_it(alice, bob):
    bobs = bob.own("bobs")

    assert alice.remove("bobs", scope="user").status == 404
    assert bob.read("bobs", scope="user", touch="false").json["revision"] == bobs["revision"]


@pytest.mark.requirement("RK-02")
def test_what_others_keep_takes_no_place_among_the_hits(alice, bob):
    for number in range(60):
        bob.own(f"bobs_{number}", content="zwieback zwieback zwieback")
    alice.own("mine", content="how we bake the zwieback on Fridays")

    found = alice.search("zwieback", limit=5).json

    assert [m["name"] for m in found["memories"]] == ["mine"]
    assert found["total"] == 1


@pytest.mark.requirement("SM-76")
def test_a_user_id_in_the_query_string_changes_nothing(alice, bob):
    bob.own("bobs")

    reply = alice.get(at(MEMORIES, scope="user", user_id=bob.user_id))

    assert (reply.status, reply.code) == (400, "unknown_field")
