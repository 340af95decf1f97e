"""Stop at the first signal, at once at the second, also before the loop runs."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import Final

_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def note() -> list[int]:
    """Keep a stop that comes before the loop runs: it is to be a clean stop too.

    Not by blocking: the threads that numpy has started would take the signal and die of it.
    """
    early: list[int] = []
    for number in _SIGNALS:
        signal.signal(number, lambda given, _frame: early.append(given))
    return early


def handle(stop: asyncio.Event, early: list[int]) -> None:
    """Stop at the first signal, at once at the second."""

    def told() -> None:
        if stop.is_set():
            os._exit(130)
        stop.set()

    loop = asyncio.get_running_loop()
    for number in _SIGNALS:
        loop.add_signal_handler(number, told)
    if early:
        stop.set()
