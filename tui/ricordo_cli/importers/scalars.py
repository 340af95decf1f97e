"""Single values of a header: plain, quoted, in brackets, or a block of lines."""

from __future__ import annotations

import re
from typing import Final

_DOUBLE: Final = re.compile(r'"((?:[^"\\]|\\.)*)"(?:\s*$|\s+#.*$)', re.DOTALL)
_SINGLE: Final = re.compile(r"'((?:[^']|'')*)'(?:\s*$|\s+#.*$)", re.DOTALL)
_ESCAPE: Final = re.compile(r"\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)", re.DOTALL)
# Possessive where two parts could share blanks: a long run of them must not take minutes.
_ITEM: Final = re.compile(
    r"""\s*+("(?:[^"\\]|\\.)*"\s*+|'(?:[^']|'')*'\s*+|[^,"'\[\]{}][^,\[\]{}]*+)(?:,|$)"""
)

_ESCAPES: Final = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r",
    "e": "\x1b", " ": " ", '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0",
    "L": "\u2028", "P": "\u2029",
}  # fmt: skip # one escape a line would be a page

_NOTHING: Final = ("", "~", "null", "Null", "NULL", "{}")
_LAST_CODE_POINT: Final = 0x10FFFF


class Malformed(Exception):
    """A header that cannot be understood: why, and in which line of the file."""

    def __init__(self, reason: str, line: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line


def flow(words: list[str], line: int) -> str | list[str] | None:
    """Return what stands after a key, its further lines folded in: text, a list, or nothing."""
    joined = " ".join(words)
    if joined in _NOTHING:
        return None
    if joined.startswith("[") and joined.endswith("]"):
        found = _items(joined[1:-1])
        # What only looks like a list, `[[link]]` say, is text like any other.
        return joined if found is None else [text([one], line) for one in found]
    return text(words, line)


def text(words: list[str], line: int) -> str:
    """Return a scalar as its text: quotes taken off, everything else as written."""
    joined = " ".join(words)
    if joined.startswith('"'):
        if match := _DOUBLE.match(_glued(words)):
            return _unescape(match[1])
    elif joined.startswith("'"):
        if match := _SINGLE.match(joined):
            return match[1].replace("''", "'")
    else:
        return joined
    if joined.count(joined[0]) == 1:
        raise Malformed(f"the quote {joined[0]} is not closed", line)
    # `"this" and "that"`: no YAML, but what is meant is plain.
    return joined


def _glued(words: list[str]) -> str:
    """Join lines with blanks, but where a line ends with a backslash that escapes its end."""
    last = len(words) - 1
    return "".join(
        word if at == last else word[:-1] if _open_end(word) else word + " "
        for at, word in enumerate(words)
    )


def _open_end(word: str) -> bool:
    return (len(word) - len(word.rstrip("\\"))) % 2 == 1


def block(lines: list[str], *, folded: bool) -> str:
    """Return the text of a `|` block, or of a `>` block with its single line ends as blanks."""
    indent = min((len(one) - len(one.lstrip()) for one in lines if one.strip()), default=0)
    kept = "\n".join(one[indent:] for one in lines).strip("\n")
    return re.sub(r"(?<!\n)\n(?!\n)", " ", kept) if folded else kept


def _items(inner: str) -> list[str] | None:
    """Split what stands in brackets, or return None where it is no plain list."""
    found: list[str] = []
    position = 0
    while position < len(inner) and inner[position:].strip():
        match = _ITEM.match(inner, position)
        if match is None:
            return None
        found.append(match[1].strip())
        position = match.end()
    return found


def _unescape(inner: str) -> str:
    read = _ESCAPE.sub(_escaped, inner)
    # Two \u escapes may make one character, as in JSON. A half alone stays, to be refused by name.
    return read.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")


def _escaped(match: re.Match[str]) -> str:
    code = match[1]
    if len(code) == 1:
        return _ESCAPES.get(code, match[0])
    number = int(code[1:], 16)
    return chr(number) if number <= _LAST_CODE_POINT else match[0]
