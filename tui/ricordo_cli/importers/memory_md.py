"""MEMORY.md: the index of a folder of notes, or a notebook of many sections, or both."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ricordo_cli.importers import by_heading, files, front_matter
from ricordo_cli.importers.claude_code import ClaudeCode
from ricordo_cli.importers.model import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ricordo_cli.importers.model import Part
    from ricordo_cli.importers.sections import Section

_FILE: Final = "memory.md"
_INDEXED: Final = "the index of its folder, whose notes are imported themselves"

# `- [Title](note.md) - what it is about`, whatever the bullet. The link leads to a file of this
# folder or below it: no scheme, no way up.
_ENTRY: Final = re.compile(
    r"(?:[*+\-]\s+|[0-9]{1,3}[.)]\s+)?(?:\*\*)?\[[^\[\]]*\]\((?![a-zA-Z]+:|/|\.\.)[^()\s]+\.md\)"
)
_BULLET: Final = re.compile(r"(?:[*+\-]|[0-9]{1,3}[.)])\s")


class MemoryMd:
    """One memory a section; sections that only list the notes beside the file are left out."""

    name = "memory_md"

    def sniff(self, path: Path) -> bool:
        """Take the file by its name."""
        return path.name.casefold() == _FILE

    def read(self, path: Path) -> Iterator[Part | Problem]:
        """Yield the file's sections; the one note that it is where it has a header."""
        where = files.path_text(path)
        try:
            text = files.read_text(path)
            header = front_matter.parse(text)
        except (files.Unreadable, front_matter.Malformed) as error:
            yield Problem(where, error.reason, error.line)
            return
        if header.found:
            yield from ClaudeCode().read(path)
        elif is_index(text):
            yield Problem(where, _INDEXED, by_design=True)
        else:
            yield from by_heading.parts(path, text, self.name, left_out=_left_out)


def is_index(text: str) -> bool:
    """Whether a text says nothing but which notes there are."""
    entry = False
    for line in text.split("\n"):
        words = line.strip()
        if not words or words.startswith(("#", "<!--", "---", "===")):
            continue
        # The second line of an entry is indented below it.
        if entry and line[0].isspace() and not _BULLET.match(words):
            continue
        if not _ENTRY.match(words):
            return False
        entry = True
    return entry


def _left_out(section: Section) -> str:
    return _INDEXED if is_index(section.text) else ""
