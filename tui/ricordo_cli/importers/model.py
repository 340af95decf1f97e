"""What an importer is, and what it finds: parts that can be stored, and problems with a name."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from ricordo_protocol import fields
from ricordo_protocol.scopes import MemoryType

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One memory that a file holds, checked: the daemon takes every field of it as it is."""

    format: str
    path: str
    """The file, as text: it is stored and shown, and never opened by anybody but this client."""
    part: str = ""
    """Which part of the file; empty where the file is one memory."""
    wording: str
    """The name in the file's own words."""
    named_after: str = ""
    """What its name is derived from, where that is not the wording."""
    description: str
    content: str
    type: str = MemoryType.GENERAL.value
    tags: tuple[str, ...] = ()
    extra: dict[str, Any] = field(default_factory=dict)
    """Metadata besides `source`."""
    sha256: str
    """Of the part's text as the file has it: what tells whether it changed."""
    warnings: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse what the daemon would refuse; raises `InvalidInput`."""
        set_ = object.__setattr__  # frozen: for everybody else
        set_(self, "description", fields.parse_description(self.description))
        set_(self, "content", fields.parse_content(self.content))
        set_(self, "tags", fields.parse_tags(self.tags))
        fields.parse_title(self.wording)
        fields.parse_metadata({**self.extra, "source": self.source()})

    def source(self) -> dict[str, str]:
        """Return what is stored of where this came from, so that a rerun knows it again."""
        return {
            "format": self.format,
            "path": self.path,
            "part": self.part,
            "sha256": self.sha256,
            "description_sha256": sha256(self.description),
            "content_sha256": sha256(self.content),
        }


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that was not imported, and why."""

    path: str
    reason: str
    line: int | None = None
    by_design: bool = False
    """Left out on purpose, nothing being wrong: the run has not failed for it."""


class Importer(Protocol):
    """One format. Reading is all that it does: names, scopes and saving are the plan's."""

    name: str
    """The format, as `metadata.source.format` stores it."""

    def sniff(self, path: Path) -> bool:
        """Whether a regular file is of this format; the first importer that says so reads it."""

    def read(self, path: Path) -> Iterator[Part | Problem]:
        """Yield what the file holds. Raises nothing: what is wrong with it is a `Problem`."""


def sha256(text: str) -> str:
    """Return the digest of a text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
