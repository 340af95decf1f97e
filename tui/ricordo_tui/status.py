"""The sentences around the rows: the status line, and what stands in for rows where none are.

Pure.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ricordo_tui.session import Connection, Standing
from ricordo_tui.state import place

if TYPE_CHECKING:
    from ricordo_tui.state import Shown, View

WIDTH: Final = 40
HEIGHT: Final = 10
TOO_SMALL: Final = f"too small: {WIDTH} by {HEIGHT} at least"

_MARKS: Final = {Standing.ONLINE: "●", Standing.CONNECTING: "…"}


@dataclass(frozen=True, slots=True)
class Notice:
    """What is said where rows would be: what it is, and what to do."""

    title: str
    hint: str = ""
    empty: bool = False
    """Whether there are no rows because the store holds nothing at all."""

    @property
    def text(self) -> str:
        """The notice as lines."""
        return f"{self.title}\n{self.hint}" if self.hint else self.title


def line(
    connection: Connection, shown: Shown, cursor: int, *, wanted: View, problem: str = ""
) -> str:
    """Return the status line: connection, place among the rows, search time, problem."""
    if problem == TOO_SMALL:
        return problem
    mark = _MARKS.get(connection.standing, "○")
    parts = [f"{mark} {connection.standing}"]
    if shown.pages.total:
        parts.append(f"{cursor + 1:,} of {shown.pages.total:,}")
    elif shown.view.searching:
        parts.append("0 hits")
    if shown.took_ms is not None:
        parts.append(f"{shown.took_ms:.0f} ms")
    if shown.view.searching:
        parts.append(f"for “{shown.view.query.strip()}”")
    if shown.view.scope:
        parts.append(f"in {place(shown.view.scope, shown.view.scope_id)}")
    parts.extend(_waiting(shown, cursor, wanted))
    parts.extend(part for part in (problem, _away(connection), connection.note) if part)
    return " · ".join(parts)


def _waiting(shown: Shown, cursor: int, wanted: View) -> list[str]:
    found = []
    if wanted != shown.view:
        found.append(f"searching “{wanted.query.strip()}”…" if wanted.searching else "listing…")
    if shown.pages.total > cursor >= shown.pages.reached:
        found.append(f"loading, {shown.pages.reached:,} so far")
    if shown.index is not None and shown.building:
        found.append(f"index building {shown.index.done:,}/{shown.index.total:,}")
    return found


def _away(connection: Connection) -> str:
    if connection.online or not connection.sentence:
        return ""
    return f"{connection.sentence}. {connection.hint}".strip()


def notice(connection: Connection, shown: Shown, *, started: bool) -> Notice | None:
    """Return what to say instead of rows, or None where there are rows."""
    if shown.pages.total:
        return None
    if not connection.online:
        return _not_online(connection)
    if not started:
        return Notice("Listing…")
    return _no_hits(shown) if shown.view.searching else _nothing(shown.view)


def _no_hits(shown: Shown) -> Notice:
    if shown.index is not None and shown.building:
        done = f"{shown.index.done:,} of {shown.index.total:,}"
        return Notice(
            f"No hits yet: the search index is being built ({done}).",
            "It is asked again by itself.",
        )
    return Notice(
        f"No memory matches “{shown.view.query.strip()}”.",
        "Fewer or other words find more; esc ends the search.",
    )


def _nothing(view: View) -> Notice:
    if view.scope:
        return Notice(f"Nothing is remembered in {place(view.scope, view.scope_id)}.")
    return Notice("Nothing is remembered yet.", empty=True)


def _not_online(connection: Connection) -> Notice:
    titles = {
        Standing.CONNECTING: "Looking for the daemon…",
        Standing.OFFLINE: "The daemon does not answer.",
        Standing.REFUSED: "The daemon does not let this console in.",
        Standing.OTHER_VERSION: "The daemon is of another version.",
    }
    said = f"{connection.sentence}.\n{connection.hint}" if connection.sentence else ""
    return Notice(titles.get(connection.standing, ""), said)
