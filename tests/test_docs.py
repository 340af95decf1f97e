"""The READMEs say what there is: every route, setting, error and limit, and no other."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from ricordo_daemon.config import Config
from ricordo_protocol import errors
from ricordo_protocol.routes import ROUTES

ROOT = Path(__file__).parent.parent
PROTOCOL = (ROOT / "protocol/README.md").read_text("utf-8")
DAEMON = (ROOT / "daemon/README.md").read_text("utf-8")
README = (ROOT / "README.md").read_text("utf-8")


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: route.name)
def test_every_route_has_its_row(route):
    needs = f"`{route.permission}`" if route.permission else "own uid"
    row = f"| `{route.name}` | `{route.method}` | `{route.path}` | {needs} | {route.about} |"

    assert row in PROTOCOL


def test_no_row_names_a_route_that_is_not_there():
    named = set(re.findall(r"^\| `(\w+)` \| `[A-Z]+` \|", PROTOCOL, re.MULTILINE))

    assert named == {route.name for route in ROUTES}


@pytest.mark.parametrize("kind", errors.CLASSES, ids=lambda kind: kind.__name__)
def test_every_error_has_its_row(kind):
    assert f"| {kind.status} | `{kind.default_code}` |" in PROTOCOL


def settings():
    """Return every setting as its table and name."""
    for section in msgspec.structs.fields(Config):
        for field in msgspec.structs.fields(section.type):
            yield section.name, field.name, field.default


@pytest.mark.parametrize(("section", "name", "default"), list(settings()))
def test_every_setting_has_its_row_with_its_default(section, name, default):
    shown = f'`"{default}"`' if isinstance(default, str) else f"{default:g}"

    assert f"| `[{section}] {name}` | {shown} |" in DAEMON


def test_no_row_names_a_setting_that_is_not_there():
    named = set(re.findall(r"^\| `\[(\w+)\] (\w+)` \|", DAEMON, re.MULTILINE))

    assert named == {(section, name) for section, name, _default in settings()}


def test_the_two_commands_stand_in_the_readme_as_they_are():
    assert (
        "python3 -m venv .venv && .venv/bin/pip install -e '.[test]' && .venv/bin/ricordo"
        in README
    )
    assert ".venv/bin/python -m pytest" in README


@pytest.mark.parametrize("page", sorted(ROOT.glob("**/*.md")), ids=lambda page: page.name)
def test_no_link_leads_nowhere(page):
    if ".venv" in page.parts:
        return
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), f"{page}: {target}"


def test_a_decision_is_short():
    for page in (ROOT / "daemon/decisions").glob("*.md"):
        assert len(page.read_text("utf-8").splitlines()) <= 20, page
