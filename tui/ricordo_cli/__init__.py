"""The `ricordo` command: reads the command line, runs one verb, returns its exit code.

A verb's module is imported only when it is asked for, so that `ricordo list` pays for nothing
but itself.
"""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING

from ricordo_cli import parser
from ricordo_cli.printer import Printer, abandon_stdout
from ricordo_protocol.errors import EXIT_INTERRUPTED, EXIT_OK, InvalidInput, RicordoError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    Verb = Callable[[argparse.Namespace, Printer], int]

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line `argv` (default: this process's) and return the exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    printer = Printer(as_json="--json" in words)
    try:
        return _run(words, printer)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        # `ricordo list | head`: the reader has all that it wanted.
        abandon_stdout()
        return EXIT_OK
    except OSError as error:
        # stdout itself cannot be written: its disk is full, say.
        abandon_stdout()
        printer.note(f"ricordo: {error}")
        return RicordoError.exit_code


def _run(words: list[str], printer: Printer) -> int:
    try:
        args = parser.build().parse_args(words)
        printer.as_json = getattr(args, "json", False)
        code = _verb(args.verb)(args, printer)
    except RicordoError as error:
        code = printer.fail(error)
    except UnicodeEncodeError:
        code = printer.fail(_not_utf8())
    except BrokenPipeError:
        raise
    except OSError as error:
        code = printer.fail(RicordoError(str(error), code="system_error"))
    except SystemExit as done:
        # argparse has printed the help or the version.
        code = done.code if isinstance(done.code, int) else EXIT_OK
    printer.flush()
    return code


def _verb(name: str) -> Verb:
    run: Verb = importlib.import_module(f"ricordo_cli.commands.{name}").run
    return run


def _not_utf8() -> InvalidInput:
    return InvalidInput(
        "an argument is not valid UTF-8",
        hint="Type it again in a UTF-8 terminal, or give the text in a file.",
    )
