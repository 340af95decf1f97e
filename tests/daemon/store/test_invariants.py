"""Each invariant must be able to fail: break the store by hand, and see it named."""

from __future__ import annotations

import pytest

from ricordo_daemon.service import memories
from ricordo_daemon.store import invariants
from ricordo_daemon.store.invariants import INVARIANTS
from support.store import actor, draft

HARM = {
    "counts are the true counts": "UPDATE counts SET n=n+1",
    "every memory is counted": "DELETE FROM counts",
    "every live memory has the revision of its seq": "UPDATE revisions SET name='other'",
    "every deleted memory has its last revision": (
        "DELETE FROM revisions WHERE rid=(SELECT rid FROM trash)"
    ),
    "every revision has its content": "DELETE FROM contents",
    "every content is used": "INSERT INTO contents(seq,rid,text) VALUES (99,1,x'00')",
    "every revision is audited": (
        "INSERT INTO revisions(seq,rid,ns,name,head,body) SELECT 99,rid,ns,name,head,body"
        " FROM revisions LIMIT 1"
    ),
    "every audited revision exists": "DELETE FROM revisions",
    "a memory is live or deleted, not both": (
        "INSERT INTO memories(memory_id,ns,name,seq,type,origin,description,chars,created,updated,"
        "created_by,updated_by) SELECT memory_id,ns,'back',98,'general','person','d',1,1,1,'a','a'"
        " FROM trash"
    ),
    "a live memory is newer than its last delete": (
        "UPDATE memories SET seq=seq-1 WHERE name='twice'"
    ),
    "the chain is contiguous": (
        "INSERT INTO audit(seq,at,action,key_id,mac) VALUES (99,9e15,'x',1,x'00')"
    ),
    "time goes forward along the chain": (
        "INSERT INTO audit(seq,at,action,key_id,mac) SELECT max(seq)+1,1,'x',1,x'00' FROM audit"
    ),
    "tags belong to live memories": "INSERT INTO tags(tag,rid) VALUES ('t',999)",
    "a sealed namespace is the only one with a missing description": (
        "UPDATE memories SET description=NULL"
    ),
}


@pytest.fixture
def lived_in(store):
    """A store in which a memory was saved, one twice, and one deleted."""
    store.save("kept", tags=["t"])
    store.save("twice")
    store.save("twice", content="anew")
    gone = store.save("gone")
    store.one(lambda tx: memories.delete_memory(tx, actor(), gone.name, "global", "", None, None))
    return store


def test_a_store_that_only_the_use_cases_wrote_holds_all_of_them(lived_in):
    assert invariants(lived_in.raw) == []


def test_there_is_a_way_to_break_each_of_them():
    assert set(HARM) == set(INVARIANTS)


@pytest.mark.parametrize("sentence", INVARIANTS)
def test_an_invariant_that_is_broken_is_named(lived_in, sentence):
    lived_in.raw.execute(HARM[sentence])

    assert sentence in " ".join(invariants(lived_in.raw))


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE audit SET action='memory.save'",
        "DELETE FROM audit",
        "INSERT OR REPLACE INTO audit(seq,at,action,key_id,mac) VALUES (1,1,'x',1,x'00')",
    ],
)
def test_the_audit_log_cannot_be_rewritten_by_mistake(lived_in, sql):
    with pytest.raises(Exception, match="append-only"):
        lived_in.raw.execute(sql)


def test_a_description_edit_copies_no_content(lived_in):
    before = lived_in.raw.execute("SELECT count(*) FROM contents").fetchone()[0]
    name = draft("kept").name
    lived_in.one(
        lambda tx: memories.describe_memory(tx, actor(), name, "global", "", "new words", None)
    )

    assert lived_in.raw.execute("SELECT count(*) FROM contents").fetchone()[0] == before
    assert invariants(lived_in.raw) == []
