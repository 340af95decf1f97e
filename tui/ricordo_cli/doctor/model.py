"""What a check of `ricordo doctor` says, and what all of them look at."""

from __future__ import annotations

import os
import stat
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from ricordo_cli import processes
from ricordo_protocol import calls
from ricordo_protocol.client import Client
from ricordo_protocol.errors import RicordoError

if TYPE_CHECKING:
    from pathlib import Path

    from ricordo_protocol.memory import Ready, Versions
    from ricordo_protocol.paths import Paths

State = Literal["ok", "warn", "fail"]
ANSWER_SECONDS: Final = 3.0
SERVING: Final = ("ready", "read_only")
"""The daemon's words for its state in which it answers requests with a token."""


class Finding(msgspec.Struct, kw_only=True, frozen=True):
    """What one check found, and what to do about it."""

    name: str
    state: State
    found: str
    fix: str | None = None
    """A command or a sentence; null where nothing is to be done."""


def ok(name: str, found: str) -> Finding:
    """Say that nothing is wrong."""
    return Finding(name=name, state="ok", found=found)


def warn(name: str, found: str, fix: str) -> Finding:
    """Say what may become a problem, or what a person ought to know."""
    return Finding(name=name, state="warn", found=found, fix=fix)


def fail(name: str, found: str, fix: str) -> Finding:
    """Say what is wrong."""
    return Finding(name=name, state="fail", found=found, fix=fix)


class Look:
    """One look at a home. What it asks, it asks once; it changes nothing."""

    def __init__(self, paths: Paths) -> None:
        self.paths = paths

    @cached_property
    def at_socket(self) -> os.stat_result | None:
        """What lies at the socket's path, None for nothing. Raises OSError."""
        return status(self.paths.socket)

    @cached_property
    def listener(self) -> int | RicordoError | None:
        """Who listens: a pid (0: cannot be told), the reason why not, or None for nobody."""
        found = self.at_socket
        if found is None or not stat.S_ISSOCK(found.st_mode):
            return None
        try:
            return processes.listener(self.paths.socket)
        except RicordoError as error:
            return error

    @cached_property
    def holder(self) -> int | None:
        """The pid of the process that holds this home's lock."""
        return processes.lock_holder(self.paths)

    @cached_property
    def versions(self) -> Versions | RicordoError | None:
        """What the daemon says that it is, why it does not, or None where nobody listens."""
        if not isinstance(self.listener, int):
            return self.listener
        try:
            with Client(self.paths.socket, seconds=ANSWER_SECONDS) as client:
                return client.send(calls.get_version())
        except RicordoError as error:
            return error

    @cached_property
    def ready(self) -> Ready | RicordoError | None:
        """What the daemon says of its own checks, likewise."""
        if self.versions is None or isinstance(self.versions, RicordoError):
            return self.versions
        try:
            with Client(self.paths.socket, seconds=ANSWER_SECONDS) as client:
                return client.send(calls.get_ready(verbose=True))
        except RicordoError as error:
            return error

    @property
    def serves(self) -> bool:
        """Whether requests with a token are answered; a daemon that starts lets them wait."""
        found = self.ready
        return (
            found is not None and not isinstance(found, RicordoError) and found.status in SERVING
        )


def status(path: Path) -> os.stat_result | None:
    """Return what lies at `path`, links not followed, or None for nothing. Raises OSError."""
    try:
        return os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None


def kind(found: os.stat_result) -> str:
    """Say what something is."""
    names = (
        (stat.S_ISLNK, "a symbolic link"),
        (stat.S_ISDIR, "a folder"),
        (stat.S_ISREG, "a file"),
        (stat.S_ISSOCK, "a socket"),
    )
    return next((name for test, name in names if test(found.st_mode)), "something else")
