"""Checks of the daemon: what is at the socket, who holds the lock, who answers, how it fares."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING, Final

from msgspec import UNSET

from ricordo_cli.doctor.model import SERVING, Finding, Look, fail, kind, ok, warn
from ricordo_protocol import __version__, limits
from ricordo_protocol.errors import RicordoError, UpgradeRequired

if TYPE_CHECKING:
    from collections.abc import Iterator

_START: Final = "ricordo daemon start"
_RESTART: Final = "ricordo daemon restart"
_LATER: Final = "Wait a moment, then run `ricordo doctor` again."


def socket_path(look: Look) -> Iterator[Finding]:
    """Say where the socket is; a path that is too long has stopped us before."""
    path = look.paths.socket
    length = len(bytes(path))
    yield ok("socket_path", f"{path}, {length} of {limits.SOCKET_PATH_BYTES} bytes")


def socket(look: Look) -> Iterator[Finding]:
    """Check that nothing is at the socket's path, or a socket at which our daemon listens."""
    path, found, listener = look.paths.socket, look.at_socket, look.listener
    if found is None:
        yield ok("socket", f"nothing is at {path}")
    elif not stat.S_ISSOCK(found.st_mode):
        what = f"{path} is {kind(found)}, not a socket"
        yield fail("socket", what, "Move it away, or set RICORDO_SOCKET elsewhere.")
    elif listener is None:
        what = f"{path} was left behind by a daemon that has ended"
        yield warn("socket", what, f"{_START}  (it takes the old socket over)")
    elif isinstance(listener, RicordoError):
        yield fail("socket", listener.sentence, listener.hint)
    elif isinstance(look.versions, RicordoError) and look.versions.code == "not_ricordo":
        yield fail("socket", look.versions.sentence, look.versions.hint)
    else:
        yield ok("socket", f"{_process(listener)} listens at {path}")


def lock(look: Look) -> Iterator[Finding]:
    """Check that whoever holds this home's lock is whoever listens."""
    holder, listener = look.holder, look.listener
    if holder is None:
        yield ok("lock", "nobody holds it")
    elif listener is None:
        what = f"pid {holder} holds the lock and listens no more, or not yet"
        yield fail("lock", what, f"{_RESTART}  (if it does not go away by itself)")
    elif isinstance(listener, int) and listener not in (0, holder):
        what = f"pid {holder} holds the lock of this store, and pid {listener} listens"
        yield fail("lock", what, "Two homes share one socket: see RICORDO_HOME, RICORDO_SOCKET.")
    else:
        yield ok("lock", f"pid {holder} holds it")


def daemon(look: Look) -> Iterator[Finding]:
    """Check that a daemon answers, and is of this version."""
    found = look.versions
    if found is None:
        yield warn("daemon", "it does not run", _START)
    elif isinstance(found, UpgradeRequired):
        yield fail("daemon", found.sentence, _RESTART)
    elif isinstance(found, RicordoError):
        yield fail("daemon", found.sentence, found.hint)
    elif found.version != __version__:
        what = f"it is ricordo {found.version}, this program {__version__}"
        yield warn("daemon", what, _RESTART)
    else:
        yield ok("daemon", f"ricordo {found.version} answers ({_process(found.pid)})")


def ready(look: Look) -> Iterator[Finding]:
    """Ask for the daemon's own checks: its store, index, secrets and socket."""
    found = look.ready
    if found is None:
        yield ok("ready", "not asked: the daemon does not run")
        return
    if isinstance(found, RicordoError):
        yield fail("ready", found.sentence, found.hint or "See `ricordo daemon logs`.")
        return
    if found.status in ("starting", "stopping"):
        yield warn("ready", f"the daemon is {found.status}", _LATER)
    elif found.status not in SERVING:
        yield fail("ready", "the daemon could not start", "See `ricordo daemon logs`.")
    checks = [] if found.checks is UNSET else found.checks
    for check in checks:
        yield _own(check.name, check.detail, fine=check.ok)
    if found.status == "ready" and not checks:
        yield ok("ready", "the daemon is ready")


def _own(name: str, detail: str, *, fine: bool) -> Finding:
    """Turn one of the daemon's checks into one of ours, with what helps."""
    label = f"ready.{name}"
    if fine:
        return ok(label, detail or "in order")
    if name == "index":
        return warn(label, f"it is being built ({detail}): hits may be missing", _LATER)
    return fail(label, detail or "out of order", f"{_RESTART}  (then see `ricordo daemon logs`)")


def _process(pid: int) -> str:
    return f"pid {pid}" if pid else "a process that cannot be told"
