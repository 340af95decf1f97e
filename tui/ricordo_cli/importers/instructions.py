"""What people tell their agents in a project: AGENTS.md, CLAUDE.md and their like, by heading."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ricordo_cli.importers import by_heading, files, front_matter
from ricordo_cli.importers.model import Problem
from ricordo_protocol.scopes import MemoryType

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ricordo_cli.importers.front_matter import Header
    from ricordo_cli.importers.model import Part

FILES: Final = (
    "agents.md",
    "agents.override.md",
    "claude.md",
    "claude.local.md",
    "gemini.md",
    "copilot-instructions.md",
)

_POINTER: Final = re.compile(r"@(?:\./)?(\S+)")


class Instructions:
    """One memory a section; a file that only says `@OTHER.md` stands for that file beside it."""

    name = "agents_md"

    def sniff(self, path: Path) -> bool:
        """Take the files that agents read by their names."""
        return path.name.casefold() in FILES

    def read(self, path: Path) -> Iterator[Part | Problem]:
        """Yield the file's sections, or those of the file that it points to."""
        yield from self._read(path, frozenset())

    def _read(self, path: Path, passed: frozenset[str]) -> Iterator[Part | Problem]:
        where = files.path_text(path)
        try:
            text = files.read_text(path)
            header = front_matter.parse(text)
        except (files.Unreadable, front_matter.Malformed) as error:
            yield Problem(where, error.reason, error.line)
            return
        if pointer := _POINTER.fullmatch(header.body.strip()):
            yield from self._follow(path, pointer[1], passed | {path.name})
            return
        yield from by_heading.parts(
            path,
            header.body,
            self.name,
            type_=_type(header),
            extra={"front_matter": dict(header.values)} if header.values else {},
            first_line=text.count("\n") - header.body.count("\n") + 1,
        )

    def _follow(self, path: Path, name: str, passed: frozenset[str]) -> Iterator[Part | Problem]:
        """Read the file beside `path` in its place: from a name, which leads nowhere else."""
        where = files.path_text(path)
        if "/" in name or name.startswith(".") or not name.casefold().endswith(".md"):
            reason = "it only points to a file that is no .md file of its own folder"
            yield Problem(where, f"{reason}: @{name}", 1)
        elif name in passed:
            yield Problem(where, f"it only points to {name}, and that leads back here", 1)
        else:
            reason = f"it only points to {name}, which is read in its place"
            yield Problem(where, reason, 1, by_design=True)
            # Whatever it is, a link or a folder say, is found out where it is opened.
            yield from self._read(path.with_name(name), passed)


def _type(header: Header) -> str:
    """Return the type that the file says it is of, if it is one of ours."""
    given = header.values.get("type")
    known = isinstance(given, str) and given.strip().lower() in tuple(MemoryType)
    return str(given).strip().lower() if known else MemoryType.GENERAL
