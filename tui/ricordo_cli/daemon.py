"""Start, stop and status of the daemon: by exec, signal and socket, never by import."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, NoReturn

import msgspec

from ricordo_cli import processes
from ricordo_protocol import calls, credentials
from ricordo_protocol.client import Client
from ricordo_protocol.errors import (
    Conflict,
    InternalError,
    InvalidInput,
    RicordoError,
    Unavailable,
    Unreachable,
    UpgradeRequired,
)

if TYPE_CHECKING:
    from ricordo_protocol.memory import IndexState, Versions
    from ricordo_protocol.paths import Paths

START_SECONDS: Final = 15.0
"""A locked keyring alone may take five."""

STOP_SECONDS: Final = 15.0
"""A drain may take ten."""

GRACE_SECONDS: Final = 5.0
ANSWER_SECONDS: Final = 3.0
_STEP_SECONDS: Final = 0.05

LOCKED: Final = 5
"""The daemon's exit code where something else is in the way, another daemon above all."""

_ALREADY: Final = "already running"
"""What the daemon says where that something holds the lock."""

BAD_CONFIG: Final = 6
"""The daemon's exit code for a configuration or a path that it cannot use."""

_SERVING: Final = ("ready", "read_only")
_NOT_SERVING: Final = {
    "starting": "it is still starting and does not serve requests yet",
    "stopping": "it is stopping",
    "failed": "it could not start; see `ricordo daemon logs`",
}

State = Literal["running", "stopped", "unknown"]
STATUS_CODES: Final[dict[State, int]] = {"running": 0, "stopped": 3, "unknown": 4}


@dataclass(frozen=True, slots=True)
class Started:
    """A daemon that answers."""

    pid: int
    already: bool
    """It was there before we were, or another `start` won the race."""


class Status(msgspec.Struct, kw_only=True):
    """What `daemon status --json` prints; what cannot be told is null."""

    status: State
    pid: int | None = None
    socket: str
    version: str | None = None
    home: str | None
    store: dict[str, str | int | None]
    index: IndexStatus | None = None
    reason: str | None = None
    """Why it is not simply running."""


class IndexStatus(msgspec.Struct, kw_only=True):
    """How far the search index is."""

    state: str
    done: int
    total: int


def run() -> NoReturn:
    """Become the daemon, in the foreground."""
    os.execv(processes.COMMAND[0], processes.COMMAND)  # noqa: S606 # no shell is wanted


def start(paths: Paths) -> Started:
    """Start a daemon where none answers; return when it serves requests.

    Raises the daemon's last words where it ends (`InvalidInput`, `Conflict`, `InternalError`),
    `Unavailable` where it does not get ready in time, `Unreachable` where the socket is not ours.
    """
    deadline = time.monotonic() + START_SECONDS
    child: processes.Child | None = None
    while time.monotonic() < deadline:
        if processes.listener(paths.socket) is not None:
            if versions := _ready(paths, patient=child is not None):
                return Started(versions.pid, already=child is None or versions.pid != child.pid)
        elif child is None or (_lost(child) and processes.lock_holder(paths) is None):
            # Also where the one that it lost to has ended meanwhile: `stop` and `start` crossed.
            child = processes.spawn(paths)
        elif child.exit_code() is not None and not _lost(child):
            raise _ended(child)
        time.sleep(_STEP_SECONDS)
    if child is not None and child.exit_code() is not None:
        raise _ended(child)
    raise Unavailable(
        f"the daemon was not ready within {START_SECONDS:g} s",
        code="not_ready",
        hint="See `ricordo daemon status` and `ricordo daemon logs`; it may still be starting.",
    )


