"""The header of a Markdown note: the YAML that people and tools really write.

A parser of our own, for two reasons. Most real headers are no valid YAML (`globs: **/*`,
`description: Re: booking`), so a strict parser loses them. And a header is text: a scalar is
kept as written, `yes`, `42` and `2024-01-01` included, where YAML would make other things of it.

What is understood: `key: value` by lines, plain or quoted, folded over deeper lines; `|` and `>`
blocks; lists by dashes or in brackets; mappings by indentation. What cannot be understood raises
`Malformed` with its line: a header is never half read, nor taken for text.
"""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, field
from typing import Final

from ricordo_cli.importers import scalars
from ricordo_cli.importers.scalars import Malformed

__all__ = ["Header", "Malformed", "Value", "parse"]

Value = str | list[str] | dict[str, "Value"] | None

_FENCE: Final = re.compile(r"---[ \t]*")
# A key is what stands before the first colon that is followed by a blank or the line's end.
_KEY: Final = re.compile(r"(?P<key>(?:[^\s:#\-\[\]{}&*!|>'\"%@`]|-[^\s:])[^:]*):(?=\s|$)")
_QUOTED_KEY: Final = re.compile(r"(?P<quote>['\"])(?P<key>[^'\"]+)(?P=quote)\s*:(?=\s|$)")
_BLOCK: Final = re.compile(r"(?P<style>[|>])[+\-0-9]{0,2}(?:\s+#.*)?")
_MOST_DEPTH: Final = 8


@dataclass(frozen=True, slots=True)
class Header:
    """A note taken apart: its header's values, where each began, and the text below."""

    values: dict[str, Value] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    """The line of each top-level key, counted from 1 in the file."""
    body: str = ""
    found: bool = False
    """Whether there was a header at all."""


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    text: str

    @property
    def indent(self) -> int:
        return len(self.text) - len(self.text.lstrip())

    @property
    def idle(self) -> bool:
        """Whether it says nothing: blank, or a comment."""
        stripped = self.text.strip()
        return not stripped or stripped.startswith("#")


def parse(text: str) -> Header:
    """Take a note apart. A text that does not begin with `---` is all body.

    Raises `Malformed` with the line.
    """
    lines = text.split("\n")
    if not _FENCE.fullmatch(lines[0]):
        return Header(body=text)
    for number, line in enumerate(lines[1:], start=1):
        if _FENCE.fullmatch(line):
            inner = [_Line(at + 2, one) for at, one in enumerate(lines[1:number])]
            starts: dict[str, int] = {}
            values = _mapping(inner, 0, starts)
            return Header(values, starts, "\n".join(lines[number + 1 :]), found=True)
    raise Malformed("the header is not closed by a line ---", 1)


def _mapping(
    lines: list[_Line], depth: int, starts: dict[str, int] | None = None
) -> dict[str, Value]:
    rest = deque(lines)
    found: dict[str, Value] = {}
    base: int | None = None
    while rest:
        line = rest.popleft()
        if line.idle:
            continue
        base = line.indent if base is None else base
        text = line.text.strip()
        match = _KEY.match(text) or _QUOTED_KEY.match(text)
        if match is None or line.indent != base:
            raise Malformed("this line of the header is no `key: value`", line.number)
        key, first = match["key"].strip(), text[match.end() :].strip()
        if key in found:
            raise Malformed(f"the header has `{key}` twice", line.number)
        if starts is not None:
            starts[key] = line.number
        found[key] = _value(first, _deeper(rest, base, dashes=not first), line.number, depth)
    return found


def _deeper(rest: deque[_Line], base: int, *, dashes: bool) -> list[_Line]:
    """Take the lines that belong to the key above: deeper ones, and its list's dashes."""
    taken: list[_Line] = []
    while rest:
        text = rest[0].text
        item = dashes and rest[0].indent == base and re.match(r"-(\s|$)", text.strip())
        if text.strip() and rest[0].indent <= base and not item:
            break
        taken.append(rest.popleft())
    return taken


def _value(first: str, block: list[_Line], number: int, depth: int) -> Value:
    if depth > _MOST_DEPTH:
        raise Malformed(f"the header is nested deeper than {_MOST_DEPTH} levels", number)
    if style := _BLOCK.fullmatch(first):
        return scalars.block([line.text for line in block], folded=style["style"] == ">")
    below = [line for line in block if not line.idle]
    if first and not re.match(r"#(\s|$)", first):
        return scalars.flow([first, *(line.text.strip() for line in below)], number)
    if not below:
        return None
    start = below[0].text.strip()
    if re.match(r"-(\s|$)", start):
        return _sequence(below)
    if _KEY.match(start) or _QUOTED_KEY.match(start):
        return _mapping(block, depth + 1)
    return scalars.flow([line.text.strip() for line in below], below[0].number)


def _sequence(lines: list[_Line]) -> list[str]:
    """Return a list's items as text; a mapping or a list within one is kept as it is written."""
    items: list[tuple[int, list[str]]] = []
    base = lines[0].indent
    for line in lines:
        text = line.text.strip()
        if line.indent == base and re.match(r"-(\s|$)", text):
            items.append((line.number, [text[1:].strip()]))
        elif line.indent > base and items:
            items[-1][1].append(text)
        else:
            raise Malformed("this line of the header is no item of the list above", line.number)
    return [scalars.text(words, number) for number, words in items]
