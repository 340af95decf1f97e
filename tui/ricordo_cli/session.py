"""How a verb reaches the daemon: who answers is checked before any token is sent."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from ricordo_cli.printer import on_terminal
from ricordo_protocol import calls, credentials, paths
from ricordo_protocol.client import Client
from ricordo_protocol.errors import Forbidden

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PROBE_SECONDS: Final = 3.0
"""How long whoever listens may take to say that it is ricordo; it needs no disk for that."""


@contextmanager
def connected(*, admin: bool = False, label: str = "cli") -> Iterator[Client]:
    """Yield a client with the user's token, or the admin's.

    Raises `Forbidden` for an admin who is no person at a terminal, `Unreachable` where nothing
    answers or what answers is not ricordo, `Unauthorized` where the token cannot be read.
    """
    if admin:
        require_terminal()
    where = paths.resolve()
    check_answer(where.socket, label)
    secret = credentials.read_token(where, "admin" if admin else "user")
    with Client(where.socket, secret, label=label) as client:
        yield client


def check_answer(socket: Path, label: str = "cli", seconds: float = PROBE_SECONDS) -> None:
    """Ask without a token, and shortly, whether a ricordo of our protocol answers."""
    with Client(socket, None, label=label, seconds=seconds) as probe:
        probe.send(calls.get_health())


def require_terminal() -> None:
    """Refuse an admin who is a program: an agent that runs `ricordo` is never one."""
    if not on_terminal():
        raise Forbidden(
            "--admin works only for a person at a terminal",
            code="admin_needs_terminal",
            hint="Run it yourself, its stdin and stdout being the terminal, or leave out --admin.",
        )
