"""`ricordo token`: the daemon's tokens, for other programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ricordo_protocol import credentials, paths
from ricordo_protocol.errors import EXIT_OK

if TYPE_CHECKING:
    import argparse

    from ricordo_cli.printer import Printer


def run(args: argparse.Namespace, printer: Printer) -> int:
    """Print the header line that a token is sent in; it takes `curl -H "$(…)"` and no argv."""
    secret = credentials.read_token(paths.resolve(), args.name)
    line = f"Authorization: Bearer {secret.value}"
    printer.show({"name": args.name, "header": line}, [line])
    return EXIT_OK
