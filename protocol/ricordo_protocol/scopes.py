"""Types and scopes of a memory, and how they are read from a request."""

from __future__ import annotations

import unicodedata
from enum import StrEnum
from typing import Final

from ricordo_protocol import limits
from ricordo_protocol.errors import InvalidInput


class MemoryType(StrEnum):
    """What a memory is for (structured-memory, "Memory types")."""

    USER = "user"
    GENERAL = "general"
    FEEDBACK = "feedback"
    REFERENCE = "reference"


class Scope(StrEnum):
    """Where a memory is visible (structured-memory, "Memory scopes")."""

    GLOBAL = "global"
    WORKSTREAM = "workstream"
    USER = "user"
    COORDINATOR = "coordinator"
    PROJECT = "project"


PUBLIC_SCOPES: Final = (Scope.GLOBAL, Scope.USER, Scope.WORKSTREAM)
"""What REST without a session accepts (DESIGN §4)."""


def parse_type(text: str) -> MemoryType:
    """Return the type that `text` names, whatever its case and outer whitespace.

    Raises `InvalidInput` (`invalid_type`), naming the four.
    """
    try:
        return MemoryType(text.strip().lower())
    except ValueError:
        names = ", ".join(MemoryType)
        raise InvalidInput(
            f"invalid type: {shown(text)}; must be one of {names}",
            code="invalid_type",
            hint=f"Give one of {names}, or leave type out.",
        ) from None


def parse_scope(text: str, allowed: tuple[Scope, ...] = tuple(Scope)) -> Scope:
    """Return the scope that `text` names; anything else, however near, is an error.

    Raises `InvalidInput` (`invalid_scope`), naming what is allowed here.
    """
    folded = text.strip().lower()
    for scope in allowed:
        if scope.value == folded:
            return scope
    names = ", ".join(allowed)
    raise InvalidInput(
        f"invalid scope: {shown(text)}; must be one of {names}",
        code="invalid_scope",
        hint=f"Give one of {names}; a scope is never guessed or widened.",
    )


def parse_scope_id(text: str) -> str:
    """Return a scope id as it is stored: trimmed, opaque, compared exactly.

    Raises `InvalidInput` (`invalid_scope_id`) for one that is too long or holds controls.
    """
    scope_id = text.strip()
    if len(scope_id) > limits.SCOPE_ID_CHARS or any(
        unicodedata.category(char) in ("Cc", "Cs") for char in scope_id
    ):
        raise InvalidInput(
            f"invalid scope_id: at most {limits.SCOPE_ID_CHARS} characters, no control characters",
            code="invalid_scope_id",
            hint="Give the id as it was handed out.",
        )
    return scope_id


def shown(text: str, most: int = 60) -> str:
    """Quote a caller's text for an error sentence: printable, and never longer than `most`."""
    cut = text if len(text) <= most else text[:most] + "…"
    return ascii(cut) if not cut.isprintable() else repr(cut)
