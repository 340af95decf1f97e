"""`ricordo list`: memories, newest first."""

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
    """Print one page of the list."""
    with connected(admin=args.admin) as client:
        page = client.send(
            calls.list_memories(
                type_=args.type,
                scope=args.scope,
                scope_id=args.scope_id,
                limit=args.limit,
                cursor=args.cursor,
                summary=not args.full,
                everywhere=args.admin,
            )
        )
    shown = rows.listed(page.memories, printer.room, with_id=args.admin)
    printer.show(page, [*shown, rows.footer(len(page.memories), page.total, page.cursor)])
    return EXIT_OK
