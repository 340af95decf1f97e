"""Bytes to request types and back. Strict: what is not understood is refused, never guessed."""

from __future__ import annotations

import json
import math
import re
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar

import msgspec

from ricordo_daemon.service.wire import IfMatch
from ricordo_protocol import limits
from ricordo_protocol.errors import InvalidInput
from ricordo_protocol.scopes import shown

if TYPE_CHECKING:
    from collections.abc import Iterable

T = TypeVar("T", bound=msgspec.Struct)

_EXPECTED: Final = re.compile(r"Expected `(.*?)`, got `(.*?)`")
_FIELD: Final = re.compile(r"field `(.*?)`")
_ETAG: Final = re.compile(r'(?:W/)?"?([0-9]{1,18})"?')
_WORDS: Final = {"str": "a string", "int": "an integer", "object": "an object", "array": "a list"}


def decode_body(raw: bytes, kind: type[T]) -> T:
    """Return a JSON body as its request type.

    Raises `InvalidInput`: not UTF-8, not JSON, not an object, NaN, a key given twice, a field
    that is missing, unknown or of another type.
    """
    try:
        return msgspec.convert(_parse(raw), type=kind)
    except msgspec.ValidationError as error:
        raise _told(str(error), kind) from None
    except RecursionError:
        raise _too_deep() from None


def decode_query(pairs: Iterable[tuple[str, str]], kind: type[T]) -> T:
    """Return a query string as its request type. A parameter given twice is refused."""
    types = {field.name: field.type for field in msgspec.structs.fields(kind)}
    values: dict[str, Any] = {}
    for name, text in pairs:
        if name not in types:
            raise _unknown(name, types, "query parameter")
        if name in values:
            raise _bad(
                f"query parameter {name} is given twice", "Give it once.", f"invalid_{name}"
            )
        values[name] = _flag(name, text) if types[name] is bool else text
    try:
        return msgspec.convert(values, type=kind)
    except msgspec.ValidationError as error:
        raise _told(str(error), kind) from None


def decode_if_match(header: str | None) -> IfMatch | None:
    """Return what `If-Match` asks for: an ETag of ours, a bare revision, or `*`."""
    if header is None:
        return None
    if header.strip() == "*":
        return IfMatch(None)
    match = _ETAG.fullmatch(header.strip())
    if match is None:
        raise _bad(
            f"If-Match is not an ETag of ours: {shown(header)}",
            'Send the ETag of the reply that you saw, such as "42".',
            "invalid_if_match",
        )
    return IfMatch(int(match[1]))


def decode_key(header: str | None) -> str | None:
    """Return an `Idempotency-Key`: 1 to 128 printable ASCII characters."""
    if header is None:
        return None
    if not re.fullmatch(rf"[\x21-\x7e]{{1,{limits.IDEMPOTENCY_KEY_CHARS}}}", header):
        raise _bad(
            "Idempotency-Key must be printable ASCII without spaces, at most"
            f" {limits.IDEMPOTENCY_KEY_CHARS} characters",
            "A fresh UUID for each change will do.",
            "invalid_idempotency_key",
        )
    return header


def _parse(raw: bytes) -> dict[str, Any]:
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _bad("Invalid JSON body: it is not UTF-8", "Encode it as UTF-8.") from None
    try:
        value = json.loads(
            text, object_pairs_hook=_unique, parse_constant=_no_constant, parse_float=_finite
        )
    except RecursionError:
        raise _too_deep() from None
    except ValueError:
        raise _bad("Invalid JSON body", "Send one JSON object.") from None
    if not isinstance(value, dict):
        raise _bad("Request body must be a JSON object", "Send one JSON object.")
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _bad("Invalid JSON body: a key is given twice", "Give each key once.")
    return found


def _no_constant(name: str) -> NoReturn:
    raise _bad(f"Invalid JSON body: {name} is not JSON", "Send a number, or null.")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise _bad("Invalid JSON body: a number is out of range", "Send a smaller number.")
    return number


def _flag(name: str, text: str) -> bool:
    if text.lower() in ("true", "1", ""):
        return True
    if text.lower() in ("false", "0"):
        return False
    raise _bad(f"{name} must be true or false", "Send true or false.", f"invalid_{name}")


def _told(problem: str, kind: type[msgspec.Struct]) -> InvalidInput:
    known = [field.name for field in msgspec.structs.fields(kind)]
    field = _FIELD.search(problem)
    if problem.startswith("Object missing") and field:
        return _bad(f"{field[1]} is required", f"Add {field[1]}.", f"invalid_{field[1]}")
    if problem.startswith("Object contains unknown") and field:
        return _unknown(field[1], known, "field")
    path = problem.partition("`$.")[2].rstrip("`")
    name = path.partition("[")[0].partition(".")[0] or "body"
    expected = _EXPECTED.search(problem)
    words = (
        " or ".join(_WORDS.get(w.strip(), w.strip()) for w in expected[1].split("|"))
        if expected
        else ""
    )
    return _bad(
        f"{name} must be {words}" if words else f"{name} is not valid",
        "See the route in the protocol's README.",
        f"invalid_{name}",
    )


def _unknown(name: str, known: Iterable[str], what: str) -> InvalidInput:
    listed = ", ".join(known) or "none"
    return _bad(f"unknown {what}: {shown(name)}", f"Known here: {listed}.", "unknown_field")


def _too_deep() -> InvalidInput:
    return _bad("Invalid JSON body: it is nested too deeply", "Send a flatter object.")


def _bad(sentence: str, hint: str, code: str = "invalid_body") -> InvalidInput:
    return InvalidInput(sentence, code=code, hint=hint)
