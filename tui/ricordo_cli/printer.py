"""The one door to stdout and stderr: people's lines, or one JSON object."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from typing import TYPE_CHECKING

import msgspec

from ricordo_cli import output

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ricordo_protocol.errors import RicordoError


class Printer:
    """Prints what a command found. With `as_json` stdout gets exactly one object."""

    def __init__(self, *, as_json: bool = False) -> None:
        self.as_json = as_json

    @property
    def room(self) -> int | None:
        """How many cells a line may take; None where stdout is no terminal: then all of it."""
        return shutil.get_terminal_size().columns if on_terminal(stdin=False) else None

    def show(self, value: object, lines: Iterable[str]) -> None:
        """Print `value` as JSON, or `lines` for people; the other of the two is not touched."""
        if self.as_json:
            self.document(value)
            return
        for line in lines:
            self.line(line)

    def line(self, text: str) -> None:
        """Print one line for people. Tabs stay; all other control characters are shown."""
        if sys.stdout is not None:
            _write(output.visible(text, keep="\t") + "\n")

    def document(self, value: object) -> None:
        """Print one JSON object, in UTF-8 whatever the locale."""
        text = output.safe_json(msgspec.json.encode(value).decode())
        if sys.stdout is not None:
            sys.stdout.flush()
            sys.stdout.buffer.write(text.encode() + b"\n")

    def note(self, text: str) -> None:
        """Print one line for people on stderr. That nobody reads it is no error."""
        if sys.stderr is not None:
            with contextlib.suppress(OSError):
                sys.stderr.write(output.visible(text, keep="\t") + "\n")
                sys.stderr.flush()

    def fail(self, error: RicordoError) -> int:
        """Tell an error and return its exit code.

        People get the sentence and the hint on stderr; with `--json` stdout gets the same as an
        object, so that a reader finds exactly one there whatever happened.
        """
        self.note(f"ricordo: {error.sentence}")
        for reason in reasons(error):
            self.note(f"  {reason}")
        if error.hint:
            self.note(error.hint)
        if self.as_json:
            self.document({"error": error_object(error)})
        return error.exit_code

    def flush(self) -> None:
        """Send what is still buffered, while an error can still be told."""
        if sys.stdout is not None:
            sys.stdout.flush()


def error_object(error: RicordoError) -> dict[str, object]:
    """Return an error as `--json` shows it: the wire's reply, its sentence as `message`."""
    found: dict[str, object] = msgspec.to_builtins(error.reply())
    return {"code": found.pop("code"), "message": found.pop("error"), **found}


def reasons(error: RicordoError) -> list[str]:
    """Return why a batch left each row alone, one line a row."""
    found = error.details.get("reasons")
    if not isinstance(found, list):
        return []
    return [f"{row.get('memory_id', '?')}: {row.get('reason', '?')}" for row in found]


def on_terminal(*, stdin: bool = True) -> bool:
    """Whether a person sits at stdout (and, unless told otherwise, at stdin too)."""
    streams = (sys.stdin, sys.stdout) if stdin else (sys.stdout,)
    return all(stream is not None and stream.isatty() for stream in streams)


def abandon_stdout() -> None:
    """Point stdout at nothing, so that Python's own flush at exit does not complain again."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, sys.stdout.fileno())
        os.close(nothing)


def _write(text: str) -> None:
    try:
        sys.stdout.write(text)
    except UnicodeEncodeError:
        # A terminal that is not UTF-8: what it cannot show is spelt out instead.
        name = sys.stdout.encoding
        sys.stdout.write(text.encode(name, "backslashreplace").decode(name))
