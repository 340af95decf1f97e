"""The error tree: what each class fixes, and that an error travels whole."""

from __future__ import annotations

import json
import re

import msgspec
import pytest

from ricordo_protocol import errors
from ricordo_protocol.errors import CLASSES, EXIT_CODES, ErrorReply, RicordoError, from_reply

EVERY = [
    one for one in vars(errors).values() if isinstance(one, type) and issubclass(one, RicordoError)
]


def by_name(kind: type) -> str:
    return kind.__name__


@pytest.mark.parametrize("kind", EVERY, ids=by_name)
def test_a_class_fixes_status_code_and_exit_code(kind):
    assert kind.status == 0 or 400 <= kind.status <= 599
    assert re.fullmatch(r"[a-z]+(_[a-z]+)*", kind.default_code)
    assert kind.exit_code in EXIT_CODES
    assert kind.exit_code not in (errors.EXIT_OK, errors.EXIT_INTERRUPTED)
    assert kind("it failed").code == kind.default_code


def test_every_class_travels_but_the_base_and_the_one_that_a_client_makes():
    assert set(CLASSES) == set(EVERY) - {RicordoError, errors.Unreachable}


def test_no_two_classes_have_one_default_code():
    codes = [kind.default_code for kind in CLASSES]

    assert len(set(codes)) == len(codes)


def test_every_exit_code_is_told_in_a_sentence():
    assert all(isinstance(code, int) and 0 <= code < 256 for code in EXIT_CODES)
    assert all(EXIT_CODES.values())
    assert {errors.EXIT_OK, errors.EXIT_USAGE, errors.EXIT_INTERRUPTED} <= set(EXIT_CODES)


DETAILS = [
    {},
    {"limit": 512},
    {"limit": 0},
    {"current": {"name": "note", "revision": 7}},
    {"current": {}},
    {"reasons": [{"memory_id": "x", "reason": "changed_since"}]},
    {"limit": 1, "current": {"a": [1]}, "reasons": []},
]


@pytest.mark.parametrize("details", DETAILS)
@pytest.mark.parametrize("kind", CLASSES, ids=by_name)
def test_an_error_comes_back_as_it_was_raised(kind, details):
    raised = kind("it failed: 日本", hint="Do this.", **details)

    back = from_reply(kind.status, msgspec.json.encode(raised.reply()))

    assert type(back) is kind
    assert (back.sentence, back.code, back.hint) == ("it failed: 日本", raised.code, "Do this.")
    assert back.details == details
    assert str(back) == "it failed: 日本"


@pytest.mark.parametrize("kind", [one for one in CLASSES if one.status != 500], ids=by_name)
def test_a_code_tells_cases_of_one_class_apart(kind):
    back = from_reply(kind.status, msgspec.json.encode(kind("no", code="special_case").reply()))

    assert (type(back), back.code) == (kind, "special_case")


def test_on_the_wire_an_error_is_three_fields_and_no_empty_ones():
    sent = json.loads(msgspec.json.encode(errors.NotFound("gone").reply()))

    assert sent == {"error": "gone", "code": "not_found", "hint": ""}


@pytest.mark.parametrize(
    "body", [b"", b"<html>", b"[]", b'{"error": "x"}', b'{"error": 1}', b"\xff"]
)
def test_a_reply_without_a_readable_reason_is_a_fault_that_names_the_status(body):
    back = from_reply(502, body)

    assert type(back) is errors.InternalError
    assert "502" in back.sentence


def test_a_status_that_no_class_has_keeps_its_sentence():
    back = from_reply(418, msgspec.json.encode(ErrorReply(error="tea", code="teapot", hint="")))

    assert type(back) is errors.InternalError
    assert (back.sentence, back.code) == ("tea", "teapot")
