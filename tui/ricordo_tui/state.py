"""What is on screen, and nothing of how: the view, the place of the cursor, what can be undone.

Pure.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ricordo_protocol.memory import IndexState, Memory
    from ricordo_tui.pages import Pages

UNDO_DEPTH: Final = 100


@dataclass(frozen=True, slots=True)
class View:
    """Which memories are looked at: a search, or a list where `query` is blank."""

    query: str = ""
    scope: str = ""
    scope_id: str = ""

    @property
    def searching(self) -> bool:
        """Whether this is a search."""
        return bool(self.query.strip())

    def asking(self, query: str) -> View:
        """Return the same part of the store, searched for something else."""
        return replace(self, query=query)

    def inside(self, scope: str, scope_id: str) -> View:
        """Return the same search in another part of the store; `""` is all of it."""
        return replace(self, scope=scope, scope_id=scope_id)


@dataclass(slots=True)
class Shown:
    """The view that is shown, its rows, and what its first reply said."""

    view: View
    pages: Pages[Memory]
    took_ms: float | None = None
    index: IndexState | None = None

    @property
    def building(self) -> bool:
        """Whether the search index was still being built when it answered."""
        return self.index is not None and self.index.state == "building"


@dataclass(frozen=True, slots=True)
class Target:
    """One memory as it was when somebody decided about it: identity, never a row number."""

    memory_id: str
    name: str
    scope: str
    scope_id: str
    revision: int

    @classmethod
    def of(cls, memory: Memory) -> Target:
        """Return the target that a row is."""
        return cls(memory.memory_id, memory.name, memory.scope, memory.scope_id, memory.revision)


def place(scope: str, scope_id: str) -> str:
    """Return a scope as people read it: `global`, `user/alice`."""
    return f"{scope}/{scope_id}" if scope_id else scope


def settled(pages: Pages[Memory], memory_id: str | None, index: int) -> int:
    """Return where the cursor belongs: on the same memory, else near where it was."""
    found = pages.index_of(memory_id) if memory_id else None
    if found is not None:
        return found
    return max(0, min(index, pages.total - 1))


@dataclass(frozen=True, slots=True)
class Undoable:
    """A change of ours that the daemon has committed."""

    batch_id: str
    what: str
    """Said of it: `the delete of deploy_process`."""


@dataclass(slots=True)
class UndoStack:
    """Our own changes, newest last. One is dropped only when the daemon has answered for it."""

    _changes: list[Undoable] = field(default_factory=list)

    def push(self, change: Undoable) -> None:
        """Remember a change; the oldest beyond the depth is forgotten."""
        self._changes.append(change)
        del self._changes[:-UNDO_DEPTH]

    def last(self) -> Undoable | None:
        """Return the newest change that was not undone."""
        return self._changes[-1] if self._changes else None

    def drop(self, change: Undoable) -> None:
        """Forget a change: it was undone, or can no longer be."""
        if change in self._changes:
            self._changes.remove(change)
