"""The demo's memories, the same in every run: templates, filled in from tables in turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ricordo_cli.demo.personal import PERSONAL
from ricordo_cli.demo.services import CAUSES, COMMANDS, CURES, PEOPLE, SERVICES
from ricordo_cli.demo.templates import RUNBOOK, TEMPLATES
from ricordo_protocol.memory import SaveMemory
from ricordo_protocol.names import derive
from ricordo_protocol.scopes import Scope

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ricordo_cli.demo.services import Service

_ROUNDS = 40
"""How often a runbook's steps are repeated in the longest of them."""


class Seed(NamedTuple):
    """One memory of the demo, and the kind of client that is to save it."""

    draft: SaveMemory
    label: str


def seeds() -> Iterator[Seed]:
    """Yield every memory of the demo; names are unique within a scope."""
    yield from _services()
    yield from _runbooks()
    for type_, name, description, content in PERSONAL:
        yield Seed(_draft(name, description, content, type_, Scope.USER), "cli")


def _services() -> Iterator[Seed]:
    for at, service in enumerate(SERVICES):
        for number, template in enumerate(TEMPLATES):
            words = _words(service, at, number)
            draft = _draft(
                template.name.format(**words),
                template.description.format(**words),
                template.content.format(**words),
                template.type,
                Scope.GLOBAL,
                template.tags,
            )
            yield Seed(draft, template.origin)


def _runbooks() -> Iterator[Seed]:
    """Yield a long memory for each service, from a page to more than any page holds."""
    for at, service in enumerate(SERVICES):
        words = _words(service, at, at)
        steps: list[str] = []
        for turn in range(1 + at * _ROUNDS // len(SERVICES)):
            heading = f"## Round {turn + 1}" if turn else "## First look"
            numbered = (f"{n}. {step.format(**words)}" for n, step in enumerate(RUNBOOK, start=1))
            steps += [heading, "", *numbered, ""]
        yield Seed(
            _draft(
                f"{service.name} runbook",
                f"What to do when {service.name} does not answer",
                "\n".join(steps),
                "reference",
                Scope.GLOBAL,
                ("incident", "runbook"),
            ),
            "mcp",
        )


def _words(service: Service, at: int, number: int) -> dict[str, str]:
    """Return what a template's fields stand for, the tables being walked at different paces."""
    turn = at * 3 + number
    snake = service.name.replace("-", "_")
    return {
        "service": service.name,
        "about": service.about,
        "kind": service.kind,
        "file": service.file,
        "store": service.store,
        "port": str(service.port),
        "snake": snake,
        "upper": snake.upper(),
        "person": PEOPLE[turn % len(PEOPLE)],
        "cause": CAUSES[turn % len(CAUSES)],
        "cure": CURES[turn % len(CURES)],
        "command": COMMANDS[(at + number) % len(COMMANDS)],
        "number": str(2 + turn * 7 % 50),
    }


def _draft(  # a memory has so many fields
    wording: str,
    description: str,
    content: str,
    type_: str,
    scope: Scope,
    tags: tuple[str, ...] = (),
) -> SaveMemory:
    name = str(derive(wording, "demo"))
    return SaveMemory(
        name=name,
        description=description,
        content=content,
        type=type_,
        scope=str(scope),
        title=wording if wording != name else None,
        tags=list(tags),
    )
