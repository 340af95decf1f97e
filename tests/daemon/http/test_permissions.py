"""Tokens: what each permission opens, and nothing without one."""

from __future__ import annotations

import pytest

from ricordo_daemon import auth
from ricordo_protocol.routes import ROUTES
from support.home import ADMIN, wait_for
from support.http import Api
from support.office import EVERY, MEMORIES, at

GUARDED = [route for route in ROUTES if route.permission]
OPEN = [route for route in ROUTES if not route.permission]

BODIES = {
    "save_memory": {"name": "note", "content": "c", "description": "d"},
    "search_memories": {"query": "x"},
    "describe_memory": {"description": "d"},
    "describe_memory_by_id": {"description": "d"},
}


def ask(who, route, headers=None):
    """Send a well-formed request to a route."""
    target = route.path.format(name="note", memory_id="some-id", batch_id="some-batch")
    if route.name == "search_all_memories":
        target += "?q=x"
    return who.ask(route.method, target, BODIES.get(route.name), headers=headers)


@pytest.mark.requirement("SM-76")
@pytest.mark.parametrize("route", GUARDED, ids=lambda route: route.name)
@pytest.mark.parametrize(
    "header",
    [None, "", "Bearer", "Bearer ", "Bearer rc_short", "Basic abc", "Bearer rc_" + "x" * 43],
)
def test_without_a_valid_token_every_route_is_a_401_that_does_not_say_why(office, route, header):
    headers = {} if header is None else {"Authorization": header}

    reply = ask(Api(office.home.paths.socket), route, headers)

    assert (reply.status, reply.code) == (401, "unauthorized")
    assert reply.json["error"] == "a valid token is required"


@pytest.mark.parametrize("route", OPEN, ids=lambda route: route.name)
def test_what_needs_no_token_answers_without_one(office, route):
    assert ask(Api(office.home.paths.socket), route).status == 200


@pytest.mark.requirement("SM-76")
def test_a_token_that_only_reads_reads_and_changes_nothing(alice, reader, name):
    alice.save(name, content="okapi")

    assert reader.page().status == 200
    assert reader.search("okapi").status == 200
    assert reader.read(name).status == 200
    assert reader.get("/v1/api/bootstrap").status == 200
    for reply in (
        reader.save(name),
        reader.save(name, scope="user"),
        reader.describe(name, "anew"),
        reader.remove(name),
        reader.undo("some-batch"),
    ):
        assert (reply.status, reply.code) == (403, "permission_missing")
        assert "'write'" in reply.json["error"]
    assert alice.read(name).json["description"] == "a description"


def test_a_token_without_write_global_changes_its_own_scopes_only(
    alice, writer_without_global, name
):
    who = writer_without_global
    alice.save(name)

    for reply in (who.save(name), who.describe(name, "anew"), who.remove(name)):
        assert (reply.status, reply.code) == (403, "permission_missing")
        assert "global" in reply.json["error"]
    assert who.save(name, scope="user").status == 201
    assert who.save(name, scope="workstream", scope_id=who.workstream).status == 201
    assert who.read(name).status == 200


@pytest.mark.requirement("SM-76")
def test_what_a_token_may_not_do_is_refused_before_its_input_is_judged_by_scope(reader):
    # A refusal does not tell whether a workstream exists.
    codes = {
        reader.save("note", scope="workstream", scope_id=scope_id).code
        for scope_id in (reader.workstream, "w-nowhere")
    }

    assert codes == {"permission_missing"}


def test_a_token_that_ends_is_refused_from_then_on(office, alice):
    assert alice.page().status == 200
    office.revoke(alice)

    assert alice.page().status == 401
    assert alice.save("note", scope="user").status == 401


def test_a_token_is_limited_by_its_time_its_uid_and_its_workstream(home):
    late = home.add_user("late", expires=1)
    other = home.add_user("other", uid=home.root.stat().st_uid + 1)
    bound = home.add_user("alice", workstream_id="w1")
    for workstream in ("w1", "w2"):
        home.add_workstream(workstream, "alice")
    home.start()

    assert late.get(MEMORIES).status == 401
    assert other.get(MEMORIES).status == 401, "a token is of no use to another uid"
    assert bound.save(scope="workstream", scope_id="w1").status == 201
    assert bound.save(scope="workstream", scope_id="w2").code == "foreign_workstream"


def test_what_a_token_may_do_is_what_bootstrap_says(alice, reader, boss):
    permissions = [who.get("/v1/api/bootstrap").json["identity"] for who in (alice, reader, boss)]

    assert [one["user_id"] for one in permissions] == [
        alice.user_id,
        reader.user_id,
        boss.user_id,
    ]
    assert [one["permissions"] for one in permissions] == [
        ["read", "write", "write.global"],
        ["read"],
        sorted(ADMIN),
    ]


@pytest.mark.requirement("SS-03", "AU-02")
def test_refusals_are_noted_once_and_no_change_is(home):
    stranger = Api(home.paths.socket, auth.new_secret().value)
    reader = home.add_user("reader", ("read",))
    home.start()
    home.api().save("note")

    for _ in range(5):
        assert stranger.get(MEMORIES).status == 401
        assert reader.save("note").status == 403
        assert reader.delete(at(MEMORIES, "note")).status == 403
        assert reader.get(EVERY).status == 403

    wait_for(lambda: len(home.audit("auth.denied")) >= 2, "both refusals are noted")
    home.api().save("note")  # whatever was queued before it is committed before it
    denied = home.audit("auth.denied")
    assert len(denied) == 2, "one row a token and code in ten minutes"
    assert '"unauthorized"' in denied[0]["detail"]
    assert '"permission_missing"' in denied[1]["detail"]
    assert [row["action"] for row in home.audit("memory.%")] == ["memory.save", "memory.update"]


@pytest.mark.requirement("SS-03")
def test_no_secret_reaches_the_log_or_the_audit_log(home):
    alice = home.add_user("alice")
    home.start()
    alice.save("note")
    stranger = Api(home.paths.socket, auth.new_secret().value)
    assert stranger.get(MEMORIES).status == 401

    wait_for(lambda: home.audit("auth.denied"), "the refusal is noted")
    everything = home.log_text() + "".join(str(row) for row in home.audit())
    for secret in (alice.token, stranger.token, home.token("user"), home.token("admin")):
        assert secret not in everything
