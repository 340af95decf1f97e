"""The words of the policy: identities, targets, actors, and the set of what is visible."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NewType

if TYPE_CHECKING:
    from collections.abc import Iterator

Ns = NewType("Ns", int)
"""An interned namespace: the unit of visibility, index key, counts and deletion."""

Rid = NewType("Rid", int)
"""A memory's row, for ever: it survives rename, move, trash and restore."""

Seq = NewType("Seq", int)
"""The one clock: a revision, an ETag, an audit number, what the index has covered."""


@dataclass(frozen=True, slots=True)
class Visible:
    """The namespaces that one caller may read now. Only `policy.envelope` makes one.

    Every read of the store and of the index asks for it, so an unscoped read does not
    type-check; the empty set shows nothing.
    """

    namespaces: frozenset[Ns]

    def __contains__(self, ns: object) -> bool:
        return ns in self.namespaces

    def __iter__(self) -> Iterator[Ns]:
        return iter(sorted(self.namespaces))

    def __len__(self) -> int:
        return len(self.namespaces)
