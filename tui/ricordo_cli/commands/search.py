"""`ricordo search`: memories that hold the words, best first."""

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
    """Print one page of hits; say so where the index is not complete yet."""
    query = fields.parse_query(" ".join(args.words))
    with connected(admin=args.admin) as client:
        page = client.send(
            calls.search_memories(
                query,
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
    cursor = page.cursor if isinstance(page.cursor, str) else None
    printer.show(page, [*shown, rows.footer(len(page.memories), page.total, cursor)])
    if page.index.state != "ready":
        done = f"{page.index.done} of {page.index.total}"
        printer.note(f"The index is being built ({done} memories): hits may be missing.")
    return EXIT_OK
