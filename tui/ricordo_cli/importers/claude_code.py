"""Claude Code's memory folders: one note a file, its header above it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ricordo_cli.importers import files, front_matter
from ricordo_cli.importers.model import Part, Problem, sha256
from ricordo_cli.importers.prose import cut, first_sentence
from ricordo_protocol import fields, limits
from ricordo_protocol.errors import InvalidInput
from ricordo_protocol.scopes import MemoryType

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ricordo_cli.importers.front_matter import Header, Value

_OURS: Final = ("name", "description", "type", "tags")
_PROJECT: Final = "project"
"""Two thirds of all notes say so. Ours is a scope, which the person chooses, not a type."""


class ClaudeCode:
    """Markdown notes with `name`, `description` and `type`, the type perhaps below `metadata`."""

    name = "claude_code"

    def sniff(self, path: Path) -> bool:
        """Take every Markdown file."""
        return path.suffix.casefold() == ".md"

    def read(self, path: Path) -> Iterator[Part | Problem]:
        """Yield the file's one note, or what is wrong with it."""
        where = files.path_text(path)
        try:
            text = files.read_text(path)
            yield self._part(path, text, front_matter.parse(text))
        except (files.Unreadable, front_matter.Malformed) as error:
            yield Problem(where, error.reason, error.line)
        except InvalidInput as error:
            yield Problem(where, error.sentence)

    def _part(self, path: Path, text: str, header: Header) -> Part:
        if not header.body.strip():
            raise InvalidInput("it has no text below its header; a memory needs content")
        warnings: list[str] = []
        wording = _text(header, "name") or files.path_text(path.stem)
        description = _text(header, "description") or first_sentence(header.body) or wording
        extra: dict[str, Any] = {k: v for k, v in header.values.items() if k not in _OURS}
        extra = {"front_matter": extra} if extra else {}
        if len(description) > limits.DESCRIPTION_CHARS:
            extra["original_description"] = description
            warnings.append(f"its description was cut to {limits.DESCRIPTION_CHARS} characters")
        return Part(
            format=self.name,
            path=files.path_text(path),
            wording=wording,
            description=cut(description),
            content=header.body,
            type=_type(header, extra, warnings),
            tags=_tags(header.values.get("tags"), extra, warnings),
            extra=extra,
            sha256=sha256(text),
            warnings=tuple(warnings),
        )


def _type(header: Header, extra: dict[str, Any], warnings: list[str]) -> str:
    below = header.values.get("metadata")
    given = _text(header, "type")
    if not given and isinstance(below, dict) and isinstance(below.get("type"), str):
        given = str(below["type"])
    if not given:
        return MemoryType.GENERAL.value
    if given.strip().lower() in tuple(MemoryType):
        return given.strip().lower()
    extra["original_type"] = given
    if given.strip().lower() != _PROJECT:
        warnings.append(f"its type {given!r} is none of ours; imported as general")
    return MemoryType.GENERAL.value


def _tags(given: Value, extra: dict[str, Any], warnings: list[str]) -> tuple[str, ...]:
    named = given.split(",") if isinstance(given, str) else given
    if not named:
        return ()
    try:
        return fields.parse_tags([tag for tag in named if not isinstance(tag, str) or tag.strip()])
    except InvalidInput as error:
        extra["original_tags"] = given
        warnings.append(f"its tags were left out: {error.sentence}")
        return ()


def _text(header: Header, key: str) -> str:
    """Return a key's text, empty where it has none. Raises `Malformed` for a list or mapping."""
    value = header.values.get(key)
    if not value:
        return ""
    if not isinstance(value, str):
        raise front_matter.Malformed(f"`{key}` is not a single text", header.lines[key])
    try:
        fields.check_text(f"`{key}`", value)
    except InvalidInput as error:
        raise front_matter.Malformed(error.sentence, header.lines[key]) from None
    return " ".join(value.split())
