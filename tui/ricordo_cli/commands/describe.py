"""`ricordo describe`: replace a memory's description."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ricordo_cli import rows
from ricordo_cli.session import connected
from ricordo_protocol import calls, fields
from ricordo_protocol.errors import EXIT_OK

if TYPE_CHECKING:
    import argparse

    from ricordo_cli.printer import Printer


def run(args: argparse.Namespace, printer: Printer) -> int:
    """Edit a description by name in one scope, or by id for an admin."""
    description = fields.parse_description(args.description)
    if args.admin:
        call = calls.describe_memory_by_id(args.name, description)
    else:
        call = calls.describe_memory(
            args.name, description, scope=args.scope, scope_id=args.scope_id
        )
    with connected(admin=args.admin) as client:
        saved = client.send(call)
    place = rows.where(saved.scope, saved.scope_id)
    printer.show(
        saved,
        [
            f"described {saved.name} in {place} (revision {saved.revision})",
            f"undo with: ricordo undo {saved.batch_id}{' --admin' if args.admin else ''}",
        ],
    )
    return EXIT_OK
