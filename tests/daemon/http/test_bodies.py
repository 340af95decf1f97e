"""Bodies: strict JSON objects of known fields, or a 400 that says what is wrong."""

from __future__ import annotations

import json

import pytest

from support.http import UnixConnection
from support.office import MEMORIES, at

GOOD = {"name": "note", "content": "c", "description": "d", "scope": "user"}
HEADERS = {"Content-Type": "application/json"}


def post(who, raw, **headers):
    """POST bytes as they are."""
    return who.ask("POST", MEMORIES, raw=raw, headers=headers)


NOT_OBJECTS = {
    "list": b"[]",
    "null": b"null",
    "string": b'"x"',
    "number": b"1",
    "deep lists": b"[" * 100_000,
    "deep objects": b'{"a":' * 100_000,
    "endless digits": b'{"n":' + b"9" * 5_000 + b"}",
    "not UTF-8": b"\xff\xfe",
    "UTF-16": json.dumps(GOOD).encode("utf-16"),
    "empty": b"",
    "cut": b'{"name":"note"',
    "two objects": b"{}{}",
    "NaN": b'{"name":"n","content":"c","description":"d","metadata":{"n":NaN}}',
    "Infinity": b'{"name":"n","content":"c","description":"d","metadata":{"n":-Infinity}}',
    "out of range": b'{"name":"n","content":"c","description":"d","metadata":{"n":1e999}}',
    "comment": b'{"name":"n"} // no',
    "form": b"name=note&content=c",
}


@pytest.mark.requirement("RB-02")
@pytest.mark.parametrize("raw", NOT_OBJECTS.values(), ids=NOT_OBJECTS)
def test_what_is_not_one_json_object_is_a_400(alice, raw):
    reply = post(alice, raw)

    assert (reply.status, reply.code) == (400, "invalid_body")
    assert reply.json["hint"]
    assert alice.total() == 0


@pytest.mark.requirement("RB-02")
def test_a_key_given_twice_is_refused_at_any_depth(alice):
    twice = json.dumps(GOOD)[:-1].encode()

    assert post(alice, twice + b',"name":"other"}').code == "invalid_body"
    assert post(alice, twice + b',"metadata":{"k":1,"k":2}}').code == "invalid_body"
    assert alice.total() == 0


@pytest.mark.requirement("RB-02")
def test_a_byte_order_mark_is_no_part_of_the_body(alice):
    assert post(alice, b"\xef\xbb\xbf" + json.dumps(GOOD).encode()).status == 201


@pytest.mark.requirement("RB-02")
@pytest.mark.parametrize("charset", ["bogus", "latin-1", "utf-16"])
def test_a_charset_that_is_not_utf_8_is_a_400(alice, charset):
    media = {"Content-Type": f"application/json; charset={charset}"}

    assert post(alice, json.dumps(GOOD).encode(), **media).code == "invalid_charset"
    assert (
        post(
            alice, json.dumps(GOOD).encode(), **{"Content-Type": "application/json; charset=UTF-8"}
        ).status
        == 201
    )


@pytest.mark.requirement("RB-06")
@pytest.mark.parametrize(
    "media", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "x"]
)
def test_another_content_type_is_a_415(alice, media):
    reply = post(alice, json.dumps(GOOD).encode(), **{"Content-Type": media})

    assert (reply.status, reply.code) == (415, "unsupported_media")
    assert alice.total() == 0


@pytest.mark.requirement("RB-06")
def test_no_content_type_is_taken_for_json(alice):
    connection = UnixConnection(alice.path)
    raw = json.dumps(GOOD).encode()
    connection.putrequest("POST", MEMORIES)
    connection.putheader("Authorization", f"Bearer {alice.token}")
    connection.putheader("Content-Length", str(len(raw)))
    connection.endheaders(raw)
    try:
        assert connection.getresponse().status == 201
    finally:
        connection.close()


def test_a_compressed_body_is_a_415(alice):
    reply = post(alice, b"\x1f\x8b\x08", **{"Content-Encoding": "gzip"})

    assert (reply.status, reply.code) == (415, "unsupported_media")


@pytest.mark.requirement("RB-06")
@pytest.mark.parametrize("field", ["Name", "contents", "memory_id", "revision", "", "a\u2028b"])
def test_an_unknown_field_is_a_400_that_names_it(alice, field):
    reply = alice.ask("POST", MEMORIES, GOOD | {field: 1})

    assert (reply.status, reply.code) == (400, "unknown_field")
    assert (field if field.isprintable() else "u2028") in reply.json["error"]
    assert alice.total() == 0


@pytest.mark.requirement("RB-06")
def test_an_unknown_field_is_refused_by_search_and_edit_too(alice):
    alice.own()

    for reply in (
        alice.search("x", offset=1),
        alice.ask("PATCH", at(MEMORIES, "note", scope="user"), {"description": "d", "name": "n"}),
    ):
        assert (reply.status, reply.code) == (400, "unknown_field")


@pytest.mark.requirement("RB-06")
@pytest.mark.parametrize("method", ["GET", "DELETE"])
def test_an_unknown_query_parameter_is_a_400_that_names_it(alice, method):
    alice.own()

    reply = alice.ask(method, at(MEMORIES, "note", scope="user", colour="red"))

    assert (reply.status, reply.code) == (400, "unknown_field")
    assert "colour" in reply.json["error"]
    assert alice.total() == 1


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("scope_id", 1, "a string"),
        ("content", 1, "a string"),
        ("tags", {}, "a list"),
        ("metadata", [], "an object"),
    ],
)
def test_a_field_of_another_type_is_told_what_it_must_be(alice, field, value, expected):
    reply = alice.ask("POST", MEMORIES, GOOD | {field: value})

    assert (reply.status, reply.code) == (400, f"invalid_{field}")
    assert reply.json["error"].startswith(f"{field} must be {expected}")


@pytest.mark.requirement("RB-01")
def test_a_body_over_one_mebibyte_is_a_413_with_its_limit(alice):
    reply = post(alice, json.dumps(GOOD | {"content": "x" * 1_100_000}).encode())

    assert (reply.status, reply.code) == (413, "body_too_large")
    assert reply.json["limit"] == 1_048_576
    assert reply.headers["X-Request-Id"]
    assert alice.total() == 0


@pytest.mark.requirement("RB-01")
def test_a_body_without_a_length_is_held_to_the_same_limit(alice):
    connection = UnixConnection(alice.path)
    headers = HEADERS | {"Authorization": f"Bearer {alice.token}"}
    pieces = (b" " * 65_536 for _ in range(20))
    connection.request("POST", MEMORIES, body=pieces, headers=headers, encode_chunked=True)
    try:
        assert connection.getresponse().status == 413
    except (BrokenPipeError, ConnectionResetError):
        pass  # refused while it was still being sent: no less a refusal
    finally:
        connection.close()
    assert alice.total() == 0


def test_a_body_of_the_largest_size_is_read(alice):
    padded = json.dumps(GOOD).encode()
    padded += b" " * (1_048_576 - len(padded))

    assert post(alice, padded).status == 201


@pytest.mark.requirement("RB-02")
def test_hostile_bodies_leave_the_daemon_serving_and_its_log_without_a_trace(office, alice):
    for raw in NOT_OBJECTS.values():
        post(alice, raw)

    assert alice.get("/v1/ready").json["status"] == "ready"
    assert "Traceback" not in office.home.log_text()
