"""Walk the chain and say where it breaks, and which stretches no key at hand can vouch for."""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ricordo_daemon.audit import chain

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


@dataclass(slots=True)
class Report:
    """What a walk found."""

    rows: int = 0
    broken_at: int | None = None
    """The first seq that does not follow from the row before it."""
    unverifiable: list[int] = field(default_factory=list)
    """The ids of keys that are lost: their rows are neither proven nor disproven."""

    @property
    def ok(self) -> bool:
        """Whether every row whose key is at hand follows from the one before it."""
        return self.broken_at is None


def verify(rows: Iterable[Mapping[str, Any]], keys: Mapping[int, chain.Key]) -> Report:
    """Check every row in order of seq: contiguous numbers, and each mac."""
    report = Report()
    previous, expected = chain.GENESIS, 1
    for row in rows:
        report.rows += 1
        columns = {name: value for name, value in row.items() if name != "mac"}
        key = keys.get(row["key_id"])
        if key is None and row["key_id"] not in report.unverifiable:
            report.unverifiable.append(row["key_id"])
        broken = key is not None and not hmac.compare_digest(
            chain.link(key, previous, columns), row["mac"]
        )
        if broken or row["seq"] != expected:
            report.broken_at = row["seq"]
            return report
        previous, expected = row["mac"], expected + 1
    return report
