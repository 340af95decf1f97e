"""`ricordo doctor`: look at this home for everything that is known to go wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ricordo_cli import doctor
from ricordo_cli.doctor.model import fail
from ricordo_protocol import paths
from ricordo_protocol.errors import EXIT_OK, InvalidInput

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from ricordo_cli.doctor import Finding
    from ricordo_cli.printer import Printer

_FAILED: Final = 1
_STATES: Final = ("ok", "warn", "fail")


def run(_args: argparse.Namespace, printer: Printer) -> int:
    """Print what each check found; 1 where one has failed."""
    try:
        found = list(doctor.examine(paths.resolve()))
    except InvalidInput as error:
        # There are no paths: nothing else can be looked at.
        found = [fail("socket_path", error.sentence, error.hint)]
    failed = any(one.state == "fail" for one in found)
    printer.show({"ok": not failed, "checks": found}, _lines(found))
    return _FAILED if failed else EXIT_OK


def _lines(found: Sequence[Finding]) -> Iterator[str]:
    width = max(len(one.name) for one in found)
    for one in found:
        yield f"{one.state:<4}  {one.name:<{width}}  {one.found}"
        if one.fix:
            yield f"{'':<4}  {'':<{width}}  -> {one.fix}"
    yield ", ".join(f"{sum(one.state == state for one in found)} {state}" for state in _STATES)
