"""Memory files of other tools, one module a format. A new one joins `FORMATS`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from ricordo_cli.importers import files
from ricordo_cli.importers.claude_code import ClaudeCode
from ricordo_cli.importers.instructions import Instructions
from ricordo_cli.importers.mcp_memory import McpMemory
from ricordo_cli.importers.memory_md import MemoryMd
from ricordo_cli.importers.model import Importer, Part, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["FORMATS", "Importer", "Part", "Problem", "read_all"]

FORMATS: Final[tuple[Importer, ...]] = (McpMemory(), Instructions(), MemoryMd(), ClaudeCode())
"""In the order in which they are asked: the first that knows a file reads it."""


def read_all(roots: Iterable[Path]) -> Iterator[Part | Problem]:
    """Read every file of `roots`, each once; what no importer knows counts only if it was named.

    A root that yields nothing at all is a problem: an import of nothing is no success. A file
    that stands for another one is read as that one, which may be here as well: what was told is
    not told twice.
    """
    seen: set[Path] = set()
    told: set[tuple[object, ...]] = set()
    for root in roots:
        silent = True
        for found in _read(root, seen):
            silent = False
            if isinstance(found, Path):
                continue
            key = _key(found)
            if key not in told:
                told.add(key)
                yield found
        if silent:
            yield Problem(files.path_text(root), f"nothing to import; known: {_known()}")


def known_format(path: Path) -> Importer | None:
    """Return the importer that reads a regular file, None where no one knows it."""
    return next((one for one in FORMATS if one.sniff(path)), None)


def _read(root: Path, seen: set[Path]) -> Iterator[Path | Part | Problem]:
    """Yield what one root holds, and the path of every file that an importer knows."""
    for found in files.walk(root):
        if isinstance(found, Problem):
            yield found
        elif importer := known_format(found):
            yield found
            if found not in seen:
                seen.add(found)
                yield from importer.read(found)


def _key(found: Part | Problem) -> tuple[object, ...]:
    if isinstance(found, Problem):
        return (found.path, found.line, found.reason)
    return (found.path, found.part)


def _known() -> str:
    return ", ".join(one.name for one in FORMATS)
