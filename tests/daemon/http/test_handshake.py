"""What every reply carries, and who is turned away before anything is looked at."""

from __future__ import annotations

import re

import pytest

from ricordo_protocol import API_MAX, API_MIN, __version__
from ricordo_protocol.routes import ROUTES
from support.http import Api, UnixConnection
from support.office import MEMORIES, at

FIRST, SECOND = f"{API_MIN}-{API_MAX}", f"{API_MAX + 1}-{API_MAX + 3}"


def replies(who):
    """Return one reply of each kind that there is, by its status."""
    return {
        200: who.page(),
        201: who.save("note", scope="user"),
        400: who.page(limit="abc"),
        401: Api(who.path).get(MEMORIES),
        403: who.get("/v1/api/admin/memories"),
        404: who.get("/nowhere"),
        405: who.ask("PUT", MEMORIES, {}),
        409: who.undo(who.own("saved")["batch_id"]),
        412: who.ask(
            "DELETE", at(MEMORIES, "note", scope="user"), headers={"If-Match": '"999999999"'}
        ),
        413: who.ask("POST", MEMORIES, raw=b" " * 1_048_577),
        415: who.ask("POST", MEMORIES, raw=b"x", headers={"Content-Type": "text/plain"}),
        426: who.get(MEMORIES, **{"Ricordo-Api": SECOND}),
    }


def test_every_reply_carries_its_own_id_and_the_versions_and_is_json(alice):
    found = replies(alice)

    assert {status: reply.status for status, reply in found.items()} == {
        status: status for status in found
    }
    ids = [reply.headers["X-Request-Id"] for reply in found.values()]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch("[0-9a-f]{32}", one) for one in ids)
    for status, reply in found.items():
        assert reply.headers["Ricordo-Api"] == FIRST, status
        if status >= 400:
            assert {"error", "code", "hint"} <= set(reply.json), status
            assert all(isinstance(reply.json[k], str) for k in ("error", "code", "hint"))
            assert re.fullmatch("[a-z]+(_[a-z]+)*", reply.json["code"])
            assert reply.json["hint"], status


def test_a_request_is_found_in_the_log_by_its_id(office, alice):
    reply = alice.page(limit="abc")

    (line,) = [
        line
        for line in office.home.log_text().splitlines()
        if reply.headers["X-Request-Id"] in line
    ]
    assert '"list_memories"' in line
    assert '"status": 400' in line


def test_a_path_that_is_no_route_is_a_404_and_another_method_a_405_that_names_its_own(alice):
    for path in ("/", "/v1/api", "/v1/api/memories/a/b", "/v2/health", "//v1/health"):
        assert (alice.get(path).status, alice.get(path).code) == (404, "no_such_route"), path
    reply = alice.ask("PUT", MEMORIES, {})
    assert {"GET", "POST"} <= set(reply.headers["Allow"].split(","))
    assert "GET" in reply.json["hint"]
    assert "POST" in reply.json["hint"]


@pytest.mark.parametrize("header", ["Origin", "Referer"])
@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
def test_what_comes_from_a_web_page_is_refused_by_every_route(boss, route, header):
    target = route.path.format(name="note", memory_id="id", batch_id="batch")

    reply = boss.ask(route.method, target, headers={header: "http://localhost"})

    assert (reply.status, reply.code) == (403, "browser_refused")


@pytest.mark.parametrize("value", ["null", "", "http://ricordo", "app://x"])
def test_no_value_of_origin_is_trusted(alice, value):
    assert alice.page().status == 200
    assert alice.get(MEMORIES, Origin=value).code == "browser_refused"


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
def test_a_client_of_another_time_gets_both_ranges_unless_it_asks_what_runs(boss, route):
    target = route.path.format(name="note", memory_id="id", batch_id="batch")

    reply = boss.ask(route.method, target, headers={"Ricordo-Api": SECOND})

    if route.name in ("get_health", "get_version"):
        assert reply.status == 200
    else:
        assert (reply.status, reply.code) == (426, "version_mismatch")
        assert SECOND in reply.json["error"]
        assert FIRST in reply.json["error"]
    assert reply.headers["Ricordo-Api"] == FIRST


@pytest.mark.parametrize("given", [FIRST, str(API_MIN), f"0-{API_MAX}", f"{API_MAX}-999", " 1 "])
def test_a_range_that_overlaps_ours_is_served(alice, given):
    assert alice.get(MEMORIES, **{"Ricordo-Api": given}).status == 200


@pytest.mark.parametrize("given", ["", "x", "1-", "-1", "2-1", "1,2", "1.0", "9999999"])
def test_a_version_that_is_none_is_a_400(alice, given):
    reply = alice.get(MEMORIES, **{"Ricordo-Api": given})

    assert (reply.status, reply.code) == (400, "invalid_version")


def test_version_and_health_say_what_runs(office):
    anyone = Api(office.home.paths.socket)

    version = anyone.get("/v1/version").json

    assert (version["version"], version["api_min"], version["api_max"]) == (
        __version__,
        API_MIN,
        API_MAX,
    )
    assert version["pid"] == office.home.process.pid
    assert version["schema"] >= 1
    assert anyone.get("/v1/health").json == {"status": "ok"}


def test_ready_names_its_checks_only_when_asked(office):
    anyone = Api(office.home.paths.socket)

    assert anyone.get("/v1/ready").json == {"status": "ready"}
    for query in ("verbose", "verbose=true", "verbose=1"):
        checks = anyone.get(f"/v1/ready?{query}").json["checks"]
        assert {check["name"] for check in checks} == {"socket", "store", "index", "secrets"}
        assert all(check["ok"] for check in checks)
    assert anyone.get("/v1/ready?verbose=maybe").status == 400


def test_a_connection_is_kept_and_serves_another_request_after_a_refusal(alice):
    connection = UnixConnection(alice.path)
    headers = {"Authorization": f"Bearer {alice.token}"}
    try:
        for target, status in ((f"{MEMORIES}?limit=0", 400), ("/nowhere", 404), (MEMORIES, 200)):
            connection.request("GET", target, headers=headers)
            sock = connection.sock
            reply = connection.getresponse()
            reply.read()
            assert (reply.status, connection.sock) == (status, sock)
    finally:
        connection.close()
