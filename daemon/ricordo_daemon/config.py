"""`config.toml` into frozen Structs. An unknown key is an error that names file and key."""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import Meta

from ricordo_protocol.errors import InvalidInput

if TYPE_CHECKING:
    from pathlib import Path


class Section(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base of every table of the file."""


class Server(Section, frozen=True, kw_only=True):
    """`[server]`: limits of the socket's HTTP server."""

    keepalive_seconds: Annotated[float, Meta(ge=1)] = 75.0
    """How long an idle connection stays open."""
    shutdown_seconds: Annotated[float, Meta(ge=0)] = 10.0
    """How long requests in flight may take once the daemon is told to stop."""
    body_seconds: Annotated[float, Meta(gt=0)] = 10.0
    """How long a request's body may take to arrive."""
    max_connections: Annotated[int, Meta(ge=1)] = 256
    """Connections at once; one more is answered 503 and closed."""


class Store(Section, frozen=True, kw_only=True):
    """`[store]`: the database."""

    busy_seconds: Annotated[float, Meta(ge=0)] = 10.0
    """How long a write waits for another process that holds the file."""


class Trash(Section, frozen=True, kw_only=True):
    """`[trash]`: deleted memories."""

    keep_days: Annotated[int, Meta(ge=1)] = 30
    """How long a deleted memory can be put back."""


class Secrets(Section, frozen=True, kw_only=True):
    """`[secrets]`: where the admin token and the audit key are made at first start."""

    store: Literal["auto", "file"] = "auto"
    """`auto`: the keyring where an allowed one answers, else 0600 files. `file`: files."""


class Log(Section, frozen=True, kw_only=True):
    """`[log]`: the daemon's log file."""

    level: Literal["debug", "info", "warning", "error"] = "info"


class Config(Section, frozen=True, kw_only=True):
    """The whole file. Every setting is optional."""

    server: Server = Server()
    store: Store = Store()
    trash: Trash = Trash()
    secrets: Secrets = Secrets()
    log: Log = Log()


def load(path: Path) -> Config:
    """Return the settings of `path`, the defaults where there is no such file.

    Raises `InvalidInput` (`invalid_config`) with file and key, or file and line.
    """
    try:
        raw = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return Config()
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise _refused(f"{path}: {error}") from None
    try:
        return msgspec.convert(raw, type=Config)
    except msgspec.ValidationError as error:
        raise _refused(f"{path}: {_told(str(error))}") from None


def _told(problem: str) -> str:
    what, _, where = problem.partition(" - at `$")
    key = where.strip("`.")
    unknown = re.match(r"Object contains unknown field `(.*)`", what)
    if unknown:
        return f"{'.'.join(filter(None, (key, unknown[1])))}: unknown setting"
    return f"{key}: {what[:1].lower()}{what[1:]}"


def _refused(sentence: str) -> InvalidInput:
    return InvalidInput(
        sentence,
        code="invalid_config",
        hint="Correct the file; the settings are listed in the daemon's README.",
    )
