"""Reading one memory: whole, and counted once."""

from __future__ import annotations

import pytest

from support.home import wait_for
from support.office import EVERY, MEMORIES, at


def counted(who, name="note"):
    """Return how often a memory was read, without reading it."""
    return who.read(name, scope="user", touch="false").json["access_count"]


@pytest.mark.requirement("SM-72")
def test_a_read_returns_the_whole_content_and_counts_itself(alice):
    saved = alice.own(content="x" * 40_000)

    first = alice.read("note", scope="user")
    second = alice.read("note", scope="user")

    assert first.json["content"] == "x" * 40_000
    assert (first.json["access_count"], second.json["access_count"]) == (1, 2)
    assert saved["updated"] < first.json["last_accessed"] < second.json["last_accessed"]
    assert first.headers["ETag"] == f'"{saved["revision"]}"'


@pytest.mark.requirement("SM-72")
def test_nothing_but_a_read_moves_the_counter(alice, boss):
    saved = alice.own(content="okapi")
    alice.read("note", scope="user")

    alice.page(scope="user")
    alice.search("okapi", scope="user")
    alice.get("/v1/api/bootstrap")
    boss.get(at(EVERY, scope="user", scope_id=alice.user_id))
    boss.get(at(EVERY, "search", q="okapi", scope="user", scope_id=alice.user_id))
    alice.own(content="okapi again")
    alice.describe("note", "anew", scope="user")
    alice.save("note", scope="user", content="")

    assert counted(alice) == 1
    boss.get(at(EVERY, saved["memory_id"]))
    assert counted(alice) == 2, "the admin's read by id is a read"


@pytest.mark.requirement("SM-72")
def test_a_read_moves_neither_the_revision_nor_the_time_of_the_last_change(alice):
    saved = alice.own()
    alice.own("above")

    read = alice.read("note", scope="user").json

    assert (read["revision"], read["updated"]) == (saved["revision"], saved["updated"])
    assert [m["name"] for m in alice.page(scope="user").json["memories"]] == ["above", "note"]


@pytest.mark.parametrize("word", ["false", "0", "False"])
def test_a_read_with_touch_false_is_not_counted(alice, boss, word):
    saved = alice.own()

    alice.read("note", scope="user", touch=word)
    reply = boss.get(at(EVERY, saved["memory_id"], touch=word))

    assert (reply.json["access_count"], reply.json["last_accessed"]) == (0, "")
    alice.read("note", scope="user", touch="true")
    assert counted(alice) == 1


def test_touch_takes_no_other_word(alice):
    assert alice.read("note", scope="user", touch="maybe").code == "invalid_touch"


def test_lists_and_searches_show_the_counter_at_once(alice):
    alice.own(content="okapi")
    alice.read("note", scope="user")

    for reply in (alice.page(scope="user"), alice.search("okapi", scope="user")):
        assert reply.json["memories"][0]["access_count"] == 1


@pytest.mark.requirement("SM-73")
def test_a_miss_is_a_404_that_touches_nothing(office, alice):
    alice.own()

    reply = alice.read("Other Note", scope="user")

    assert (reply.status, reply.code) == (404, "memory_not_found")
    assert reply.json["error"] == "Memory 'other_note' not found"
    assert counted(alice) == 0
    assert len(office.audit(alice)) == 1


def test_a_read_without_a_scope_looks_in_global_only(alice, name):
    alice.own(name)

    assert alice.read(name).status == 404


@pytest.mark.requirement("SM-72")
def test_the_count_of_reads_survives_a_restart_and_a_kill_once_it_is_written(daemon):
    user = daemon.api()
    user.save("note")
    for _ in range(3):
        user.get(at(MEMORIES, "note"))
    daemon.stop()
    assert daemon.rows("SELECT n FROM access") == [(3,)], "a stop writes what is pending"

    daemon.start()
    user.get(at(MEMORIES, "note"))
    wait_for(lambda: daemon.rows("SELECT n FROM access") == [(4,)], "the read is written lazily")
    daemon.kill()
    daemon.start()

    memory = user.get(at(MEMORIES, "note", touch="false")).json
    assert memory["access_count"] == 4
    assert memory["last_accessed"] > memory["updated"]
    assert daemon.audit("memory.%")[-1]["action"] == "memory.save", "no read is audited"
