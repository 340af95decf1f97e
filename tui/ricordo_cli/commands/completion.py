"""`ricordo completion`: what a shell needs to complete commands, flags and paths."""

from __future__ import annotations

import argparse
import importlib
from typing import TYPE_CHECKING, Final

from ricordo_cli import parser
from ricordo_protocol.errors import EXIT_OK

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ricordo_cli.printer import Printer

_PATHS: Final = {"PATH": "FILE", "F": "FILE", "DIR": "DIRECTORY"}
"""What the arguments of these names complete to, as shtab calls it."""


def run(args: argparse.Namespace, printer: Printer) -> int:
    """Print the completion script of one shell."""
    # By name: no verb that people run all day may pay for it.
    shtab: Any = importlib.import_module("shtab")
    top = parser.build()
    for action in _actions(top):
        if kind := _PATHS.get(str(action.metavar)):
            action.complete = getattr(shtab, kind)  # type: ignore[attr-defined] # where shtab looks
    for line in shtab.complete(top, shell=args.shell).splitlines():
        printer.line(line)
    return EXIT_OK


def _actions(of: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yield every argument of a parser and of its commands."""
    for action in of._actions:  # noqa: SLF001 # argparse has no other way to walk it
        yield action
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 # likewise
            for sub in action.choices.values():
                yield from _actions(sub)
