"""Live memories: the narrow head rows, and every way to read them.

Every read takes a `Visible`: nothing outside it is ever returned, and the empty set returns
nothing.
"""

from __future__ import annotations

import heapq
import json
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import msgspec

from ricordo_daemon.policy.model import Rid

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence

    from ricordo_daemon.policy.model import Ns, Seq, Visible
    from ricordo_daemon.store.revisions import Revision
    from ricordo_daemon.store.tx import ReadTx

_HEAD: Final = """
  m.rid, m.memory_id, m.ns, n.scope, n.scope_id, m.name, m.seq, m.type, m.origin, m.title,
  m.description, coalesce(m.metadata,'{}'), m.created, m.updated, m.created_by, m.updated_by,
  coalesce(a.n,0), coalesce(a.last,0),
  (SELECT json_group_array(tag) FROM tags t WHERE t.rid=m.rid)"""
_FROM: Final = " FROM memories m JOIN namespaces n ON n.ns=m.ns LEFT JOIN access a ON a.rid=m.rid"
_TEXT: Final = " JOIN revisions r ON r.seq=m.seq JOIN contents c ON c.seq=r.body"

_KEYS: Final = "SELECT updated, rid FROM memories INDEXED BY memories_{index} WHERE"

_MERGED: Final = 16
"""Up to so many namespaces a page is merged from one index scan each; above, one scan of all."""

_END: Final = (2**62, 2**62)


@dataclass(frozen=True, slots=True)
class Row:
    """One live memory."""

    rid: Rid
    memory_id: str
    ns: Ns
    scope: str
    scope_id: str
    name: str
    seq: Seq
    type: str
    origin: str
    title: str | None
    description: str
    metadata: dict[str, Any]
    created: int
    updated: int
    created_by: str
    updated_by: str
    accesses: int
    last_access: int
    tags: tuple[str, ...]
    content: str | None
    """None where the read left contents out."""


def find(tx: ReadTx, visible: Visible, name: str) -> Row | None:
    """Return the memory of a name in the one namespace that is visible."""
    return _first(
        tx.raw.execute(
            f"SELECT{_HEAD}, c.text{_FROM}{_TEXT}"
            " WHERE m.ns IN (SELECT value FROM json_each(?)) AND m.name=?",
            (_listed(visible), name),
        )
    )


def find_id(tx: ReadTx, visible: Visible, memory_id: str) -> Row | None:
    """Return the memory of an id, if it is visible."""
    return _first(
        tx.raw.execute(
            f"SELECT{_HEAD}, c.text{_FROM}{_TEXT}"
            " WHERE m.memory_id=? AND m.ns IN (SELECT value FROM json_each(?))",
            (memory_id, _listed(visible)),
        )
    )


def fetch(
    tx: ReadTx, visible: Visible, rids: Sequence[Rid], *, content: bool = True
) -> dict[Rid, Row]:
    """Return those of `rids` that are live and visible: the second look after the index's."""
    text, join = (", c.text", _TEXT) if content else (", NULL", "")
    found = tx.raw.execute(
        f"SELECT{_HEAD}{text}{_FROM}{join} WHERE m.rid IN (SELECT value FROM json_each(?))",
        (json.dumps(rids),),
    )
    rows = (_row(one) for one in found)
    return {row.rid: row for row in rows if row.ns in visible}


def page(
    tx: ReadTx,
    visible: Visible,
    *,
    type_: str | None,
    before: tuple[int, int] | None,
    limit: int,
    content: bool,
) -> list[Row]:
    """Return one page, newest `updated` first, from just below the keyset (updated, rid)."""
    # Keys first, so that what other namespaces' runs lose costs no texts.
    rids = _keys(tx, visible, type_, before or _END, limit)
    rows = fetch(tx, visible, rids, content=content)
    return [rows[rid] for rid in rids]


def _keys(
    tx: ReadTx, visible: Visible, type_: str | None, below: tuple[int, int], limit: int
) -> list[Rid]:
    kind, kinds = (" AND type=?", (type_,)) if type_ else ("", ())
    tail = f"{kind} AND (updated,rid)<(?,?) ORDER BY updated DESC, rid DESC LIMIT ?"
    if len(visible) > _MERGED:
        scan = _KEYS.format(index="all") + f" ns IN (SELECT value FROM json_each(?)){tail}"
        found = tx.raw.execute(scan, (_listed(visible), *kinds, *below, limit))
        return [Rid(rid) for _updated, rid in found]
    scan = _KEYS.format(index="typed" if type_ else "recent") + f" ns=?{tail}"
    runs = [tx.raw.execute(scan, (ns, *kinds, *below, limit)).fetchall() for ns in visible]
    newest = heapq.merge(*runs, key=lambda key: (-key[0], -key[1]))
    return [Rid(rid) for _updated, rid in islice(newest, limit)]


def as_of(tx: ReadTx, revision: Revision) -> Row | None:
    """Return a memory as one of its revisions left it, whether it is live or deleted now.

    For the caller who wrote that revision; None where the memory has been erased.
    """
    kept = tx.raw.execute(
        "SELECT memory_id, created, created_by FROM memories WHERE rid=?1 UNION ALL"
        " SELECT memory_id, json_extract(CAST(row AS TEXT),'$.created'),"
        " json_extract(CAST(row AS TEXT),'$.created_by') FROM trash WHERE rid=?1",
        (revision.rid,),
    ).fetchone()
    place = tx.raw.execute(
        "SELECT n.scope, n.scope_id, a.at, coalesce(c.n,0), coalesce(c.last,0)"
        " FROM namespaces n JOIN audit a ON a.seq=? LEFT JOIN access c ON c.rid=? WHERE n.ns=?",
        (revision.seq, revision.rid, revision.ns),
    ).fetchone()
    if kept is None or place is None:
        return None
    fields = revision.fields
    return Row(
        rid=revision.rid,
        memory_id=kept[0],
        ns=revision.ns,
        scope=place[0],
        scope_id=place[1],
        name=revision.name,
        seq=revision.seq,
        type=fields.type,
        origin=fields.origin,
        title=fields.title,
        description=fields.description,
        metadata=fields.metadata,
        created=kept[1],
        updated=place[2],
        created_by=kept[2],
        updated_by=fields.by,
        accesses=place[3],
        last_access=place[4],
        tags=fields.tags,
        content=revision.text.decode(),
    )


def number(raw: sqlite3.Connection) -> int:
    """Return how many live memories there are in all: for progress, not for a caller."""
    found: int = raw.execute("SELECT count(*) FROM memories").fetchone()[0]
    return found


def _listed(visible: Visible) -> str:
    return json.dumps(list(visible))


def _first(rows: Iterable[sqlite3.Row]) -> Row | None:
    for row in rows:
        return _row(row)
    return None


def _row(raw: sqlite3.Row) -> Row:
    *head, metadata, created, updated, created_by, updated_by, times, last, tags, text = raw
    decoded = (
        *head,
        {} if metadata == "{}" else msgspec.json.decode(metadata),
        created,
        updated,
        created_by,
        updated_by,
        times,
        last,
        () if tags == "[]" else tuple(sorted(msgspec.json.decode(tags))),
        None if text is None else text.decode(),
    )
    return Row(*decoded)
