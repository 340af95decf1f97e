"""Time and fresh ids, as objects, so that a test or a picture can hold them still."""

from __future__ import annotations

import time
import uuid
from datetime import UTC, datetime, timedelta
from typing import Final

MICROSECONDS: Final = 1_000_000
DAY: Final = 86_400 * MICROSECONDS

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


class Clock:
    """The wall clock, in microseconds since 1970, UTC."""

    def now(self) -> int:
        """Return the time; it may go back when the machine's clock is set."""
        return time.time_ns() // 1000

    def elapsed(self) -> float:
        """Return seconds since some moment; it never goes back."""
        return time.perf_counter()


class Ids:
    """Fresh identifiers."""

    def new(self) -> str:
        """Return a random UUID in its dashed form."""
        return str(uuid.uuid4())


def rfc3339(at: int) -> str:
    """Return a time of `Clock` as the wire shows it: UTC, microseconds, `Z`."""
    moment = _EPOCH + timedelta(microseconds=at)
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")
