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

    from ricordo_cli.printer import Printer


def run(args: argparse.Namespace, printer: Printer) -> int:
    """Open the console; away from a terminal, plain `ricordo` prints its help instead."""
    if on_terminal():
        where = paths.resolve()
        daemon.start(where)
        # By name: the console brings Textual, which no other verb may pay for.
        code: int = importlib.import_module("ricordo_tui").main(where)
        return code
    if args.command is not None:
        raise parser.CommandLineError(
            "the console needs a terminal",
            hint="Run it where stdin and stdout are one, or use the other commands.",
        )
    for line in parser.build().format_help().splitlines():
        printer.line(line)
    return EXIT_OK
