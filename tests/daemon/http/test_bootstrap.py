"""Bootstrap: one request for a console's first picture."""

from __future__ import annotations

import pytest

from support.office import EVERY, at


def test_it_says_who_calls_what_runs_and_shows_the_first_page(alice):
    for number in range(3):
        alice.own(f"note_{number}", type="feedback" if number else "user")

    body = alice.get("/v1/api/bootstrap").json

    assert body["identity"]["user_id"] == alice.user_id
    assert body["versions"] == alice.get("/v1/version").json
    mine = next(c for c in body["counts"] if c["scope"] == "user")
    assert mine == {
        "scope": "user",
        "scope_id": alice.user_id,
        "total": 3,
        "types": {"feedback": 2, "user": 1},
    }
    shown = [m["name"] for m in body["page"]["memories"] if m["scope"] == "user"]
    assert shown == ["note_2", "note_1", "note_0"]
    assert "content" not in body["page"]["memories"][0]
    assert body["index"]["state"] == "ready"


def test_its_page_is_the_lists_first_page_and_its_cursor_goes_on(alice):
    for number in range(5):
        alice.own(f"note_{number}")

    first = alice.get("/v1/api/bootstrap?limit=2").json["page"]
    rest = alice.page(cursor=first["cursor"], limit=3, fields="summary").json

    listed = alice.page(limit=5, fields="summary").json["memories"]
    assert first["memories"] + rest["memories"] == listed
    assert first["total"] == rest["total"]


def test_its_head_is_the_number_of_the_last_change(alice):
    saved = alice.own()

    head = alice.get("/v1/api/bootstrap").json["head_seq"]

    # Others' refusals may be noted at any time: no earlier than our own change.
    assert head >= saved["revision"]


def test_an_empty_scope_has_no_count(alice):
    alice.own()
    alice.remove("note", scope="user")

    counts = alice.get("/v1/api/bootstrap").json["counts"]

    assert [c for c in counts if c["scope"] == "user"] == []


@pytest.mark.parametrize("limit", ["0", "201", "abc", ""])
def test_its_limit_is_the_lists(alice, limit):
    assert alice.get(f"/v1/api/bootstrap?limit={limit}").code == "invalid_limit"


def test_an_admins_counts_are_of_every_scope(alice, boss):
    alice.save("note", scope="workstream", scope_id=alice.workstream)

    counts = boss.get("/v1/api/bootstrap").json["counts"]

    assert {"scope": "workstream", "scope_id": alice.workstream} in [
        {k: c[k] for k in ("scope", "scope_id")} for c in counts
    ]
    assert sum(c["total"] for c in counts) == boss.get(at(EVERY, limit=1)).json["total"]
