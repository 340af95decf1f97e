"""`ricordo doctor`: a named check for each failure that is known, and what to do about it.

Nothing is changed: files are looked at, the daemon is asked what anybody may ask.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ricordo_cli.doctor import places, running, secrets, traces
from ricordo_cli.doctor.model import Finding, Look, fail
from ricordo_protocol.errors import RicordoError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ricordo_protocol.paths import Paths

    Check = Callable[[Look], Iterator[Finding]]

__all__ = ["CHECKS", "Finding", "examine"]

CHECKS: Final[dict[str, Check]] = {
    "folders": places.folders,
    "store_files": places.store_files,
    "config": places.config,
    "file_system": places.file_system,
    "disk": places.disk,
    "runtime": places.runtime,
    "socket_path": running.socket_path,
    "socket": running.socket,
    "lock": running.lock,
    "daemon": running.daemon,
    "ready": running.ready,
    "secrets": secrets.backend,
    "user_token": secrets.user_token,
    "admin_token": secrets.admin_token,
    "log": traces.log,
    "last_words": traces.last_words,
}
"""In the order in which they are told."""


def examine(paths: Paths) -> Iterator[Finding]:
    """Make every check. One that cannot be made has failed, and the others are made."""
    look = Look(paths)
    for name, check in CHECKS.items():
        try:
            yield from check(look)
        except OSError as error:
            what = f"it cannot be looked at: {error}"
            yield fail(name, what, "Make that path readable for you, then run it again.")
        except RicordoError as error:
            yield fail(name, error.sentence, error.hint)
