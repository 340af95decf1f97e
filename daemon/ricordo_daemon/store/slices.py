"""The store as the index reads it while it is built: slices of whole memories, in rid order."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

from ricordo_daemon.policy.model import Ns, Rid, Seq
from ricordo_daemon.store.tx import Written

if TYPE_CHECKING:
    import sqlite3

_SQL: Final = """
  SELECT m.rid, m.seq, m.ns, m.type, m.name, m.title, m.description,
    (SELECT json_group_array(tag) FROM tags t WHERE t.rid=m.rid), c.text
  FROM memories m JOIN revisions r ON r.seq=m.seq JOIN contents c ON c.seq=r.body
  WHERE m.rid>? ORDER BY m.rid LIMIT ?"""


def after(raw: sqlite3.Connection, rid: Rid, limit: int) -> list[Written]:
    """Return the next `limit` memories above `rid`. Unscoped: only the index asks it."""
    return [
        Written(
            rid=Rid(row[0]),
            seq=Seq(row[1]),
            ns=Ns(row[2]),
            type=row[3],
            name=row[4],
            title=row[5],
            description=row[6] or "",
            tags=tuple(json.loads(row[7])),
            content=row[8].decode(),
        )
        for row in raw.execute(_SQL, (rid, limit))
    ]
