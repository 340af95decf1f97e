"""What an empty store says: what ricordo is, what there is to import, which keys to press.

Pure but for `look`. The console does not know the command line: whoever opens it may hand it a
way to find what could be imported.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len

from ricordo_tui import actions
from ricordo_tui.text import visible

Discover = Callable[[], Sequence[tuple[str, str]]]
"""Finds what could be imported: pairs of what it is and where, and the command that does it.

It is called in a thread, and may take its time.
"""

INTRO: Final = "ricordo keeps what your agents should remember, for all later sessions."
LOOKING: Final = "Looking for what your agents have left in the usual places…"
NOTHING: Final = "Found nothing to import in the usual places."
NO_NOTES: Final = "Save a first memory with `ricordo save`, or let an agent do it."
_LISTS: Final = "`ricordo import --discover` lists"
_WRAPS: Final = 12
"""Cells of a line that wrapping at words may leave unused."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What could be imported."""

    found: tuple[tuple[str, str], ...] = ()
    """What it is and where, and the command."""
    looking: bool = False
    """Whether it is still being looked for."""
    asked: bool = True
    """Whether anybody can look at all."""
    note: str = ""
    """Why the look failed, where it did."""


def look(discover: Discover) -> Offer:
    """Return what is found. A look that fails has found nothing, and says so; it never raises."""
    try:
        return Offer(tuple((str(what), str(command)) for what, command in discover()))
    except Exception as error:  # noqa: BLE001 # a guest's code: the console goes on without it
        return Offer(note=f"The look was broken off: {type(error).__name__}: {error}")


def text(title: str, offer: Offer, width: int, height: int) -> str:
    """Return the lines of an empty store: as much of the offer as fits, its keys always."""
    for count in range(min(len(offer.found), max(0, height)), -1, -1):
        lines = [INTRO, title, "", *_offered(offer, count), "", _keys()]
        if _rows(lines, width) <= height:
            return "\n".join(lines)
    return f"{title}\n{_keys()}"


def _offered(offer: Offer, count: int) -> list[str]:
    if offer.looking:
        return [LOOKING]
    if not offer.found:
        said = [NOTHING] if offer.asked else []
        return [*said, *([visible(offer.note)] if offer.note else []), NO_NOTES]
    left = len(offer.found) - count
    if not count:
        return [f"Found {left:,} to import: {_LISTS} them, then {_again()}."]
    lines = ["Found on this computer, with the command that imports it:", ""]
    for what, command in offer.found[:count]:
        lines += [f"  {visible(what)}", f"    {visible(command)}"]
    if left:
        lines.append(f"  … and {left:,} more: {_LISTS} all")
    return [*lines, "", f"Type a command in a shell, then {_again()}."]


def _again() -> str:
    key, _ = actions.first_steps()[0]
    return f"press {key} here"


def _keys() -> str:
    return "   ".join(f"{key} {label}" for key, label in actions.first_steps())


def _rows(lines: list[str], width: int) -> int:
    """Return about how many rows the lines fill, rather too many than too few."""
    room = max(1, width - _WRAPS)
    return sum(1 if (n := cell_len(line)) <= width else -(-n // room) for line in lines)
