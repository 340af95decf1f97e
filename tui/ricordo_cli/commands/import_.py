"""`ricordo import`: memory files of other tools, as often as one likes."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ricordo_cli import discovery, import_run, output, rows
from ricordo_cli.import_plan import Target
from ricordo_cli.parser import CommandLineError
from ricordo_cli.printer import error_object
from ricordo_cli.session import connected
from ricordo_protocol import scopes
from ricordo_protocol.errors import EXIT_OK, InvalidInput, RicordoError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from ricordo_cli.discovery import Discovery
    from ricordo_cli.import_run import Outcome, Report
    from ricordo_cli.printer import Printer

_IN_PART: Final = 1
_ORDER: Final = ("create", "update", "unchanged", "skipped", "conflict", "problem")


def run(args: argparse.Namespace, printer: Printer) -> int:
    """Import files and folders; 1 where anything had a problem, the rest being done."""
    if args.discover == bool(args.paths):
        raise CommandLineError(
            "give either PATHs to import or --discover",
            hint="`ricordo import --discover` says what there is; see `ricordo import --help`.",
        )
    target = _target(args)
    if args.discover:
        found = discovery.discover(flags=_flags(target))
        printer.show(found, _offers(found, printer.room))
        return EXIT_OK
    report = import_run.Report(scope=target.scope, scope_id=target.scope_id, dry_run=args.dry_run)
    code = EXIT_OK
    stopped: RicordoError | None = None
    try:
        with connected(label="import") as client:
            import_run.import_files(map(Path, args.paths), target, client, report)
    except RicordoError as error:
        if not report.files:
            raise  # nothing was begun: an error like any other
        stopped, code = error, error.exit_code
        report.error = error_object(error)
    finally:
        # Interrupted too, what was done is told.
        if report.files:
            printer.show(report, _lines(report))
    if stopped:
        printer.note(f"ricordo: stopped: {stopped.sentence}")
        printer.note(stopped.hint)
    return code or (EXIT_OK if report.clean else _IN_PART)


def _target(args: argparse.Namespace) -> Target:
    scope_id = scopes.parse_scope_id(args.scope_id)
    if (args.scope == scopes.Scope.WORKSTREAM) != bool(scope_id):
        raise InvalidInput(
            "--scope-id belongs to --scope workstream, and that needs it",
            code="invalid_scope_id",
            hint="Name the workstream with --scope workstream --scope-id ID.",
        )
    return Target(args.scope, scope_id)


def _flags(target: Target) -> str:
    """Return the target as the flags of a command line; nothing for what is the default."""
    if target.scope == scopes.Scope.USER:
        return ""
    scope_id = f" --scope-id {shlex.quote(target.scope_id)}" if target.scope_id else ""
    return f"--scope {target.scope}{scope_id}"


def _offers(found: Discovery, room: int | None) -> Iterator[str]:
    if not found.found:
        yield "nothing found; looked in:"
        yield from (f"  {place}" for place in found.places)
        return
    heads = ("format", "memories", "problems", "path")
    grid = [(o.format, str(o.parts), str(o.problems or ""), o.path) for o in found.found]
    yield from output.table(heads, grid, room)
    yield ""
    yield "nothing was read into ricordo yet; to import them:"
    yield from (f"  {one.command}" for one in found.found)


def _lines(report: Report) -> Iterator[str]:
    for one in report.files:
        if one.outcome != "unchanged" or report.dry_run:
            yield f"{one.outcome:<9}  {_line(one)}"
        yield from (f"{'warning':<9}  {one.path}: {warning}" for warning in one.warnings)
    counts = ", ".join(
        f"{report.counts[outcome]} {outcome}" for outcome in _ORDER if outcome in report.counts
    )
    where = rows.where(report.scope, report.scope_id)
    yield f"{'nothing was written: ' if report.dry_run else ''}{counts} (scope {where})"


def _line(one: Outcome) -> str:
    place = f"{one.path}:{one.line}" if one.line else one.path
    arrow = f" -> {one.name}" if one.name else ""
    return place + arrow + (f": {one.reason}" if one.reason else "")
