"""The knowledge graph of the MCP memory server: entities, observations and relations in JSON."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import msgspec

from ricordo_cli.importers import files, graph_records
from ricordo_cli.importers.graph_records import Bad, Entity, Relation
from ricordo_cli.importers.model import Part, Problem, sha256
from ricordo_cli.importers.prose import cut
from ricordo_protocol import limits
from ricordo_protocol.errors import InvalidInput
from ricordo_protocol.names import derive
from ricordo_protocol.scopes import shown

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_NAMES: Final = ("memory.jsonl", "memory.json")
_LINES: Final = ".jsonl"
_SUFFIXES: Final = (_LINES, ".json")
_MOST_BYTES: Final = 67_108_864
"""Of one graph: it is many memories, so it may be much larger than one."""

_SNIFFED: Final = 65_536
_RELATION_BYTES: Final = 8_192
"""Of the relations that metadata repeats; metadata takes 16,384 bytes in all."""

_SOURCE: Final = "mcp"
"""What the name of an entity begins with that cannot be written in ASCII."""


@dataclass(slots=True)
class _Node:
    """Everything that the file says of one name."""

    name: str
    line: int | None
    # Dicts for sets that keep their order.
    types: dict[str, None] = field(default_factory=dict)
    observations: dict[str, None] = field(default_factory=dict)
    relations: dict[str, Relation] = field(default_factory=dict)
    """By their text."""
    count: int = 0

    def add(self, entity: Entity) -> None:
        """Join one more record of this name: writers that raced leave several behind."""
        self.count += 1
        self.types |= dict.fromkeys([entity.type] if entity.type else [])
        self.observations |= dict.fromkeys(entity.observations)


class McpMemory:
    """One memory an entity: its observations a line each, then what it has to do with others."""

    name = "mcp_memory"

    def sniff(self, path: Path) -> bool:
        """Take the server's own file names, and other JSON whose beginning is a graph's."""
        if path.name.casefold() in _NAMES:
            return True
        if path.suffix.casefold() not in _SUFFIXES:
            return False
        found = files.beginning(path, _SNIFFED)
        if not found:
            return found is not None and path.suffix.casefold() == _LINES
        return graph_records.looks_like_one(found)

    def read(self, path: Path) -> Iterator[Part | Problem]:
        """Yield the entities in the order in which they first appear, and the bad lines."""
        where = files.path_text(path)
        try:
            text = files.read_text(path, _MOST_BYTES)
        except files.Unreadable as error:
            yield Problem(where, error.reason, error.line)
            return
        records = list(graph_records.read(text)) if text.strip() else []
        if not records:
            yield Problem(where, "it is empty: no entities, no relations", by_design=True)
            return
        nodes: dict[str, _Node] = {}
        relations: list[Relation] = []
        for record in records:
            if isinstance(record, Bad):
                yield Problem(where, record.reason, record.line, by_design=record.harmless)
            elif isinstance(record, Relation):
                relations.append(record)
            else:
                nodes.setdefault(record.name, _Node(record.name, record.line)).add(record)
        for relation in _unattached(relations, nodes):
            reason = f"neither end of this relation is in the file: {relation.text}"
            yield Problem(where, cut(reason), relation.line, by_design=True)
        yield from (self._part(where, node) for node in nodes.values())

    def _part(self, where: str, node: _Node) -> Part | Problem:
        lines = [*node.observations, *node.relations]
        if not lines:
            reason = f"the entity {shown(node.name)} has no observations and no relations"
            return Problem(where, cut(reason), node.line, by_design=True)
        about = next(iter(node.observations), node.name)
        warnings: list[str] = []
        try:
            return Part(
                format=self.name,
                path=where,
                part=node.name,
                wording=node.name,
                named_after=derive(node.name, _SOURCE),
                description=cut(": ".join([*list(node.types)[:1], about])),
                content="\n".join(lines),
                extra=_metadata(node, warnings),
                sha256=sha256("\n".join([*node.types, "", *lines])),
                warnings=tuple(warnings),
            )
        except InvalidInput as error:
            return Problem(
                where, cut(f"the entity {shown(node.name)}: {error.sentence}"), node.line
            )


def _unattached(relations: list[Relation], nodes: dict[str, _Node]) -> Iterator[Relation]:
    """Give each relation to its entity, and yield those that have none."""
    for relation in relations:
        # Told once: where it leads from, or where it leads to if only that is known.
        node = nodes.get(relation.from_) or nodes.get(relation.to)
        if node is None:
            yield relation
        else:
            node.relations.setdefault(relation.text, relation)


def _metadata(node: _Node, warnings: list[str]) -> dict[str, Any]:
    """Return what the graph says besides the text, and warn of what was joined or left out."""
    found: dict[str, Any] = {}
    if node.types:
        found["entity_type"] = next(iter(node.types))
    if node.count > 1:
        warnings.append(
            f"the entity {shown(node.name)} is there {node.count} times; they were joined"
        )
        found |= {"entity_types": list(node.types)} if len(node.types) > 1 else {}
    kept = [
        {"from": one.from_, "relation": one.type, "to": one.to} for one in node.relations.values()
    ]
    if len(msgspec.json.encode(kept)) > _RELATION_BYTES:
        warnings.append(
            f"the {len(kept)} relations of {shown(node.name)} are kept as text only:"
            f" metadata takes {limits.METADATA_BYTES} bytes"
        )
    elif kept:
        found["relations"] = kept
    return found
