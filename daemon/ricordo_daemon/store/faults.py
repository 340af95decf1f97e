"""What SQLite says went wrong, as one of our errors."""

from __future__ import annotations

import sqlite3
from typing import Final

from ricordo_protocol.errors import RicordoError, StorageFailed, StorageFull, Unavailable

_PRIMARY: Final = 0xFF
"""An extended result code keeps the primary one in its low byte."""


def primary(error: sqlite3.Error) -> int:
    """Return SQLite's primary result code, 0 where the error has none."""
    code: int = getattr(error, "sqlite_errorcode", 0) or 0
    return code & _PRIMARY


def told(error: sqlite3.Error) -> RicordoError:
    """Return what a caller is told. Never a 404: a failure is not an absence."""
    code = primary(error)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return Unavailable(
            "another process holds the database; nothing was changed",
            code="database_busy",
            hint="Close the program that has the file open, then send the same request again.",
        )
    if code == sqlite3.SQLITE_FULL:
        return StorageFull(
            "no space is left for the database; nothing was changed",
            hint="Free some space on the disk, then send the same request again.",
        )
    return StorageFailed(
        f"the database failed ({getattr(error, 'sqlite_errorname', None) or error});"
        " nothing was changed",
        hint="See `ricordo daemon logs`.",
    )


def read_only() -> Unavailable:
    """Return the refusal of every write once a commit's outcome was unknown."""
    return Unavailable(
        "the disk failed while a change was being saved; the daemon only reads now",
        code="read_only",
        hint="Check the disk, then run `ricordo daemon restart`.",
    )
