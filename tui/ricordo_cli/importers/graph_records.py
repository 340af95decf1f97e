"""The records of a knowledge graph, from JSON Lines, a JSON array, or one JSON object.

Real files are cut in the middle of a line, hold blank lines and records of other programs: each
is named by its number, and the rest is read.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator

_ENTITY: Final = "entity"
_RELATION: Final = "relation"
_GRAPH: Final = {"entities": _ENTITY, "relations": _RELATION}
"""The keys of a whole graph in one object, as the server's own `read_graph` returns it."""


@dataclass(frozen=True, slots=True)
class Entity:
    """One record of an entity."""

    name: str
    type: str
    observations: tuple[str, ...]
    line: int | None
    """In the file; None where the form is no lines."""


@dataclass(frozen=True, slots=True)
class Relation:
    """One relation, from one name to another."""

    from_: str
    type: str
    to: str
    line: int | None

    @property
    def text(self) -> str:
        """The relation as a line of text."""
        return f"{self.from_} {self.type} {self.to}"


@dataclass(frozen=True, slots=True)
class Bad:
    """A line or item that is neither."""

    reason: str
    line: int | None
    harmless: bool = False


Record = Entity | Relation | Bad


def looks_like_one(beginning: bytes) -> bool:
    """Whether the first bytes of a file are those of a graph."""
    text = beginning.decode("utf-8", "replace").removeprefix("\ufeff").lstrip()
    first = _decoded(text.split("\n", 1)[0])
    if isinstance(first, dict) and first.get("type") in (_ENTITY, _RELATION):
        return True
    # An array or one object may be spread over lines: its first keys tell.
    words = "".join(text[:200].split())
    starts = (
        *(f'[{{"type":"{kind}"' for kind in _GRAPH.values()),
        *(f'{{"{k}":[' for k in _GRAPH),
    )
    return words.startswith(starts)


def read(text: str) -> Iterator[Record]:
    """Yield the records of a text that is not blank, in order."""
    whole = _decoded(text)
    if isinstance(whole, list):
        yield from _items(whole)
    elif isinstance(whole, dict) and _GRAPH.keys() & whole.keys():
        for key, kind in _GRAPH.items():
            yield from _items(whole.get(key), kind)
    elif text.lstrip().startswith("[") and _decoded(text.lstrip().split("\n", 1)[0]) is None:
        yield Bad("it is a JSON array that is not well formed, or was cut", _fault(text))
    else:
        yield from _lines(text)


def _items(items: object, kind: str = "") -> Iterator[Record]:
    if items is None:
        return
    if not isinstance(items, list):
        yield Bad(f"its {kind} records are no list", None)
        return
    for number, item in enumerate(items, start=1):
        found = _record(item, None, kind)
        # No lines here: the place among the items has to do.
        yield Bad(f"item {number}: {found.reason}", None) if isinstance(found, Bad) else found


def _lines(text: str) -> Iterator[Record]:
    for number, line in enumerate(text.rstrip().split("\n"), start=1):
        if not line.strip():
            yield Bad("a blank line", number, harmless=True)
        elif (value := _decoded(line)) is None:
            yield Bad("this line is no JSON; perhaps it was cut", number)
        else:
            yield _record(value, number)


def _record(value: object, line: int | None, kind: str = "") -> Record:
    """Read one record; the graph in one object leaves the kind of its records out."""
    given = value.get("type", kind) if isinstance(value, dict) else None
    if isinstance(value, dict) and given == _ENTITY:
        name = _line(value.get("name"))
        if not name:
            return Bad("an entity without a name", line)
        observations = value.get("observations")
        texts = map(_observation, observations if isinstance(observations, list) else [])
        return Entity(name, _line(value.get("entityType")), tuple(filter(None, texts)), line)
    if isinstance(value, dict) and given == _RELATION:
        from_, type_, to = (_line(value.get(key)) for key in ("from", "relationType", "to"))
        if not (from_ and type_ and to):
            return Bad("a relation without `from`, `to` or `relationType`", line)
        return Relation(from_, type_, to, line)
    return Bad("neither an entity nor a relation", line)


def _observation(value: object) -> str:
    """Return an observation's text; some servers wrap it in an object with dates."""
    if isinstance(value, dict) and isinstance(value.get("content"), str):
        value = value["content"]
    return value.strip() if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _line(value: object) -> str:
    return " ".join(value.split()) if isinstance(value, str) else ""


def _decoded(text: str) -> Any:  # noqa: ANN401 # whatever the file holds
    """Return what a text says in JSON, None where it says nothing that can be kept."""
    try:
        return msgspec.json.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


def _fault(text: str) -> int:
    """Return the line in which a text stops being JSON."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return error.lineno
    except RecursionError:
        pass
    return 1
