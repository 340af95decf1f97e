"""A real daemon that gives the same answers in every run: for pictures of the console.

Its clock stands still, its ids are counted, its user is always the same. With `half`, its search
index stays half built.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from ricordo_daemon import lifecycle
from ricordo_daemon.index.memory import MemoryEngine
from ricordo_protocol import paths
from support.home import Home
from support.store import CountedIds, StillClock

USER = "lina"
HALF = 4
"""Memories that a half-built index holds."""


class StoppedClock(StillClock):
    """A clock by which nothing takes any time."""

    def elapsed(self) -> float:
        return 0.0


class StillHome(Home):
    """A home whose daemon stands still."""

    half = False
    """Whether its index stays half built."""
    reader = ""
    """The secret of a token that may only read."""

    def spawn(self, **kwargs: Any) -> subprocess.Popen[bytes]:
        """Start the daemon process and return it at once."""
        command = [sys.executable, "-W", "error", "-m", "support.still_daemon"]
        env = {"LOGNAME": USER, "PYTHONPATH": str(Path(__file__).parents[1])}
        words = ["half"] if self.half else []
        return subprocess.Popen(
            [*command, *words], env=self.env | env | kwargs.pop("env", {}), **kwargs
        )


class HalfEngine(MemoryEngine):
    """An index that takes in what comes first, and is never finished."""

    def load(self, documents: Any) -> None:
        super().load(documents[:HALF])

    def finish(self) -> None:
        """Never."""


def main() -> int:
    if "half" in sys.argv[1:]:
        from ricordo_daemon import wiring

        wiring.MemoryEngine = HalfEngine
    return lifecycle.run(paths.resolve(), StoppedClock(), CountedIds())


if __name__ == "__main__":
    sys.exit(main())
