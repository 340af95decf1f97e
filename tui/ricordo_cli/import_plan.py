"""What to do with each part, given what is stored. Pure: nothing is read, nothing is written."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from ricordo_cli.importers.model import sha256
from ricordo_protocol.memory import SaveMemory
from ricordo_protocol.names import Name, derive

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ricordo_cli.importers.model import Part
    from ricordo_protocol.memory import Memory


class Action(StrEnum):
    """What becomes of one part."""

    CREATE = "create"
    UPDATE = "update"
    UNCHANGED = "unchanged"
    CONFLICT = "conflict"


@dataclass(frozen=True, slots=True)
class Target:
    """Where an import goes."""

    scope: str
    scope_id: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One part, and what is to be done with it."""

    part: Part
    action: Action
    name: Name
    stored: Memory | None = None
    """The row that is meant, where there is one."""
    reason: str = ""
    """Why it is a conflict."""

    def draft(self, target: Target) -> SaveMemory:
        """Return what is saved: the part, but for a description that a person has edited since."""
        part, stored = self.part, self.stored
        keep = stored is not None and edited_description(stored)
        return SaveMemory(
            name=str(self.name),  # the encoder takes no subclass of str
            content=part.content,
            description=stored.description if stored and keep else part.description,
            type=part.type,
            scope=target.scope,
            scope_id=target.scope_id,
            title=part.wording if part.wording != self.name else None,
            tags=list(part.tags),
            metadata={**_others(stored), **part.extra, "source": part.source()},
        )


def plan(
    parts: Sequence[Part],
    stored: Iterable[Memory],
    *,
    exists: Callable[[str], bool],
) -> list[Step]:
    """Decide on every part: by the file that a row came from first, then by its name.

    `exists` tells whether the file that another row came from is still there: if it is gone, it
    was moved to where the part is now; if not, these are two files of one name. So it is with a
    section of a file that is read here and has it no more: it was moved, its name says so.
    """
    rows = list(stored)
    places = {(part.path, part.part) for part in parts}
    read = {part.path for part in parts}

    def there(place: tuple[str, str]) -> bool:
        return place in places if place[0] in read else exists(place[0])

    by_origin = {
        (found["path"], found["part"]): row for row in rows if (found := source(row)) is not None
    }
    by_name = {row.name: row for row in rows}
    known = {
        at: row for at, part in enumerate(parts) if (row := by_origin.get((part.path, part.part)))
    }
    taken: set[str] = {row.name for row in known.values()}
    steps: list[Step] = []
    for at, part in enumerate(parts):
        row = known.get(at)
        step = _settled(part, row) if row else _by_name(part, by_name, taken, there)
        taken.add(step.name)
        steps.append(step)
    return steps


def source(row: Memory) -> dict[str, Any] | None:
    """Return where an import took a row from, or None where no import made it."""
    found = row.metadata.get("source")
    needed = ("format", "path", "part", "sha256")
    if isinstance(found, dict) and all(isinstance(found.get(key), str) for key in needed):
        return found
    return None


def edited_description(row: Memory) -> bool:
    """Whether a row's description is no longer the one that its file gave."""
    found = source(row) or {}
    return found.get("description_sha256") != sha256(row.description)


def edited_content(row: Memory) -> bool:
    """Whether a row's content, fetched whole, is no longer the one that its file gave."""
    found = source(row) or {}
    return found.get("content_sha256") != sha256(str(row.content))


def _by_name(
    part: Part,
    by_name: dict[str, Memory],
    taken: set[str],
    there: Callable[[tuple[str, str]], bool],
) -> Step:
    passed = set(taken)
    while True:
        name = derive(part.named_after or part.wording, part.format, passed)
        row = by_name.get(name)
        if row is None:
            return Step(part, Action.CREATE, name)
        came_from = source(row)
        if came_from is None:
            reason = "a memory of this name is there already, and no import made it"
            return Step(part, Action.CONFLICT, name, row, reason)
        if not there((came_from["path"], came_from["part"])):
            return _settled(part, row)
        passed.add(name)


def _settled(part: Part, row: Memory) -> Step:
    """Decide on a part whose row is known."""
    came_from = source(row) or {}
    same = came_from.get("sha256") == part.sha256
    # Stored names have passed the rule already.
    return Step(part, Action.UNCHANGED if same else Action.UPDATE, Name.parse(row.name), row)


_OURS = ("source", "front_matter", "original_type", "original_description", "original_tags")


def _others(row: Memory | None) -> dict[str, Any]:
    """Return the metadata that others have put on a row."""
    if row is None:
        return {}
    return {key: value for key, value in row.metadata.items() if key not in _OURS}
