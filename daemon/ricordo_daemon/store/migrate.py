"""Numbered migrations, each in one transaction; `user_version` says how far the file is."""

from __future__ import annotations

import sqlite3
from importlib import resources
from typing import TYPE_CHECKING

from ricordo_protocol.errors import StorageFailed

if TYPE_CHECKING:
    from collections.abc import Iterator


def known() -> list[tuple[int, str]]:
    """Return every migration as (number, SQL), in order."""
    folder = resources.files("ricordo_daemon.store") / "migrations"
    files = sorted(f.name for f in folder.iterdir() if f.name.endswith(".sql"))
    return [(int(name[:4]), (folder / name).read_text("utf-8")) for name in files]


def version(raw: sqlite3.Connection) -> int:
    """Return the number of the last migration that the file has seen."""
    found: int = raw.execute("PRAGMA user_version").fetchone()[0]
    return found


def migrate(raw: sqlite3.Connection) -> int:
    """Bring the file up to date and return its version.

    Raises `StorageFailed` (`store_too_new`) for a file of a later ricordo: it is left untouched.
    """
    latest = known()[-1][0]
    present = version(raw)
    if present > latest:
        raise StorageFailed(
            f"the store has schema {present}, this ricordo knows up to {latest}",
            code="store_too_new",
            hint="Upgrade ricordo, or set RICORDO_HOME to another folder.",
        )
    for number, sql in known():
        if number > present:
            _apply(raw, number, sql)
    return latest


def _apply(raw: sqlite3.Connection, number: int, sql: str) -> None:
    raw.execute("BEGIN IMMEDIATE")
    try:
        for statement in _statements(sql):
            raw.execute(statement)
        raw.execute(f"PRAGMA user_version={number}")
        raw.execute("COMMIT")
    except BaseException:
        if raw.in_transaction:
            raw.execute("ROLLBACK")
        raise


def _statements(sql: str) -> Iterator[str]:
    """Split at the ends of statements: executescript would commit behind our back."""
    pending = ""
    for line in sql.splitlines(keepends=True):
        pending += line
        if sqlite3.complete_statement(pending):
            yield pending
            pending = ""
