"""Changes to live memories. Each keeps head, revision, content, tags and counts in step."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ricordo_daemon.audit import chain
from ricordo_daemon.policy.model import Ns, Rid, Seq
from ricordo_daemon.store import counts, revisions
from ricordo_daemon.store.tx import Removed, Written

if TYPE_CHECKING:
    from ricordo_daemon.store.memories import Row
    from ricordo_daemon.store.revisions import Fields, Revision
    from ricordo_daemon.store.tx import ReadTx, Tx


@dataclass(frozen=True, slots=True)
class Changed:
    """What a change left: the row, its revision, and what stands for its texts in the chain."""

    rid: Rid
    seq: Seq
    at: int
    subject: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Trashed:
    """A deleted memory, as the trash keeps it beside its last revision."""

    rid: Rid
    memory_id: str
    ns: Ns
    name: str
    seq: Seq
    deleted_seq: Seq
    row: dict[str, Any]


def insert(tx: Tx, ns: Ns, name: str, fields: Fields, content: str) -> Changed:
    """Make a memory."""
    seq, at = tx.tick()
    tx.raw.execute(
        "INSERT INTO memories(memory_id,ns,name,seq,type,origin,title,description,metadata,chars,"
        "created,updated,created_by,updated_by) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
        (
            tx.ids.new(),
            ns,
            name,
            seq,
            fields.type,
            fields.origin,
            fields.title,
            fields.description,
            json.dumps(fields.metadata),
            len(content),
            at,
            at,
            fields.by,
            fields.by,
        ),
    )
    rid = Rid(tx.raw.execute("SELECT last_insert_rowid()").fetchone()[0])
    _set_tags(tx, rid, fields.tags)
    counts.add(tx, ns, fields.type, 1)
    body = revisions.add_content(tx, seq, rid, content)
    return _revised(tx, seq, at, rid, ns, name, fields, body, content)


def update(tx: Tx, row: Row, fields: Fields, content: str) -> Changed:
    """Write a memory anew. A text that is the same is not kept twice."""
    seq, at = tx.tick()
    tx.raw.execute(
        "UPDATE memories SET seq=?,type=?,origin=?,title=?,description=?,metadata=?,chars=?,"
        "updated=?,updated_by=? WHERE rid=?",
        (
            seq,
            fields.type,
            fields.origin,
            fields.title,
            fields.description,
            json.dumps(fields.metadata),
            len(content),
            at,
            fields.by,
            row.rid,
        ),
    )
    if fields.tags != row.tags:
        _set_tags(tx, row.rid, fields.tags)
    if fields.type != row.type:
        counts.add(tx, row.ns, row.type, -1)
        counts.add(tx, row.ns, fields.type, 1)
    if content == row.content:
        body = body_of(tx, row.seq)
    else:
        body = revisions.add_content(tx, seq, row.rid, content)
    return _revised(tx, seq, at, row.rid, row.ns, row.name, fields, body, content)


def remove(tx: Tx, row: Row) -> Changed:
    """Move a memory to the trash. What the reply names is the row that this removes."""
    seq, at = tx.tick()
    gone = tx.raw.execute(
        "DELETE FROM memories WHERE rid=? RETURNING rid, memory_id, ns, name, seq, type, created,"
        " updated, created_by, updated_by, chars",
        (row.rid,),
    ).fetchall()[0]
    kept = {k: gone[k] for k in ("created", "updated", "created_by", "updated_by", "chars")}
    tx.raw.execute(
        "INSERT INTO trash(rid,memory_id,ns,name,seq,row,deleted_seq,deleted,batch,purge_after)"
        " VALUES (?,?,?,?,?,?,?,?,?,?)",
        (
            gone["rid"],
            gone["memory_id"],
            gone["ns"],
            gone["name"],
            gone["seq"],
            json.dumps(kept).encode(),
            seq,
            at,
            tx.batch,
            at + tx.keep,
        ),
    )
    tx.raw.execute("DELETE FROM tags WHERE rid=?", (row.rid,))
    counts.add(tx, row.ns, gone["type"], -1)
    tx.changes.append(Removed(rid=row.rid, seq=seq))
    return Changed(row.rid, seq, at, subject_of(tx, row.seq))


def find_trashed(tx: Tx, rid: Rid) -> Trashed | None:
    """Return a deleted memory, unless it is back or erased."""
    row = tx.raw.execute(
        "SELECT memory_id, ns, name, seq, deleted_seq, row FROM trash WHERE rid=?", (rid,)
    ).fetchone()
    return row and Trashed(
        rid=rid,
        memory_id=row[0],
        ns=Ns(row[1]),
        name=row[2],
        seq=Seq(row[3]),
        deleted_seq=Seq(row[4]),
        row=json.loads(row[5]),
    )


def restore(tx: Tx, trashed: Trashed, last: Revision) -> Changed:
    """Put a deleted memory back: same row, id, name, times and text, a new revision."""
    seq, at = tx.tick()
    fields, content, kept = last.fields, last.text.decode(), trashed.row
    tx.raw.execute(
        "INSERT INTO memories(rid,memory_id,ns,name,seq,type,origin,title,description,metadata,"
        "chars,created,updated,created_by,updated_by) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
        (
            trashed.rid,
            trashed.memory_id,
            trashed.ns,
            trashed.name,
            seq,
            fields.type,
            fields.origin,
            fields.title,
            fields.description,
            json.dumps(fields.metadata),
            len(content),
            kept["created"],
            kept["updated"],
            kept["created_by"],
            kept["updated_by"],
        ),
    )
    tx.raw.execute("DELETE FROM trash WHERE rid=?", (trashed.rid,))
    _set_tags(tx, trashed.rid, fields.tags)
    counts.add(tx, trashed.ns, fields.type, 1)
    return _revised(tx, seq, at, trashed.rid, trashed.ns, trashed.name, fields, last.body, content)


def id_of(tx: ReadTx, rid: Rid) -> str:
    """Return the memory_id of a row, live or deleted; empty once it is erased."""
    row = tx.raw.execute(
        "SELECT memory_id FROM memories WHERE rid=?1"
        " UNION ALL SELECT memory_id FROM trash WHERE rid=?1",
        (rid,),
    ).fetchone()
    return row[0] if row else ""


def body_of(tx: Tx, seq: Seq) -> Seq:
    """Return which content a revision has."""
    found: int = tx.raw.execute("SELECT body FROM revisions WHERE seq=?", (seq,)).fetchone()[0]
    return Seq(found)


def subject_of(tx: Tx, seq: Seq) -> bytes:
    """Return what stands for one revision's texts in the chain."""
    revision = revisions.read(tx, seq)
    if revision is None:
        return chain.subject(tx.key, 0, "", b"", b"")
    return chain.subject(tx.key, revision.ns, revision.name, revision.head, revision.text)


def _revised(  # noqa: PLR0913, PLR0917 # the parts of one version
    tx: Tx,
    seq: Seq,
    at: int,
    rid: Rid,
    ns: Ns,
    name: str,
    fields: Fields,
    body: Seq,
    content: str,
) -> Changed:
    head = revisions.add(tx, seq, rid, ns, name, fields, body)
    tx.changes.append(
        Written(
            rid=rid,
            seq=seq,
            ns=ns,
            type=fields.type,
            name=name,
            title=fields.title,
            description=fields.description,
            tags=fields.tags,
            content=content,
        )
    )
    subject = chain.subject(tx.key, ns, name, head, content.encode())
    return Changed(rid, seq, at, subject)


def _set_tags(tx: Tx, rid: Rid, tags: tuple[str, ...]) -> None:
    tx.raw.execute("DELETE FROM tags WHERE rid=?", (rid,))
    tx.raw.executemany("INSERT INTO tags(tag,rid) VALUES (?,?)", [(tag, rid) for tag in tags])
