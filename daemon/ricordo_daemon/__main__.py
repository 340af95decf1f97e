"""`python -m ricordo_daemon`: run in the foreground. The command line starts it by exec."""

from __future__ import annotations

import argparse
import sys

from ricordo_daemon import lifecycle
from ricordo_protocol import __version__, paths
from ricordo_protocol.errors import RicordoError


def main() -> int:
    """Run the daemon; return its exit code (the table of `ricordo_protocol.errors`)."""
    parser = argparse.ArgumentParser(
        prog="python -m ricordo_daemon",
        description="The ricordo daemon. RICORDO_HOME and RICORDO_SOCKET say where it lives.",
    )
    parser.add_argument("--version", action="version", version=f"ricordo {__version__}")
    parser.parse_args()
    try:
        return lifecycle.run(paths.resolve())
    except RicordoError as error:
        sys.stderr.write(lifecycle.tell(error) + "\n")
        return error.exit_code


if __name__ == "__main__":
    sys.exit(main())
