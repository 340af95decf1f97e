"""An import from end to end: read the files, list the scope, plan, save one by one, report."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

import msgspec

from ricordo_cli.import_plan import Action, Step, Target, edited_content, plan
from ricordo_cli.importers import Part, Problem, read_all
from ricordo_protocol import calls, limits
from ricordo_protocol.errors import (
    Conflict,
    InvalidInput,
    NotFound,
    PreconditionFailed,
    RicordoError,
    TooLarge,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from ricordo_protocol.call import Call
    from ricordo_protocol.memory import Memory

R = TypeVar("R", bound=msgspec.Struct)

_REFUSALS: Final = (InvalidInput, TooLarge, PreconditionFailed, Conflict, NotFound)
"""What the daemon says of one memory. Anything else would be said of every one."""

BAD: Final = frozenset({"conflict", "problem"})
"""The outcomes that make a run fail in part."""


class Sender(Protocol):
    """The part of a client that an import needs."""

    def send(self, call: Call[R]) -> R:
        """Send one call and return its reply."""


class Outcome(msgspec.Struct, kw_only=True, omit_defaults=True):
    """One line of the report."""

    path: str
    part: str = ""
    line: int | None = None
    outcome: str
    """create, update, unchanged, conflict, problem or skipped."""
    name: str | None = None
    reason: str | None = None
    warnings: tuple[str, ...] = ()


class Report(msgspec.Struct, kw_only=True):
    """What `import --json` prints: the lines in the order in which they came about."""

    scope: str
    scope_id: str = ""
    dry_run: bool = False
    counts: dict[str, int] = msgspec.field(default_factory=dict)
    files: list[Outcome] = msgspec.field(default_factory=list)
    error: dict[str, object] | None = None
    """What stopped the run, everything before it being done."""

    def add(self, outcome: Outcome) -> None:
        """Append a line and count it."""
        self.files.append(outcome)
        self.counts[outcome.outcome] = self.counts.get(outcome.outcome, 0) + 1

    @property
    def clean(self) -> bool:
        """Whether nothing had a problem."""
        return not BAD & self.counts.keys()


def import_files(roots: Iterable[Path], target: Target, client: Sender, report: Report) -> None:
    """Import, telling `report` everything as it happens.

    Raises the `RicordoError` that stopped it; the report then says what was done before.
    """
    parts: list[Part] = []
    for found in read_all(roots):
        if isinstance(found, Problem):
            report.add(_told(found))
        else:
            parts.append(found)
    if not parts:
        return
    for step in plan(parts, stored(client, target), exists=os.path.lexists):
        report.add(_done(step, target, client, dry=report.dry_run))


def stored(client: Sender, target: Target) -> Iterator[Memory]:
    """Yield every memory of the scope, without contents."""
    cursor: str | None = ""
    while cursor is not None:
        page = client.send(
            calls.list_memories(
                scope=target.scope,
                scope_id=target.scope_id,
                limit=limits.LIST_LIMIT,
                cursor=cursor,
                summary=True,
            )
        )
        yield from page.memories
        cursor = page.cursor


def _done(step: Step, target: Target, client: Sender, *, dry: bool) -> Outcome:
    try:
        if step.action is Action.UPDATE:
            step = _guarded(step, target, client)
        if step.action in (Action.CREATE, Action.UPDATE) and not dry:
            revision = step.stored.revision if step.stored else None
            client.send(calls.save_memory(step.draft(target), if_match=revision))
    except _REFUSALS as error:
        return _refused(step, error)
    return Outcome(
        path=step.part.path,
        part=step.part.part,
        outcome=step.action.value,
        name=str(step.name),
        reason=step.reason or None,
        warnings=step.part.warnings,
    )


def _guarded(step: Step, target: Target, client: Sender) -> Step:
    """Turn an update that would overwrite what was written here since into a conflict."""
    if step.stored is None or step.stored.origin == "import":
        return step
    whole = client.send(
        calls.get_memory(step.name, scope=target.scope, scope_id=target.scope_id, touch=False)
    )
    if not edited_content(whole):
        return step
    reason = "its content was edited here since the last import, and the file has changed too"
    return replace(step, action=Action.CONFLICT, reason=reason)


def _refused(step: Step, error: RicordoError) -> Outcome:
    return Outcome(
        path=step.part.path,
        part=step.part.part,
        outcome="problem",
        name=str(step.name),
        reason=error.sentence,
    )


def _told(problem: Problem) -> Outcome:
    return Outcome(
        path=problem.path,
        line=problem.line,
        outcome="skipped" if problem.by_design else "problem",
        reason=problem.reason,
    )
