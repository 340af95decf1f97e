"""Fixtures: a real daemon, on a real socket, over a real SQLite file, in a home of its own."""

from __future__ import annotations

import itertools
import os
from typing import TYPE_CHECKING

import pytest

from support.home import Home, new_home
from support.office import Office, Person
from support.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from support.http import Api


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no setting of the person who runs the tests reach them."""
    for name in list(os.environ):
        if name.startswith(("RICORDO_", "XDG_", "TEXTUAL")) or name in ("NO_COLOR", "COLORTERM"):
            monkeypatch.delenv(name)


@pytest.fixture
def home() -> Iterator[Home]:
    """A home without a daemon yet; whatever it starts is ended and looked into."""
    made = new_home()
    try:
        yield made
    finally:
        made.close()


@pytest.fixture
def daemon(home: Home) -> Home:
    """A home with a daemon that serves."""
    return home.start()


@pytest.fixture
def user(daemon: Home) -> Api:
    """A caller with the user token."""
    return daemon.api("user")


@pytest.fixture
def admin(daemon: Home) -> Api:
    """A caller with the admin token."""
    return daemon.api("admin")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store without a daemon."""
    opened = Store(tmp_path / "ricordo.db")
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def office() -> Iterator[Office]:
    """One daemon for every test that brings no state of its own but its users."""
    opened = Office()
    yield opened
    opened.home.close()


@pytest.fixture
def alice(office: Office) -> Person:
    """A user of the office, fresh for this test."""
    return office.hire()


@pytest.fixture
def bob(office: Office) -> Person:
    """Another user of the office, fresh for this test."""
    return office.hire()


@pytest.fixture
def reader(office: Office) -> Person:
    """A user whose token may read only."""
    return office.hire("reader")


@pytest.fixture
def writer_without_global(office: Office) -> Person:
    """A user whose token may read and write, but not change global memories."""
    return office.hire("local")


@pytest.fixture
def service(office: Office) -> Person:
    """A user whose token is a service's."""
    return office.hire("service")


@pytest.fixture
def boss(office: Office) -> Person:
    """An admin of the office."""
    return office.hire("admin")


_NUMBERS = itertools.count(1)


@pytest.fixture
def name() -> str:
    """A memory's name that no other test uses, for what is saved globally."""
    return f"memo_{next(_NUMBERS)}"
