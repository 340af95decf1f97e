"""Calls: one function a route, and what each puts on the wire."""

from __future__ import annotations

import inspect
import json
from collections import Counter
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from ricordo_daemon.http.app import handlers
from ricordo_protocol import calls, headers
from ricordo_protocol.credentials import Secret
from ricordo_protocol.errors import InvalidInput
from ricordo_protocol.memory import SaveMemory
from ricordo_protocol.names import Name
from ricordo_protocol.routes import BY_NAME, ROUTES

DRAFT = SaveMemory(name="note", content="c", description="d")

FUNCTIONS = [
    function
    for name, function in vars(calls).items()
    if inspect.isfunction(function)
    and function.__module__ == calls.__name__
    and not name.startswith("_")
]


def made(function, **given):
    """Call a call function with something for everything that it requires."""
    for parameter in inspect.signature(function).parameters.values():
        if parameter.default is parameter.empty:
            given.setdefault(parameter.name, DRAFT if parameter.name == "draft" else "note")
    return function(**given)


def every_call():
    """Return one call of each function, and of each form that leads to another route."""
    elsewhere = [
        made(function, everywhere=True)
        for function in FUNCTIONS
        if "everywhere" in inspect.signature(function).parameters
    ]
    return [made(function) for function in FUNCTIONS] + elsewhere


def test_every_route_has_one_call_that_leads_to_it():
    assert Counter(call.route.name for call in every_call()) == Counter(
        route.name for route in ROUTES
    )


def test_every_route_has_one_handler():
    assert set(handlers()) == set(BY_NAME)


def test_no_two_routes_are_reached_alike():
    assert len({(route.method, route.path) for route in ROUTES}) == len(ROUTES) == len(BY_NAME)


@pytest.mark.parametrize("call", every_call(), ids=lambda call: call.route.name)
def test_a_call_carries_what_its_route_takes(call):
    assert call.query is None or type(call.query) is call.route.query
    assert call.route.body is (type(call.body) if call.body is not None else None)
    assert set(call.path) == {
        part[1:-1] for part in call.route.path.split("/") if part.startswith("{")
    }
    assert bool(call.payload()) == (call.route.body is not None)


@pytest.mark.parametrize("call", every_call(), ids=lambda call: call.route.name)
def test_every_call_is_repeatable_and_one_that_changes_has_a_key(call):
    assert call.repeatable
    assert (call.key is not None) == call.route.changes


def test_a_change_without_a_key_is_not_repeatable():
    assert not calls.Call(BY_NAME["save_memory"], body=DRAFT).repeatable
    assert not calls.Call(BY_NAME["undo_batch"], {"batch_id": "x"}).repeatable
    assert calls.Call(BY_NAME["save_memory"], body=DRAFT, key="k").repeatable


def test_a_key_is_made_once_a_call_and_never_twice():
    call = calls.undo_batch("x")

    assert call.headers("cli", None)[headers.IDEMPOTENCY_KEY] == call.key
    assert call.headers("cli", None) == call.headers("cli", None)
    assert len({calls.undo_batch("x").key for _ in range(100)}) == 100


def test_headers_carry_the_handshake_and_what_the_call_has():
    bare = calls.get_version().headers("hook", None)
    full = calls.save_memory(DRAFT, if_match=7).headers("cli", Secret("s3"))

    assert bare == {"Ricordo-Api": headers.OURS, "Ricordo-Client": "hook"}
    assert full["Authorization"] == "Bearer s3"
    assert full["If-Match"] == '"7"'
    assert full["Content-Type"] == "application/json"


HOSTILE = ["a/b", "a?b=c", "a#b", "a%2Fb", "a b", "日本", "a\r\nX: y", "a&b=c;d", "+", '"', "{x}"]


@pytest.mark.requirement("NM-05", "NM-06")
@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("function", [calls.get_memory_by_id, calls.undo_batch])
def test_an_id_stays_one_part_of_the_path(function, text):
    target = function(text).target()

    split = urlsplit(target)
    assert (split.query, split.fragment) == ("", "")
    assert split.path.count("/") == function("x").target().count("/")
    assert unquote(split.path.rsplit("/", 1)[1]) == text
    assert target.isascii()
    assert target.isprintable()


@pytest.mark.requirement("NM-06")
@pytest.mark.parametrize("text", HOSTILE)
def test_a_query_parameter_stays_one_parameter(text):
    target = calls.search_memories(text, scope_id=text, everywhere=True).target()

    assert parse_qs(urlsplit(target).query) == {"q": [text], "scope_id": [text]}
    assert target.isascii()
    assert target.isprintable()


@pytest.mark.requirement("NM-06", "SM-16")
@pytest.mark.parametrize(
    "call", [calls.get_memory, calls.delete_memory, lambda name: calls.describe_memory(name, "d")]
)
def test_a_name_goes_as_it_is_stored_or_not_at_all(call):
    assert call("Proj Arch").path == {"name": "proj_arch"}
    for bad in ("a/b", "..", "", "日本語"):
        with pytest.raises(InvalidInput):
            call(bad)


def test_only_what_was_given_is_sent():
    assert calls.list_memories().target() == "/v1/api/memories"
    assert calls.get_memory("x").target() == "/v1/api/memories/x"
    assert calls.get_memory("x", touch=False).target() == "/v1/api/memories/x?touch=false"
    assert calls.get_ready(verbose=True).target() == "/v1/ready?verbose=true"
    assert calls.list_memories(limit=5, summary=True, type_="user").target() == (
        "/v1/api/memories?type=user&limit=5&fields=summary"
    )
    assert json.loads(calls.search_memories("a").payload()) == {"query": "a"}
    assert json.loads(calls.search_memories("a", limit=0).payload()) == {"query": "a", "limit": 0}


def test_a_field_left_out_and_a_null_are_told_apart_on_the_wire():
    left_out = SaveMemory(name=Name.parse("My Note"), content="c", description="d")
    cleared = SaveMemory(name="n", content="c", description="d", title=None, tags=None)

    assert json.loads(calls.save_memory(left_out).payload()) == {
        "name": "my_note",
        "content": "c",
        "description": "d",
    }
    assert json.loads(calls.save_memory(cleared).payload()) == {
        "name": "n",
        "content": "c",
        "description": "d",
        "title": None,
        "tags": None,
    }
