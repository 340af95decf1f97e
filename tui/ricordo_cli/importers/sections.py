"""A Markdown text taken apart at its headings. Pure: no file is opened here."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ricordo_cli.importers.prose import cut
from ricordo_protocol import limits

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

BORDER: Final = 2
"""Texts are split at headings of level 1 and 2; deeper ones stay within their section."""

_DEEPEST: Final = 6
_HEADING_CHARS: Final = 120
"""Of a heading, in the name of its part: more than any that is a heading and not a paragraph."""

_LOOKED_AT: Final = 1_000
"""Of a line, for the words of its heading: what follows takes no share in a name."""

_ATX: Final = re.compile(r" {0,3}(#{1,6})(?=[ \t]|\Z)(.*)\Z")
_UNDERLINE: Final = re.compile(r" {0,3}(=+|-{2,})[ \t]*\Z")
_FENCE: Final = re.compile(r"[ \t]*(`{3,}(?=[^`]*\Z)|~{3,})(.*)\Z")
_NO_PARAGRAPH: Final = re.compile(r" {4}|\t| {0,3}(?:[>|#<]|[*+\-][ \t]|[0-9]{1,9}[.)][ \t])")
_LINK: Final = re.compile(r"!?\[([^\[\]]*)\](?:\([^()]*\)|\[[^\[\]]*\])")
_EMPHASIS: Final = re.compile(r"[*`~]|(?<!\w)_+|_+(?!\w)")


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the text below it, up to the next border."""

    path: tuple[str, ...]
    """The headings that lead here, made unique; empty for what stands before the first border."""
    heading: str
    """The last of them as the text has it."""
    line: int
    """Where it begins, counted from 1 in the text."""
    text: str
    """With its heading's line, for the words of a heading belong to what it says."""

    @property
    def part(self) -> str:
        """The section within its file: what a rerun knows it again by."""
        return " > ".join(self.path)

    @property
    def empty(self) -> bool:
        """Whether there is nothing below its heading."""
        return not any(line.strip() for line in _without_heading(self.text.split("\n")))


@dataclass(frozen=True, slots=True)
class _Heading:
    at: int
    level: int
    text: str


def split(text: str, most: int = limits.CONTENT_CHARS) -> list[Section]:
    """Return the sections of `text` that say anything, in their order.

    A level-1 heading that opens the text and is the only one of its level is the text's title,
    and no border. Sections of more than `most` characters are split at the next deeper level;
    one that has none stays too long.
    """
    lines = text.split("\n")
    headings = list(_headings(lines))
    first = [one for one in headings if one.level == 1]
    title = first[0] if len(first) == 1 and headings[0] is first[0] else None
    borders = [one for one in headings if one is not title]
    whole = Section((), title.text if title else "", 1, text)
    return [one for one in _inside(whole, borders, BORDER, most) if not one.empty]


def _inside(whole: Section, headings: list[_Heading], level: int, most: int) -> Iterator[Section]:
    """Yield the sections of one section: what stands before its first border, then each."""
    lines = whole.text.split("\n")
    start = whole.line - 1
    borders = [one for one in headings if one.level <= level]
    ends = [one.at - start for one in borders] + [len(lines)]
    yield from _checked(_cut(whole, lines[: ends[0]]), headings, level, most)
    open_: list[tuple[int, str]] = []
    taken: dict[tuple[str, ...], int] = {}
    for border, end in zip(borders, ends[1:], strict=True):
        while open_ and open_[-1][0] >= border.level:
            open_.pop()
        above = (*whole.path, *(text for _, text in open_))
        name = _unused(border.text, above, taken)
        open_.append((border.level, name))
        text = "\n".join(lines[border.at - start : end])
        section = Section((*above, name), border.text, border.at + 1, text)
        yield from _checked(section, headings, level, most)


def _checked(
    section: Section, headings: list[_Heading], level: int, most: int
) -> Iterator[Section]:
    """Yield a section, or its own sections where it is too long and has any."""
    if len(section.text) <= most or level >= _DEEPEST:
        yield section
        return
    begin = section.line - 1
    end = begin + section.text.count("\n")
    inner = [one for one in headings if begin < one.at <= end and one.level > level]
    yield from _inside(section, inner, level + 1, most)


def _cut(section: Section, lines: Sequence[str]) -> Section:
    return Section(section.path, section.heading, section.line, "\n".join(lines))


def _unused(text: str, above: tuple[str, ...], taken: dict[tuple[str, ...], int]) -> str:
    """Return the heading, with `_2`, `_3`, … where one of the same words came before.

    `taken` holds what was given out, each with the last number that was tried for it.
    """
    place = (*above, text)
    if place not in taken:
        taken[place] = 1
        return text
    number = taken[place] + 1
    while (*above, f"{text}_{number}") in taken:
        number += 1
    taken[place] = number
    return _unused(f"{text}_{number}", above, taken)


def _headings(lines: Sequence[str]) -> Iterator[_Heading]:
    """Yield the headings, but for what only looks like one in code and in comments."""
    quiet = ""
    for at, line in enumerate(lines):
        if quiet:
            quiet = "" if _closes(quiet, line) else quiet
        elif opened := _opens(line):
            quiet = opened
        elif found := _ATX.match(line):
            yield _Heading(at, len(found[1]), _plain(_unclosed(found[2])))
        elif level := _underlined(lines, at):
            yield _Heading(at, level, _plain(line))


def _opens(line: str) -> str:
    """Return what a line opens that holds no headings: a fence's marks, or `<!--`."""
    if fence := _FENCE.match(line):
        return fence[1]
    comment = line.lstrip().startswith("<!--") and "-->" not in line
    return "<!--" if comment else ""


def _closes(opened: str, line: str) -> bool:
    if opened == "<!--":
        return "-->" in line
    marks = line.strip()
    return len(marks) >= len(opened) and set(marks) == {opened[0]}


def _underlined(lines: Sequence[str], at: int) -> int:
    """Return the level of a one-line paragraph that is underlined, 0 for any other line."""
    line, below = lines[at], lines[at + 1] if at + 1 < len(lines) else ""
    found = _UNDERLINE.match(below)
    alone = not at or not lines[at - 1].strip()
    if not found or not alone or not line.strip() or _NO_PARAGRAPH.match(line):
        return 0
    return 1 if found[1].startswith("=") else BORDER


def _without_heading(lines: list[str]) -> list[str]:
    """Return the lines of a section without those of its own heading, or of the text's title."""
    found = next(_headings(lines), None)
    if found is None or any(line.strip() for line in lines[: found.at]):
        return lines
    marks = 1 if _ATX.match(lines[found.at]) else 2
    return lines[found.at + marks :]


def _unclosed(text: str) -> str:
    """Return what stands after a heading's marks, without those that may close it."""
    words = text.strip()
    kept = words.rstrip("#")
    return kept.rstrip() if not kept or kept[-1].isspace() else words


def _plain(text: str) -> str:
    """Return a heading's words without its marks; never nothing, for a part needs a name."""
    text = text[:_LOOKED_AT]
    words = " ".join(_EMPHASIS.sub("", _LINK.sub(r"\1", text)).split())
    return cut(words or text.strip() or "untitled", _HEADING_CHARS)
