"""A screen as text that can be kept and compared: what is written, and how it looks.

Below the rows stands a map with one sign a cell, and below it what each sign means. Colours are
numbered as they come, so that another shade is no other picture, and one colour for two things is.
"""

from __future__ import annotations

import string
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.cells import cell_len, split_graphemes

if TYPE_CHECKING:
    from collections.abc import Iterable

RULE = "─" * 20
SIGNS = "." + string.ascii_uppercase + string.ascii_lowercase + string.digits
ATTRIBUTES = ("bold", "dim", "italic", "underline", "reverse", "strike")


class Look(NamedTuple):
    """How a cell looks."""

    attributes: str
    ink: Any
    paper: Any


class Picture:
    """What a screen shows, cell by cell."""

    def __init__(self, app: Any) -> None:
        strips = app.screen._compositor.render_strips()
        self.rows = ["".join(segment.text for segment in strip) for strip in strips]
        self.looks = [[look for segment in strip for look in _looks(segment)] for strip in strips]
        assert {len(looks) for looks in self.looks} == {app.size.width}

    def attributes(self, text: str) -> set[str]:
        """Return the attributes that the cells of a text have, in the last row that has it."""
        for row, looks in zip(reversed(self.rows), reversed(self.looks), strict=True):
            if text in row:
                start = cell_len(row[: row.index(text)])
                return {one.attributes for one in looks[start : start + cell_len(text)]}
        raise AssertionError(text)

    def hidden(self) -> list[str]:
        """Return the characters whose ink is their paper."""
        return [
            char
            for row, looks in zip(self.rows, self.looks, strict=True)
            for char, look in zip(_cells(row), looks, strict=True)
            if char.strip() and look.ink is not None and look.ink == look.paper
        ]

    def told(self, title: str) -> str:
        """Return the picture as the lines of a file."""
        signs = _signs(look for looks in self.looks for look in looks)
        rows = [row.rstrip() for row in self.rows]
        maps = ["".join(signs[look] for look in looks).rstrip(SIGNS[0]) for looks in self.looks]
        legend = _legend(signs)
        return "\n".join([title, RULE, *rows, RULE, *maps, RULE, *legend]) + "\n"


def _cells(row: str) -> list[str]:
    """Return what is in each cell; a glyph of two cells stands in both."""
    return [row[start:end] for start, end, width in split_graphemes(row)[0] for _ in range(width)]


def _looks(segment: Any) -> list[Look]:
    style = segment.style
    found = [name for name in ATTRIBUTES if style is not None and getattr(style, name)]
    ink, paper = (style.color, style.bgcolor) if style is not None else (None, None)
    ink, paper = (None if one is None or one.is_default else one for one in (ink, paper))
    cells = []
    for char in _cells(segment.text):
        # Of a space there is nothing to see but its paper, and what is drawn through it.
        seen = [name for name in found if char != " " or name in ("underline", "reverse")]
        bare = char == " " and not seen
        cells.append(Look(" ".join(seen), None if bare else ink, paper))
    return cells


def _signs(looks: Iterable[Look]) -> dict[Look, str]:
    """Return a sign for each look, in the order in which they come; a bare cell's is a dot."""
    bare = Look("", None, None)
    found = dict.fromkeys([bare, *looks])
    return dict(zip(found, SIGNS, strict=False))


def _legend(signs: dict[Look, str]) -> list[str]:
    inks = _numbers(look.ink for look in signs)
    papers = _numbers(look.paper for look in signs)
    lines = []
    for look, sign in signs.items():
        if sign == SIGNS[0]:
            continue
        ink = f"ink {inks[look.ink]}" if look.ink is not None else ""
        paper = f"on paper {papers[look.paper]}" if look.paper is not None else ""
        lines.append(" ".join(filter(None, (sign, look.attributes, ink, paper))))
    return lines


def _numbers(colours: Iterable[Any]) -> dict[Any, int]:
    found = dict.fromkeys(one for one in colours if one is not None)
    return {colour: number for number, colour in enumerate(found, 1)}
