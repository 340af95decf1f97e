"""`ricordo get`: one memory, whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ricordo_cli import rows
from ricordo_cli.session import connected
from ricordo_protocol import calls
from ricordo_protocol.errors import EXIT_OK

if TYPE_CHECKING:
    import argparse

    from ricordo_cli.printer import Printer


def run(args: argparse.Namespace, printer: Printer) -> int:
    """Print a memory by name in one scope, or by id for an admin."""
    if args.admin:
        call = calls.get_memory_by_id(args.name)
    else:
        call = calls.get_memory(args.name, scope=args.scope, scope_id=args.scope_id)
    with connected(admin=args.admin) as client:
        memory = client.send(call)
    printer.show(memory, rows.whole(memory))
    return EXIT_OK
