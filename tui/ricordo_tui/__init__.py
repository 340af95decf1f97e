"""The Textual console of ricordo. Importing this is cheap; `main` imports the rest."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ricordo_protocol.paths import Paths
    from ricordo_tui.welcome import Discover

__all__ = ["main"]

_USAGE: Final = 2


def main(paths: Paths, discover: Discover | None = None) -> int:
    """Run the console until it is left; return the exit code.

    `discover` is called in a thread, over an empty store only: it returns what could be imported
    as pairs of a description and the command to type.
    """
    if not sys.stdin.isatty() or not sys.stdout.isatty() or os.environ.get("TERM") == "dumb":
        print(  # noqa: T201 # a program's own output
            "ricordo: the console needs a terminal that can move its cursor.\n"
            "Use `ricordo list`, `ricordo search` and `ricordo get` here.",
            file=sys.stderr,
        )
        return _USAGE
    from ricordo_tui.app import ConsoleApp  # noqa: PLC0415 # textual takes 200 ms to import

    app = ConsoleApp(paths, colours=not os.environ.get("NO_COLOR"), discover=discover)
    app.run()
    return app.return_code or 0
