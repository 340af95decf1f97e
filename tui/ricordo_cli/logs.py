"""`ricordo daemon logs`: the end of a file, and what is appended to it."""

from __future__ import annotations

import contextlib
import os
import time
from typing import TYPE_CHECKING, BinaryIO, Final, NoReturn

from ricordo_protocol.errors import EXIT_OK, NotFound

if TYPE_CHECKING:
    from pathlib import Path

    from ricordo_cli.printer import Printer

_BLOCK: Final = 65_536
_STEP_SECONDS: Final = 0.25


def show(path: Path, lines: int, printer: Printer, *, follow: bool) -> int:
    """Print the last `lines` lines; with `follow`, more as they come, until interrupted."""
    try:
        file = path.open("rb")
    except FileNotFoundError:
        raise NotFound(
            f"there is no log yet: {path}", hint="The daemon writes it from its first start."
        ) from None
    with file:
        _print(tail(file, lines), printer)
        if follow:
            _follow(file, path, printer)
    return EXIT_OK


def tail(file: BinaryIO, lines: int) -> bytes:
    """Return the last `lines` lines, leaving the file at its end. Reads no more than needed."""
    end = position = file.seek(0, os.SEEK_END)
    found = b""
    while position > 0 and found.count(b"\n") <= lines:
        step = min(_BLOCK, position)
        position = file.seek(position - step)
        found = file.read(step) + found
    file.seek(end)
    kept = found.splitlines(keepends=True)
    return b"".join(kept[len(kept) - min(lines, len(kept)) :])


def _follow(file: BinaryIO, path: Path, printer: Printer) -> NoReturn:
    with contextlib.ExitStack() as opened:
        while True:
            printer.flush()
            if line := file.readline():
                _print(line, printer)
            elif rotated(file, path):
                file = opened.enter_context(path.open("rb"))
            else:
                time.sleep(_STEP_SECONDS)


def rotated(file: BinaryIO, path: Path) -> bool:
    """Whether `path` now names another file, or the same one cut short."""
    try:
        now = path.stat()
    except FileNotFoundError:
        return False
    mine = os.fstat(file.fileno())
    return (now.st_dev, now.st_ino) != (mine.st_dev, mine.st_ino) or now.st_size < file.tell()


def _print(data: bytes, printer: Printer) -> None:
    for line in data.decode("utf-8", "replace").split("\n"):
        if line:
            printer.line(line)
