"""What the command hands to the console: a way to find what an empty store could import."""

from __future__ import annotations

import shlex
import subprocess
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from ricordo_cli.commands import console
from ricordo_tui import welcome

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Cli

NOTE = "---\nname: {0}\ndescription: about {0}\n---\ntext\n"


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A person's home folder with what Claude Code has left in it; they work elsewhere."""
    home = tmp_path / "lina"
    folder = home / ".claude/projects/-home-lina-web shop/memory"
    folder.mkdir(parents=True)
    for name in ("one", "two"):
        (folder / f"{name}.md").write_text(NOTE.format(name), "utf-8")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("MEMORY_FILE_PATH", raising=False)
    monkeypatch.chdir(tmp_path / "elsewhere")
    return folder


def test_each_find_is_told_with_the_command_that_imports_it(notes: Path) -> None:
    (notes / "broken.md").write_bytes(b"\xff\xfe")
    other = notes.parents[1] / "-home-lina-b" / "memory"
    other.mkdir(parents=True)
    (other / "n.md").write_text(NOTE.format("n"), "utf-8")

    assert console.importable() == [
        (f"1 note in {other}", f"ricordo import {other}"),
        (f"2 notes in {notes} (1 could not be read)", f"ricordo import '{notes}'"),
    ]


def test_the_console_is_given_the_look_and_nothing_is_read_before_it_asks(
    cli: Cli, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Any] = []

    def main(_where: object, *, discover: Any) -> int:
        given.append(discover)
        return 0

    monkeypatch.setitem(sys.modules, "ricordo_tui", SimpleNamespace(main=main))
    monkeypatch.setattr(console, "on_terminal", lambda: True)

    assert cli().code == 0
    (found,) = welcome.look(given[0]).found
    assert found == (f"2 notes in {notes}", f"ricordo import '{notes}'")


def test_the_command_that_is_shown_imports_what_was_found(ricordo: Cli, notes: Path) -> None:
    ((what, command),) = console.importable()
    assert what == f"2 notes in {notes}"

    ran = ricordo(*shlex.split(command)[1:])

    assert ran.code == 0
    assert ricordo("list", "--json").json["total"] == 2


def test_the_look_costs_the_start_nothing() -> None:
    code = (
        "import sys, ricordo_cli.commands.console\n"
        "assert not {'ricordo_cli.discovery', 'ricordo_cli.importers'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
