"""Checks of what the daemon has written down: its log, and its last words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from ricordo_cli import logs, output, processes
from ricordo_cli.doctor.model import Finding, Look, ok, warn
from ricordo_cli.importers import files

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_LINES: Final = 1_000
_LAST: Final = 5
_SERIOUS: Final = ("error", "critical")


def log(look: Look) -> Iterator[Finding]:
    """Check that the end of the log holds no errors."""
    path = look.paths.log
    lines = _tail(path, _LINES)
    errors = [entry for line in lines if (entry := _entry(line)).get("level") in _SERIOUS]
    if not errors:
        yield ok("log", f"no errors in the last {len(lines)} lines of {path}")
        return
    last = errors[-1]
    at = f" at {last['at']}" if last.get("at") else ""
    request = f", request {last['request_id']}" if last.get("request_id") else ""
    what = f"{len(errors)} errors in the last {len(lines)} lines; the last: {last.get('event')}"
    look_for = str(last.get("request_id") or last.get("event"))
    yield warn("log", f"{what}{at}{request}", f"Look for {look_for} in {path}.")


def last_words(look: Look) -> Iterator[Finding]:
    """Check that a daemon that does not run said nothing when it ended."""
    path = processes.output_file(look.paths)
    if look.versions is not None:
        yield ok("last_words", "the daemon runs")
        return
    said = " / ".join(line.strip() for line in _tail(path, _LAST) if line.strip())
    if said:
        fix = f"If it still does not start, this is why; its whole output is in {path}."
        yield warn("last_words", output.fit(said, 1_000), fix)
    else:
        yield ok("last_words", f"{path} says nothing")


def _tail(path: Path, lines: int) -> list[str]:
    """Return the last lines of a file, none where it cannot be read."""
    try:
        with files.opened(path) as file:
            return logs.tail(file, lines).decode("utf-8", "replace").splitlines()
    except (OSError, files.Unreadable):
        return []


def _entry(line: str) -> dict[str, Any]:
    try:
        found: dict[str, Any] = msgspec.json.decode(line, type=dict[str, Any])
    except (msgspec.MsgspecError, RecursionError):
        return {}
    return found
