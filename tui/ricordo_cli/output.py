"""Text for a terminal: nothing stored can act on it, and columns line up by cells."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

ELLIPSIS: Final = "…"
GAP: Final = "  "

# C0, DEL and C1 drive the terminal; separators break lines; the bidi controls reorder what
# follows them; a lone surrogate cannot be written at all.
_UNSAFE: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)

# What JSON leaves as it is and a terminal would obey. C0 is escaped by every encoder.
_UNSAFE_IN_JSON: Final = re.compile("[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")

_CONTROL_PICTURES: Final = 0x2400
_DELETE: Final = 0x7F
_DELETE_PICTURE: Final = "\N{SYMBOL FOR DELETE}"


def visible(text: str, keep: str = "") -> str:
    """Return `text` with every control character as a symbol, but for those in `keep`."""
    return _UNSAFE.sub(lambda found: found[0] if found[0] in keep else _symbol(found[0]), text)


def safe_json(text: str) -> str:
    """Escape, inside JSON, the characters that a terminal would obey. It stays the same JSON."""
    return _UNSAFE_IN_JSON.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def cells(text: str) -> int:
    """Return how many terminal cells `text` takes."""
    return sum(map(_cells_of, text))


def fit(text: str, room: int) -> str:
    """Return `text` cut to `room` cells, with an ellipsis where something is missing."""
    if cells(text) <= room:
        return text
    kept: list[str] = []
    left = room - 1
    for char in text:
        left -= _cells_of(char)
        if left < 0:
            break
        kept.append(char)
    return "".join(kept) + ELLIPSIS


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], room: int | None) -> list[str]:
    """Return aligned lines, the heads first; `room` None means that nothing is cut.

    Cells hold stored text: control characters become symbols here, before anything is measured.
    """
    grid = [list(heads), *([visible(cell) for cell in row] for row in rows)]
    widths = [max(map(cells, column)) for column in zip(*grid, strict=True)]
    if room is not None:
        _shrink(widths, room - len(GAP) * (len(widths) - 1))
    return [GAP.join(map(_padded, row, widths)).rstrip() for row in grid]


def pairs(values: Iterable[tuple[str, str]]) -> list[str]:
    """Return `label  value` lines with the values under one another."""
    known = list(values)
    width = max(cells(label) for label, _ in known)
    return [f"{_padded(label, width)}{GAP}{visible(value)}".rstrip() for label, value in known]


def moment(stamp: str) -> str:
    """Return a wire time to the minute, in UTC, as a list shows it."""
    return f"{stamp[:10]} {stamp[11:16]}Z"


def _symbol(char: str) -> str:
    code = ord(char)
    if code < ord(" "):
        return chr(_CONTROL_PICTURES + code)
    return _DELETE_PICTURE if code == _DELETE else f"⟨U+{code:04X}⟩"


def _cells_of(char: str) -> int:
    if " " <= char <= "~":
        return 1
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1


def _padded(text: str, width: int) -> str:
    cut = fit(text, width)
    return cut + " " * (width - cells(cut))


def _shrink(widths: list[int], room: int) -> None:
    """Take cells from the widest column until all fit, so that short columns stay whole."""
    while sum(widths) > max(room, len(widths)):
        widths[widths.index(max(widths))] -= 1
