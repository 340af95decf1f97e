"""`ricordo demo`: a throw-away store with a few hundred memories, and the console on it."""

from __future__ import annotations

import contextlib
import importlib
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ricordo_cli import daemon
from ricordo_cli.demo import home
from ricordo_cli.demo.seed import EMPTY, seed
from ricordo_cli.parser import CommandLineError
from ricordo_cli.printer import on_terminal
from ricordo_protocol.errors import EXIT_OK

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from ricordo_cli.printer import Printer
    from ricordo_protocol.paths import Paths

_SIGNALED: Final = 128


def run(args: argparse.Namespace, printer: Printer) -> int:
    """Open the console on a demo; with --seed-only, leave its daemon running and say where."""
    if args.seed_only:
        return _leave(home.prepared(Path(args.home)) if args.home else home.kept(), printer)
    if not on_terminal():
        raise CommandLineError(
            "the demo opens the console, which needs a terminal",
            hint="Run it where stdin and stdout are one, or add --seed-only.",
        )
    with contextlib.ExitStack() as made:
        if args.home:
            where = home.prepared(Path(args.home))
        else:
            where = made.enter_context(home.temporary())
        made.enter_context(_ended_by_signals())
        made.callback(daemon.stop, where)
        _fill(where, printer)
        # By name: the console brings Textual, which no other verb may pay for.
        code: int = importlib.import_module("ricordo_tui").main(where)
        return code


def _leave(where: Paths, printer: Printer) -> int:
    _fill(where, printer)
    line = f"RICORDO_HOME={where.home}"
    printer.line(line)
    printer.note(f"Its daemon runs on. Stop it with: {line} ricordo daemon stop")
    return EXIT_OK


def _fill(where: Paths, printer: Printer) -> None:
    daemon.start(where)
    done = seed(where)
    printer.note(f"demo: {done.saved} memories saved, {done.known} there already")
    printer.note(f"Left empty: {', '.join(EMPTY)}; their memories are written by sessions.")


@contextlib.contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Let a closed terminal end the demo like leaving the console: nothing is left behind."""

    def end(number: int, _frame: object) -> None:
        sys.exit(_SIGNALED + number)

    before = {one: signal.signal(one, end) for one in (signal.SIGHUP, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
