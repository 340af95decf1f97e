"""`ricordo undo`: take a delete or a description edit back."""

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
    """Undo one batch; rows that have changed since are left alone and named."""
    with connected(admin=args.admin) as client:
        undone = client.send(calls.undo_batch(args.batch_id))
    lines = [
        f"{row.action}: {row.name} in {rows.where(row.scope, row.scope_id)}"
        for row in undone.undone
    ]
    lines += [f"left alone: {row.memory_id} ({row.reason})" for row in undone.skipped]
    lines.append(f"redo with: ricordo undo {undone.batch_id}{' --admin' if args.admin else ''}")
    printer.show(undone, lines)
    return EXIT_OK
