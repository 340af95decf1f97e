"""The store fails under a request: a 500, never a 404, and nothing half done."""

from __future__ import annotations

from contextlib import contextmanager

import pytest

from support.home import new_home
from support.office import EVERY, MEMORIES, at, at_once


@contextmanager
def failing(home, when="BEFORE INSERT ON audit"):
    """Make one statement of the daemon's fail, from a connection of our own."""
    home.errors_expected = True
    with home.raw() as raw:
        raw.execute(f"CREATE TRIGGER broken {when} BEGIN SELECT RAISE(ABORT,'no'); END")
    try:
        yield
    finally:
        with home.raw() as raw:
            raw.execute("DROP TRIGGER broken")


def contents(home):
    """Return everything that a failed request must leave as it was."""
    return [
        home.rows(f"SELECT * FROM {table}")  # noqa: S608 # one of the tables below
        for table in ("memories", "trash", "revisions", "contents", "counts", "audit", "tags")
    ]


def changes(home, memory_id, batch_id):
    """Return a request for each way to change something."""
    user, admin = home.api("user"), home.api("admin")
    note, by_id = at(MEMORIES, "note"), at(EVERY, memory_id)
    return {
        "create": lambda: user.save("another"),
        "update": lambda: user.save("note", content="other", tags=["t"]),
        "describe": lambda: user.ask("PATCH", note, {"description": "other"}),
        "delete": lambda: user.delete(note),
        "describe by id": lambda: admin.ask("PATCH", by_id, {"description": "other"}),
        "delete by id": lambda: admin.delete(by_id),
        "undo": lambda: user.ask("POST", at("/v1/api/undo", batch_id)),
    }


@pytest.fixture(scope="module")
def harmed():
    """A daemon that only these tests harm; each puts right what it broke."""
    made = new_home()
    try:
        yield made.start()
    finally:
        made.close()


@pytest.fixture
def lived_in(harmed):
    """Return the home, and each change that could be made in it."""
    user = harmed.api()
    saved = user.save("note", content="okapi").json
    user.save("gone", content="okapi")
    batch = user.delete(at(MEMORIES, "gone")).json["batch_id"]
    return harmed, changes(harmed, saved["memory_id"], batch)


@pytest.mark.requirement("SM-70", "AU-02", "AU-03")
def test_when_the_audit_row_cannot_be_written_nothing_is_changed(lived_in):
    home, every = lived_in
    before = contents(home)

    with failing(home):
        replies = {which: act() for which, act in every.items()}

    for which, reply in replies.items():
        assert (reply.status, reply.code) == (500, "storage_failed"), which
        assert reply.json["error"].endswith("nothing was changed"), which
    assert contents(home) == before
    user = home.api()
    assert user.names("okapi") == ["note"]
    assert user.get(at(MEMORIES, "note")).status == 200


@pytest.mark.requirement("SM-70", "AU-03")
@pytest.mark.parametrize(
    "when",
    [
        "BEFORE DELETE ON memories",
        "BEFORE INSERT ON trash",
        "BEFORE UPDATE ON counts",
        "BEFORE INSERT ON audit_text",
    ],
)
def test_a_delete_that_fails_half_way_is_a_500_and_the_memory_is_still_there(lived_in, when):
    home, every = lived_in
    before = contents(home)

    with failing(home, when):
        replies = [every["delete"](), every["delete by id"]()]

    assert [(reply.status, reply.code) for reply in replies] == [(500, "storage_failed")] * 2
    assert contents(home) == before
    assert home.api().names("okapi") == ["note"]
    assert every["delete"]().status == 200, "and can be deleted once the cause is gone"


@pytest.mark.requirement("AU-03")
def test_a_failed_change_takes_no_number_of_the_chain(lived_in):
    home, every = lived_in

    with failing(home):
        every["update"]()
    every["update"]()

    seqs = [row["seq"] for row in home.audit()]
    assert seqs == list(range(1, len(seqs) + 1))
    assert home.broken() == []


def test_a_change_that_failed_may_be_sent_again_with_its_key(lived_in):
    home, _every = lived_in
    user = home.api()
    draft = {"name": "later", "content": "c", "description": "d"}
    key = {"Idempotency-Key": "k-1"}

    with failing(home):
        assert user.ask("POST", MEMORIES, draft, headers=key).status == 500

    assert user.ask("POST", MEMORIES, draft, headers=key).status == 201


@pytest.mark.requirement("AU-03")
def test_of_requests_at_once_only_the_one_that_fails_is_refused(lived_in):
    home, _every = lived_in
    user = home.api()
    when = "BEFORE INSERT ON memories WHEN NEW.name='culprit'"

    with failing(home, when):
        replies = at_once(10, lambda n: user.save("culprit" if n == 4 else f"note_{n}"))

    assert [reply.status for reply in replies] == [201] * 4 + [500] + [201] * 5
    assert user.get(at(MEMORIES, "culprit")).status == 404


def test_reads_go_on_while_writes_fail(lived_in):
    home, _every = lived_in
    user = home.api()
    total = user.get(MEMORIES).json["total"]

    with failing(home):
        assert user.get(at(MEMORIES, "note")).status == 200
        assert user.get(MEMORIES).json["total"] == total
        assert user.search("okapi").json["total"] == 1


@pytest.mark.requirement("SM-70")
def test_a_read_that_the_database_fails_is_a_500_and_not_an_empty_answer(lived_in):
    home, _every = lived_in
    user = home.api()
    total = user.get(MEMORIES).json["total"]
    home.errors_expected = True
    with home.raw() as raw:
        raw.execute("ALTER TABLE counts RENAME TO counts_gone")
    try:
        reply = user.get(MEMORIES)
    finally:
        with home.raw() as raw:
            raw.execute("ALTER TABLE counts_gone RENAME TO counts")

    assert (reply.status, reply.code) == (500, "storage_failed")
    assert user.get(MEMORIES).json["total"] == total
