"""`ricordo save`: create a memory, or update the one of that name."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

from msgspec import UNSET

from ricordo_cli import rows
from ricordo_cli.session import connected
from ricordo_protocol import calls, fields, limits
from ricordo_protocol.errors import EXIT_OK, InvalidInput
from ricordo_protocol.memory import SaveMemory
from ricordo_protocol.names import Name

if TYPE_CHECKING:
    import argparse

    from ricordo_cli.printer import Printer

_MOST_BYTES: Final = 4 * limits.CONTENT_CHARS + limits.BODY_BYTES
"""More than any content takes, outer blanks included: an endless stream is not read to its end."""


def run(args: argparse.Namespace, printer: Printer) -> int:
    """Save one memory from an argument, a file or stdin."""
    draft = SaveMemory(
        name=str(Name.parse(args.name)),
        description=fields.parse_description(args.description),
        content=fields.parse_content(_content(args)),
        type=UNSET if args.type is None else args.type,
        scope=args.scope,
        scope_id=args.scope_id,
    )
    with connected() as client:
        saved = client.send(calls.save_memory(draft))
    done = "created" if saved.created == saved.updated else "updated"
    place = rows.where(saved.scope, saved.scope_id)
    printer.show(saved, [f"{done} {saved.name} in {place} (revision {saved.revision})"])
    return EXIT_OK


def _content(args: argparse.Namespace) -> str:
    if args.stdin:
        return _text(sys.stdin.buffer, "stdin")
    if args.file is None:
        return str(args.content)
    try:
        with Path(args.file).open("rb") as file:
            return _text(file, args.file)
    except OSError as error:
        raise _unreadable(f"{args.file} cannot be read: {error.strerror}") from None


def _text(stream: BinaryIO, what: str) -> str:
    data = stream.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise _unreadable(f"{what} holds more than {limits.CONTENT_CHARS} characters")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _unreadable(f"{what} is not UTF-8 text (byte {error.start})") from None


def _unreadable(sentence: str) -> InvalidInput:
    return InvalidInput(
        sentence, code="unreadable_file", hint="Give a UTF-8 text file, or - and stdin."
    )
