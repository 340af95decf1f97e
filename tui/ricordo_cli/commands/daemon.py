"""`ricordo daemon`: run, start, stop, restart, status, logs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ricordo_cli import daemon, logs, output
from ricordo_protocol import paths
from ricordo_protocol.errors import EXIT_OK

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from ricordo_cli.printer import Printer
    from ricordo_protocol.paths import Paths


def run(args: argparse.Namespace, printer: Printer) -> int:
    """Do one of the daemon's commands."""
    where = paths.resolve()
    if args.act == "run":
        daemon.run()
    if args.act == "logs":
        return logs.show(where.log, args.lines, printer, follow=args.follow)
    if args.act == "status":
        return _status(where, printer)
    lines: list[str] = []
    found: dict[str, object] = {}
    if args.act in ("stop", "restart"):
        stopped = daemon.stop(where)
        lines.append("not running" if stopped is None else f"stopped (pid {stopped})")
        found = {"status": "stopped", "pid": stopped}
    if args.act in ("start", "restart"):
        started = daemon.start(where)
        lines.append(f"{'already running' if started.already else 'started'} (pid {started.pid})")
        found = {"status": "running", "pid": started.pid, "already": started.already}
    printer.show(found, lines)
    return EXIT_OK


def _status(where: Paths, printer: Printer) -> int:
    found = daemon.status(where)
    printer.show(found, _status_lines(found))
    return daemon.STATUS_CODES[found.status]


def _status_lines(found: daemon.Status) -> Iterator[str]:
    words = {"running": "running", "stopped": "not running", "unknown": "unknown"}
    yield words[found.status] + (f" (pid {found.pid})" if found.pid else "")
    index = found.index
    known = (
        ("version", found.version),
        ("socket", found.socket),
        ("home", found.home),
        ("store", f"{found.store['path']} ({found.store['status'] or 'closed'})"),
        ("index", f"{index.state}, {index.done} of {index.total} memories" if index else None),
        ("reason", found.reason),
    )
    yield from output.pairs((label, value) for label, value in known if value)
