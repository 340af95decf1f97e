"""`ricordo paths`: where everything is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ricordo_cli import output
from ricordo_cli.processes import output_file
from ricordo_protocol import paths
from ricordo_protocol.errors import EXIT_OK

if TYPE_CHECKING:
    import argparse

    from ricordo_cli.printer import Printer


def run(_args: argparse.Namespace, printer: Printer) -> int:
    """Print every path of this home; none of them need exist."""
    where = paths.resolve()
    found = {
        "home": str(where.home) if where.home else "",
        "data": str(where.data),
        "state": str(where.state),
        "config": str(where.config),
        "socket": str(where.socket),
        "database": str(where.database),
        "credentials": str(where.credentials),
        "log": str(where.log),
        "output": str(output_file(where)),
    }
    printer.show({**found, "home": found["home"] or None}, output.pairs(found.items()))
    return EXIT_OK
