"""Parts from a Markdown file without a header of its own: one for each of its sections."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ricordo_cli.importers import files, sections
from ricordo_cli.importers.model import Part, Problem, sha256
from ricordo_cli.importers.prose import first_sentence
from ricordo_protocol.errors import InvalidInput
from ricordo_protocol.names import derive
from ricordo_protocol.scopes import MemoryType

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ricordo_cli.importers.sections import Section

_MEMORY: Final = "memory"
"""The folder of an agent's notes, which says nothing of whose they are."""


def nothing_left_out(_: Section) -> str:
    """Leave no section out."""
    return ""


def parts(
    path: Path,
    text: str,
    format_: str,
    *,
    type_: str = MemoryType.GENERAL,
    extra: dict[str, Any] | None = None,
    first_line: int = 1,
    left_out: Callable[[Section], str] = nothing_left_out,
) -> Iterator[Part | Problem]:
    """Yield a part for each section of `text`, which begins in `first_line` of its file.

    `left_out` gives the reason why a section is left out by design, empty where it is not.
    """
    where = files.path_text(path)
    found = sections.split(text)
    if not found:
        yield Problem(where, "it has no text; a memory needs content", by_design=True)
    for section in found:
        line = section.line + first_line - 1
        if reason := left_out(section):
            yield Problem(where, reason, line, by_design=True)
            continue
        wording, named_after = _names(path, section)
        try:
            yield Part(
                format=format_,
                path=where,
                part=section.part,
                wording=wording,
                named_after=named_after,
                description=first_sentence(section.text) or wording,
                content=section.text,
                type=str(type_),
                extra=dict(extra or {}),
                sha256=sha256(section.text),
            )
        except InvalidInput as error:
            at = f"its section {section.part!r}: " if section.part else ""
            yield Problem(where, at + error.sentence, line)


def _names(path: Path, section: Section) -> tuple[str, str]:
    """Return a section's wording, and what its name is made of: whose file it is, its heading."""
    whose = label(path)
    if not section.path:
        own = files.path_text(path.stem)
        wording = own if own.casefold() == whose.casefold() else f"{whose} {own}"
        return wording, ""
    heading = " ".join((*section.path[:-1], section.heading))
    # A heading that no name can keep gets a digest of its own: the label alone names its file.
    return f"{whose} {heading}", f"{whose} {derive(heading, 'section')}"


def label(path: Path) -> str:
    """Return whose file this is in a word: its project's, or the agent's own.

    Folders with a dot belong to the agent, a folder `memory` too. Claude's folders are named
    after a project's whole path, dashes for slashes; what leads home is left off.
    """
    folder = path.absolute().parent
    if folder.name.casefold() == _MEMORY:
        folder = folder.parent
    while folder.name.startswith("."):
        folder = folder.parent
    home = Path.home()
    if folder == home or not folder.name:
        return files.path_text(path.stem)
    name = folder.name
    if name.startswith("-"):
        leading = str(home).replace("/", "-").replace(".", "-")
        name = name.removeprefix(leading).strip("-") or name.strip("-")
    return files.path_text(name or path.stem)
