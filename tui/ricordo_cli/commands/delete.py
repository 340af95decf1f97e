"""`ricordo delete`: move a memory to the trash, and say how to bring it back."""

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
    """Delete a memory by name in one scope, or by id for an admin."""
    reason = fields.parse_reason(args.reason)
    if args.admin:
        call = calls.delete_memory_by_id(args.name, reason=reason)
    else:
        call = calls.delete_memory(
            args.name, scope=args.scope, scope_id=args.scope_id, reason=reason
        )
    with connected(admin=args.admin) as client:
        deleted = client.send(call)
    place = rows.where(deleted.scope, deleted.scope_id)
    printer.show(
        deleted,
        [
            f"deleted {deleted.name} from {place}; it is in the trash",
            f"undo with: ricordo undo {deleted.batch_id}{' --admin' if args.admin else ''}",
        ],
    )
    return EXIT_OK
