"""Finding and opening files to import: regular files only, and nothing leads out of a folder."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

from ricordo_cli.importers.model import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_BYTES: Final = 1_048_576
"""Of one file: more than any memory takes, so that an endless one is not read to its end."""

_WIDE: Final = (b"\xff\xfe", b"\xfe\xff")
_BOM: Final = "\N{ZERO WIDTH NO-BREAK SPACE}"


class Unreadable(Exception):
    """A file that cannot be read as text: why, and in which line where that is known."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line


def walk(root: Path) -> Iterator[Path | Problem]:
    """Yield the regular files of `root` in order of their paths, and what is none with the reason.

    A root that is a folder may be reached through a link, for a person named it; what lies in it
    may not. Entries whose names begin with a dot are left alone, as shells do.
    """
    try:
        found = Path(os.path.realpath(root)) if root.is_dir() else root.absolute()
        if kind := _other_kind(found.lstat().st_mode):
            yield Problem(path_text(found), kind)
            return
    except OSError as error:
        yield Problem(path_text(root.absolute()), _why(error))
        return
    if found.is_dir():
        yield from _inside(found)
    else:
        yield found


def _inside(root: Path) -> Iterator[Path | Problem]:
    waiting = [root]
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(folder) as entries:
                known = sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            yield Problem(path_text(folder), _why(error))
            continue
        # Links are never followed, so every folder is met once and this comes to an end.
        waiting += [Path(e.path) for e in reversed(known) if _enter(e)]
        for entry in known:
            if not entry.name.startswith(".") and not entry.is_dir(follow_symlinks=False):
                yield from _judged(entry)


def _enter(entry: os.DirEntry[str]) -> bool:
    return entry.is_dir(follow_symlinks=False) and not entry.name.startswith(".")


def _judged(entry: os.DirEntry[str]) -> Iterator[Path | Problem]:
    try:
        kind = _other_kind(entry.stat(follow_symlinks=False).st_mode)
    except OSError as error:
        kind = _why(error)
    yield Problem(path_text(entry.path), kind) if kind else Path(entry.path)


def read_text(path: Path, most: int = MOST_BYTES) -> str:
    """Return a file's text: UTF-8, without its byte order mark, its line ends as LF.

    Raises `Unreadable` for what is no regular file, no UTF-8, or larger than `most` bytes.
    """
    data = _read(path, most)
    if data.startswith(_WIDE):
        raise Unreadable("it is UTF-16; save it as UTF-8")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable("it is not UTF-8 text", data[: error.start].count(b"\n") + 1) from None
    if "\0" in text:
        raise Unreadable(
            "it holds NUL, as binary files do", text[: text.index("\0")].count("\n") + 1
        )
    return text.removeprefix(_BOM).replace("\r\n", "\n").replace("\r", "\n")


def path_text(path: Path | str) -> str:
    """Return a path as text that can be stored and shown, whatever bytes it is made of."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def beginning(path: Path, most: int) -> bytes | None:
    """Return the first bytes of a file, None where it cannot be read: to tell what it is."""
    try:
        with opened(path) as file:
            return file.read(most)
    except (OSError, Unreadable):
        return None


def _read(path: Path, most: int) -> bytes:
    try:
        with opened(path) as file:
            data = file.read(most + 1)
    except OSError as error:
        raise Unreadable(_why(error)) from None
    if len(data) > most:
        raise Unreadable(f"it has more than {most} bytes, the most that is read of such a file")
    return data


def opened(path: Path) -> BinaryIO:
    """Open a regular file. Raises OSError, `Unreadable` for anything else."""
    # Neither following a link nor waiting for a FIFO's other end, whatever took the file's place
    # since its folder was listed.
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    file = os.fdopen(os.open(path, flags), "rb")
    if kind := _other_kind(os.fstat(file.fileno()).st_mode, folder=True):
        file.close()
        raise Unreadable(kind)
    return file


def _other_kind(mode: int, *, folder: bool = False) -> str:
    """Say what a file is where it is not regular, empty where it is."""
    if stat.S_ISLNK(mode):
        return "a symbolic link; links are not followed"
    if stat.S_ISREG(mode) or (stat.S_ISDIR(mode) and not folder):
        return ""
    return "not a regular file"


def _why(error: OSError) -> str:
    return f"it cannot be read: {error.strerror or error}"
