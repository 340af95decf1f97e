"""Creating and updating: replies, identity, what is kept."""

from __future__ import annotations

import re

import pytest

pytestmark = pytest.mark.usefixtures("office")

SEED_FIELDS = {
    "memory_id",
    "name",
    "description",
    "type",
    "scope",
    "scope_id",
    "content",
    "created",
    "updated",
}
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")


@pytest.mark.requirement("SM-1")
def test_a_new_memory_is_a_201_with_every_field_of_the_document(alice, name):
    reply = alice.save(name)

    memory = reply.json
    assert reply.status == 201
    assert set(memory) >= SEED_FIELDS | {"batch_id", "revision", "access_count", "last_accessed"}
    assert memory["created"] == memory["updated"]
    assert (memory["access_count"], memory["last_accessed"]) == (0, "")
    assert UUID.fullmatch(memory["memory_id"])
    assert TIME.fullmatch(memory["created"])
    assert reply.headers["ETag"] == f'"{memory["revision"]}"'


@pytest.mark.requirement("SM-2", "NM-01")
def test_the_same_name_in_the_same_scope_is_an_update_that_keeps_id_and_creation(alice, name):
    first = alice.save(name, content="first").json
    reply = alice.save(name, content="second")

    second = reply.json
    assert reply.status == 200
    assert (second["memory_id"], second["created"]) == (first["memory_id"], first["created"])
    assert second["updated"] > first["updated"]
    assert second["content"] == "second"


@pytest.mark.requirement("NM-01")
def test_two_spellings_of_one_name_are_an_update_and_audited_as_one(office, alice, name):
    alice.save(f"{name} Report")
    reply = alice.save(f"{name}-report", content="other")

    rows = [row for row in office.home.audit() if row["name"] == f"{name}_report"]
    assert reply.status == 200
    assert [row["action"] for row in rows] == ["memory.save", "memory.update"]
    assert rows[1]["rev_before"] == rows[0]["rev_after"]


@pytest.mark.requirement("SM-3")
def test_one_name_in_two_scopes_is_two_memories(alice, name):
    one = alice.save(name).json
    two = alice.save(name, scope="user").json

    assert one["memory_id"] != two["memory_id"]
    assert (one["scope"], two["scope"]) == ("global", "user")
    assert two["scope_id"] == alice.user_id


def test_title_tags_and_metadata_are_kept_until_they_are_given_anew(alice):
    given = {"title": "Größe", "tags": ["B", " a "], "metadata": {"k": [1, None]}}
    first = alice.save("full", scope="user", **given).json
    kept = alice.save("full", scope="user", content="new").json
    cleared = alice.save("full", scope="user", title=None, tags=[], metadata=None).json

    assert (first["title"], first["tags"], first["metadata"]) == (
        "Größe",
        ["a", "b"],
        {"k": [1, None]},
    )
    for field in ("title", "tags", "metadata"):
        assert kept[field] == first[field]
    assert (cleared["title"], cleared["tags"], cleared["metadata"]) == (None, [], {})


@pytest.mark.requirement("SM-25", "VL-06")
@pytest.mark.parametrize(
    "harm", [{"description": ...}, {"description": " "}, {"content": ""}, {"type": "bogus"}]
)
def test_an_update_that_is_not_valid_changes_nothing(office, alice, name, harm):
    alice.save(name)
    before = alice.get(f"/v1/api/memories/{name}?touch=false").json

    assert alice.save(name, **({"content": "changed"} | harm)).status == 400

    assert alice.get(f"/v1/api/memories/{name}?touch=false").json == before
    assert [row["action"] for row in office.home.audit() if row["name"] == name] == ["memory.save"]


@pytest.mark.requirement("SM-44")
def test_the_times_of_saves_strictly_increase_however_fast_they_come(alice):
    times = [alice.save(f"n{n}", scope="user").json["updated"] for n in range(30)]

    assert times == sorted(set(times))


def test_who_wrote_it_is_told_and_the_label_sets_the_origin(alice):
    body = {"name": "n", "content": "c", "description": "d", "scope": "user"}
    origins = {}
    for label in ("console", "cli", "import", "hook", "mcp", "sdk", "nonsense"):
        reply = alice.ask("POST", "/v1/api/memories", body, headers={"Ricordo-Client": label})
        origins[label] = reply.json["origin"]
        assert reply.json["updated_by"] == alice.user_id

    assert origins == {
        "console": "person",
        "cli": "person",
        "import": "import",
        "hook": "agent",
        "mcp": "agent",
        "sdk": "agent",
        "nonsense": "agent",
    }
