"""What must hold of every store, as SQL that finds what does not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import sqlite3

INVARIANTS: Final[dict[str, str]] = {
    "counts are the true counts": """
        SELECT ns, type, n FROM counts WHERE n>0
        EXCEPT SELECT ns, type, count(*) FROM memories GROUP BY ns, type""",
    "every memory is counted": """
        SELECT ns, type, count(*) FROM memories GROUP BY ns, type
        EXCEPT SELECT ns, type, n FROM counts""",
    "every live memory has the revision of its seq": """
        SELECT m.rid FROM memories m LEFT JOIN revisions r
        ON r.seq=m.seq AND r.rid=m.rid AND r.ns=m.ns AND r.name=m.name WHERE r.seq IS NULL""",
    "every deleted memory has its last revision": """
        SELECT t.rid FROM trash t LEFT JOIN revisions r ON r.seq=t.seq AND r.rid=t.rid
        WHERE r.seq IS NULL""",
    "every revision has its content": """
        SELECT r.seq FROM revisions r LEFT JOIN contents c ON c.seq=r.body AND c.rid=r.rid
        WHERE c.seq IS NULL""",
    "every content is used": """
        SELECT c.seq FROM contents c LEFT JOIN revisions r ON r.body=c.seq WHERE r.seq IS NULL""",
    "every revision is audited": """
        SELECT r.seq FROM revisions r LEFT JOIN audit a ON a.seq=r.seq AND a.rev_after=r.seq
        WHERE a.seq IS NULL""",
    "every audited revision exists": """
        SELECT a.seq FROM audit a LEFT JOIN revisions r ON r.seq=a.rev_after
        WHERE a.rev_after IS NOT NULL AND r.seq IS NULL""",
    "a memory is live or deleted, not both": """
        SELECT m.rid FROM memories m JOIN trash t ON t.rid=m.rid OR t.memory_id=m.memory_id""",
    "a live memory is newer than its last delete": """
        SELECT m.rid FROM memories m JOIN audit a ON a.rid=m.rid AND a.seq>m.seq
        WHERE a.rev_after IS NOT NULL OR a.action='memory.delete'""",
    "the chain is contiguous": """
        SELECT min(seq), max(seq), count(*) FROM audit
        HAVING count(*)>0 AND (max(seq)-min(seq)+1<>count(*)
          OR min(seq)<>coalesce((SELECT v FROM meta WHERE k='audit_floor'),0)+1)""",
    "time goes forward along the chain": """
        SELECT seq FROM (SELECT seq, at, lag(at) OVER (ORDER BY seq) AS earlier FROM audit)
        WHERE at<=earlier""",
    "tags belong to live memories": """
        SELECT t.rid FROM tags t LEFT JOIN memories m ON m.rid=t.rid WHERE m.rid IS NULL""",
    "a sealed namespace is the only one with a missing description": """
        SELECT m.rid FROM memories m JOIN namespaces n ON n.ns=m.ns
        WHERE m.description IS NULL AND n.dek IS NULL""",
}


def invariants(raw: sqlite3.Connection) -> list[str]:
    """Return what does not hold, a sentence each; the empty list is a sound store."""
    broken: list[str] = []
    for sentence, sql in INVARIANTS.items():
        found = raw.execute(sql).fetchmany(3)
        if found:
            broken.append(f"not true: {sentence}: {[tuple(row) for row in found]}")
    return broken
