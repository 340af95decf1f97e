"""Memories as lines for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ricordo_cli import output

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ricordo_protocol.memory import Memory


def listed(memories: Sequence[Memory], room: int | None, *, with_id: bool) -> list[str]:
    """Return the table of a list; `with_id` adds the ids, which an admin's verbs take."""
    if not memories:
        return []
    heads = ["name", "type", "scope", "updated", "description"]
    grid = [
        [m.name, m.type, where(m.scope, m.scope_id), output.moment(m.updated), m.description]
        for m in memories
    ]
    if with_id:
        heads.insert(0, "id")
        for memory, row in zip(memories, grid, strict=True):
            row.insert(0, memory.memory_id)
    return output.table(heads, grid, room)


def footer(shown: int, total: int, cursor: str | None) -> str:
    """Return the line below a table: how many there are, and how to see the next."""
    if not total:
        return "nothing found"
    more = f"; the next with --cursor {cursor}" if cursor else ""
    return f"{shown} of {total}{more}"


def whole(memory: Memory) -> Iterator[str]:
    """Yield every line of one memory: its fields, a blank line, its content."""
    yield from output.pairs(
        (label, value)
        for label, value in (
            ("name", memory.name),
            ("title", memory.title or ""),
            ("description", memory.description),
            ("type", memory.type),
            ("scope", where(memory.scope, memory.scope_id)),
            ("tags", ", ".join(memory.tags)),
            ("created", f"{output.moment(memory.created)} by {memory.created_by}"),
            ("updated", f"{output.moment(memory.updated)} by {memory.updated_by}"),
            ("id", memory.memory_id),
            ("revision", str(memory.revision)),
        )
        if value
    )
    if isinstance(memory.content, str):
        yield ""
        # As lines, so that a line end is the only control character that is let through.
        yield from memory.content.replace("\r\n", "\n").split("\n")


def where(scope: str, scope_id: str) -> str:
    """Return a scope as one word, its id after a colon."""
    return f"{scope}:{scope_id}" if scope_id else scope
