"""`ricordo` and `ricordo tui`: the console, on a daemon that is started where none answers."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from ricordo_cli import daemon, parser
from ricordo_cli.printer import on_terminal
from ricordo_protocol import paths
from ricordo_protocol.errors import EXIT_OK

if TYPE_CHECKING:
    import argparse

    from ricordo_cli.discovery import Found
    from ricordo_cli.printer import Printer


def run(args: argparse.Namespace, printer: Printer) -> int:
    """Open the console; away from a terminal, plain `ricordo` prints its help instead."""
    if on_terminal():
        where = paths.resolve()
        daemon.start(where)
        # By name: the console brings Textual, which no other verb may pay for.
        code: int = importlib.import_module("ricordo_tui").main(where, discover=importable)
        return code
    if args.command is not None:
        raise parser.CommandLineError(
            "the console needs a terminal",
            hint="Run it where stdin and stdout are one, or use the other commands.",
        )
    for line in parser.build().format_help().splitlines():
        printer.line(line)
    return EXIT_OK


def importable() -> list[tuple[str, str]]:
    """Return what this user's agents have left, as the console shows it: what, and the command."""
    # Only an empty store asks, and only once its console is on screen.
    discovery = importlib.import_module("ricordo_cli.discovery")
    return [(_told(one), one.command) for one in discovery.discover().found]


def _told(one: Found) -> str:
    said = f"{one.parts:,} {'note' if one.parts == 1 else 'notes'} in {one.path}"
    return f"{said} ({one.problems:,} could not be read)" if one.problems else said
