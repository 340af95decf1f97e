"""Memory files of other tools, one module a format. A new one joins `FORMATS`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ricordo_cli.importers import files
from ricordo_cli.importers.claude_code import ClaudeCode
from ricordo_cli.importers.model import Importer, Part, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

__all__ = ["FORMATS", "Importer", "Part", "Problem", "read_all"]

FORMATS: Final[tuple[Importer, ...]] = (ClaudeCode(),)
"""In the order in which they are asked: the first that knows a file reads it."""


def read_all(roots: Iterable[Path]) -> Iterator[Part | Problem]:
    """Read every file of `roots`, each once; what no importer knows counts only if it was named.

    A root that yields nothing at all is a problem: an import of nothing is no success.
    """
    seen: set[Path] = set()
    for root in roots:
        silent = True
        for found in files.walk(root):
            if isinstance(found, Problem):
                silent = False
                yield found
                continue
            importer = next((one for one in FORMATS if one.sniff(found)), None)
            if importer is None:
                continue
            silent = False
            if found not in seen:
                seen.add(found)
                yield from importer.read(found)
        if silent:
            yield Problem(files.path_text(root), f"nothing to import; known: {_known()}")


def _known() -> str:
    return ", ".join(one.name for one in FORMATS)
