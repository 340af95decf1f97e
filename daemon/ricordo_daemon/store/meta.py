"""Facts about the store itself: its id, its epoch."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3


def get(raw: sqlite3.Connection, key: str) -> str | int | None:
    """Return a fact, None where it was never set."""
    row = raw.execute("SELECT v FROM meta WHERE k=?", (key,)).fetchone()
    value: str | int | None = row and row[0]
    return value


def set_once(raw: sqlite3.Connection, key: str, value: str | int) -> str | int:
    """Set a fact unless it is set, and return what holds."""
    raw.execute("INSERT OR IGNORE INTO meta(k,v) VALUES (?,?)", (key, value))
    held = get(raw, key)
    return value if held is None else held