def stop(paths: Paths) -> int | None:
    """Stop the daemon, of whatever version, and wait for its end; return its pid, None if none.

    Raises `Unreachable` where what listens is not ricordo, `InternalError` where it stays.
    """
    listening = processes.listener(paths.socket)
    pid = listening or processes.lock_holder(paths)
    if listening is not None:
        _check_ours(paths, listening)
    if pid is None:
        if listening is None:
            return None
        raise Unreachable(
            "this system cannot tell which process the daemon is",
            code="unknown_process",
            hint="Stop it where it was started; perhaps that is another container.",
        )
    # One that holds the lock and listens no more, or not yet, is most likely ending already.
    grace = 0 if listening else GRACE_SECONDS
    if not processes.terminate(pid, grace, STOP_SECONDS - grace):
        raise InternalError(
            f"the daemon (pid {pid}) did not end within {STOP_SECONDS:g} s",
            code="still_running",
            hint=f"See `ricordo daemon logs`; as the last resort, `kill -9 {pid}` loses nothing"
            " that was acknowledged.",
        )
    return pid


def status(paths: Paths) -> Status:
    """Look at the daemon without changing anything; raises nothing."""
    found = Status(
        status="stopped",
        socket=str(paths.socket),
        home=str(paths.home) if paths.home else None,
        store={"path": str(paths.database), "schema": None, "status": None},
    )
    try:
        listening = processes.listener(paths.socket)
        found.pid = listening or processes.lock_holder(paths)
        if listening is None and found.pid is None:
            return found
        found.status = "unknown"
        _fill(found, paths)
    except UpgradeRequired as error:
        found.status, found.reason = "running", error.sentence
    except RicordoError as error:
        found.status, found.reason = "unknown", error.sentence
    return found


def _fill(found: Status, paths: Paths) -> None:
    """Ask the daemon itself; whatever it refuses to tell stays null."""
    with Client(paths.socket, seconds=ANSWER_SECONDS) as client:
        versions = client.send(calls.get_version())
    found.status, found.pid, found.version = "running", versions.pid, versions.version
    found.store["schema"] = versions.schema
    found.store["status"] = _readiness(paths)
    if found.store["status"] not in _SERVING:
        # Anything else would wait until it serves, and a look waits for nothing.
        found.reason = _NOT_SERVING.get(str(found.store["status"]))
        return
    try:
        found.index = _index(paths)
    except RicordoError as error:
        found.reason = error.sentence


def _index(paths: Paths) -> IndexStatus:
    secret = credentials.read_token(paths, "user")
    with Client(paths.socket, secret, seconds=ANSWER_SECONDS) as client:
        index: IndexState = client.send(calls.get_bootstrap(limit=1)).index
    return IndexStatus(state=index.state, done=index.done, total=index.total)


def _readiness(paths: Paths) -> str:
    """Return the daemon's own word for its state; an error's code where it sends an error."""
    try:
        with Client(paths.socket, seconds=ANSWER_SECONDS) as client:
            return client.send(calls.get_ready()).status
    except InternalError:
        return "not_ready"
    except RicordoError as error:
        return error.code


def _ready(paths: Paths, *, patient: bool) -> Versions | None:
    """Return what runs once it serves requests; with `patient`, no answer is none yet."""
    try:
        with Client(paths.socket, seconds=ANSWER_SECONDS) as client:
            versions = client.send(calls.get_version())
    except Unreachable as error:
        if not patient or error.code in ("not_ricordo", "foreign_daemon"):
            raise
        return None
    return versions if _readiness(paths) in _SERVING else None


def _lost(child: processes.Child) -> bool:
    """Whether it ended because another daemon holds the lock: that one is about to answer."""
    return child.exit_code() == LOCKED and any(_ALREADY in line for line in child.last_words())


def _ended(child: processes.Child) -> RicordoError:
    code = child.exit_code()
    kind = {LOCKED: Conflict, BAD_CONFIG: InvalidInput}.get(code or 0, InternalError)
    said = " / ".join(child.last_words()).removeprefix("ricordo: ")
    return kind(
        f"the daemon ended while it was starting: {said or f'exit code {code}'}",
        code="start_failed",
        hint=f"Its whole output is in {child.output}.",
    )


def _check_ours(paths: Paths, pid: int) -> None:
    """Refuse to signal what is not ricordo: RICORDO_SOCKET may name any program's socket."""
    if processes.lock_holder(paths) == pid:
        return
    try:
        with Client(paths.socket, seconds=ANSWER_SECONDS) as client:
            client.send(calls.get_version())
    except UpgradeRequired:
        return  # a ricordo of another time, which is what `stop` must always reach
