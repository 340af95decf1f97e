"""The document of the command line names all of it."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ricordo_cli.discovery import CONFIGS, PLACES
from ricordo_cli.doctor import CHECKS
from ricordo_cli.importers import FORMATS
from ricordo_cli.parser import build
from ricordo_protocol.errors import EXIT_CODES

if TYPE_CHECKING:
    from collections.abc import Iterator

README = (Path(__file__).parents[2] / "tui" / "README.md").read_text("utf-8")


def commands(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for sub in action.choices.values():
                yield from commands(sub)
                yield sub


@pytest.mark.parametrize("command", list(commands(build())), ids=lambda one: one.prog)
def test_every_command_and_flag_is_documented(command: argparse.ArgumentParser) -> None:
    section = README.split(f"`{command.prog}", 1)

    assert len(section) == 2, f"{command.prog} is not in tui/README.md"
    flags = [o for a in command._actions for o in a.option_strings if o not in ("-h", "--help")]
    assert [flag for flag in flags if f"`{flag}" not in README] == []


@pytest.mark.parametrize("command", list(commands(build())), ids=lambda one: one.prog)
def test_every_command_has_help(command: argparse.ArgumentParser) -> None:
    assert "usage: ricordo" in command.format_help()


def test_every_exit_code_is_documented() -> None:
    rows = dict(re.findall(r"^\| (\d+) \| (.+?) \|$", README, re.MULTILINE))

    assert {int(code): text for code, text in rows.items()} == EXIT_CODES


def test_every_check_format_and_place_is_documented_and_no_other() -> None:
    checks = section("### The doctor")
    formats = section("### Formats")

    assert set(re.findall(r"^\| `(\w+)` \|", checks, re.MULTILINE)) == set(CHECKS)
    assert set(re.findall(r"^\| `(\w+)` \|", formats, re.MULTILINE)) == {f.name for f in FORMATS}
    missing = [one for one in (*PLACES, *CONFIGS) if f"`{one}`" not in section("### Discovery")]
    assert missing == []


def section(heading: str) -> str:
    """Return what stands below a heading, up to the next of any level."""
    return re.split(r"^#{1,6} ", README.split(f"{heading}\n", 1)[1], flags=re.MULTILINE)[0]
