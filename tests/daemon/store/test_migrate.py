"""The schema's numbered steps."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from ricordo_daemon.store import connection, invariants, migrate
from ricordo_protocol.errors import StorageFailed


@pytest.fixture
def raw(tmp_path):
    with closing(connection.open_plain(tmp_path / "a.db")) as opened:
        yield opened


def test_a_fresh_file_gets_every_step_and_holds_every_invariant(raw):
    assert migrate.migrate(raw) == migrate.known()[-1][0] == migrate.version(raw)
    assert invariants(raw) == []


def test_migrating_twice_changes_nothing(raw):
    migrate.migrate(raw)
    before = raw.execute("SELECT sql FROM sqlite_schema").fetchall()
    migrate.migrate(raw)

    assert raw.execute("SELECT sql FROM sqlite_schema").fetchall() == before


def test_a_file_of_a_later_ricordo_is_refused_and_left_untouched(raw):
    raw.execute("PRAGMA user_version=9999")

    with pytest.raises(StorageFailed) as refused:
        migrate.migrate(raw)

    assert refused.value.code == "store_too_new"
    assert raw.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] == 0


def test_a_step_that_fails_leaves_nothing_of_itself(raw, monkeypatch):
    broken = "CREATE TABLE half(a);\nCREATE TABLE half(a);\n"
    monkeypatch.setattr(migrate, "known", lambda: [(1, broken)])
    with pytest.raises(sqlite3.OperationalError):
        migrate.migrate(raw)

    assert raw.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0] == 0
    assert migrate.version(raw) == 0


def test_the_numbers_of_the_steps_have_no_gap():
    assert [number for number, _sql in migrate.known()] == list(range(1, len(migrate.known()) + 1))
