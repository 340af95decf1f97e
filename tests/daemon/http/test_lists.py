"""Lists: newest first, true totals, pages without gaps or repeats."""

from __future__ import annotations

import threading

import pytest

from support.office import EVERY, MEMORIES, at


def walk(fetch, limit):
    """Return every page that the cursors lead to."""
    pages, cursor = [], ""
    while True:
        page = fetch(limit=limit, cursor=cursor).json
        pages.append(page)
        cursor = page.get("cursor", "")
        if not cursor:
            return pages


@pytest.mark.requirement("SM-44")
def test_a_list_is_newest_first_and_the_last_write_is_on_top(alice):
    for number in range(5):
        alice.own(f"note_{number}")
    alice.own("note_1", content="written last")
    alice.describe("note_3", "or rather this one", scope="user")

    names = [m["name"] for m in alice.page(scope="user").json["memories"]]

    assert names == ["note_3", "note_1", "note_4", "note_2", "note_0"]


@pytest.mark.requirement("SM-45", "VL-01")
@pytest.mark.parametrize(
    "limit",
    [
        "0",
        "-1",
        "-999",
        "201",
        "1.5",
        "abc",
        "",
        "1e3",
        "10;drop",
        "9" * 20,
        "9" * 25,
        "\uff11\uff10",
    ],
)
def test_a_limit_out_of_range_is_refused(alice, limit):
    reply = alice.page(limit=limit)

    assert (reply.status, reply.code) == (400, "invalid_limit")
    assert "limit" in reply.json["error"]


@pytest.mark.requirement("SM-45")
@pytest.mark.parametrize("limit", ["1", "200", "+2"])
def test_a_limit_in_range_is_taken(alice, limit):
    alice.own("one")
    alice.own("two")

    page = alice.page(scope="user", limit=limit).json

    assert len(page["memories"]) == min(2, int(limit))
    assert page["total"] == 2


@pytest.mark.requirement("SM-46", "VL-01")
def test_the_admins_limit_is_clamped_and_text_refused(alice, boss):
    for number in range(205):
        alice.own(f"note_{number}")

    def shown(limit):
        page = boss.get(at(EVERY, scope="user", scope_id=alice.user_id, limit=limit)).json
        return len(page["memories"]), page["total"]

    assert [shown(limit) for limit in ("0", "-1", "-999")] == [(1, 205)] * 3
    assert [shown(limit) for limit in ("200", "9999", "9" * 20)] == [(200, 205)] * 3
    for limit in ("abc", "", "1.5", "1e3", "\uff11\uff10", "10;drop"):
        reply = boss.get(at(EVERY, limit=limit))
        assert (reply.status, reply.code) == (400, "invalid_limit")


@pytest.mark.requirement("SM-45")
def test_a_page_holds_100_where_no_limit_is_given(alice):
    for number in range(101):
        alice.own(f"note_{number}")

    page = alice.page(scope="user").json

    assert (len(page["memories"]), page["total"]) == (100, 101)


@pytest.mark.requirement("SM-47")
@pytest.mark.parametrize("limit", [1, 3, 7, 200])
def test_totals_are_true_whatever_the_page_and_the_pages_together_are_all(alice, limit):
    saved = [alice.own(f"note_{number}")["memory_id"] for number in range(14)]

    pages = walk(lambda **params: alice.page(scope="user", **params), limit)

    assert {page["total"] for page in pages} == {14}
    assert [m["memory_id"] for page in pages for m in page["memories"]] == saved[::-1]
    assert all(len(page["memories"]) == limit for page in pages[:-1])
    assert "cursor" not in pages[-1], "no cursor leads to an empty page"


@pytest.mark.requirement("SM-47")
def test_pages_of_several_scopes_merge_into_one_order(alice, boss):
    saved = []
    for number in range(6):
        saved.append(alice.own(f"note_{number}")["memory_id"])
        in_stream = {"scope": "workstream", "scope_id": alice.workstream}
        saved.append(alice.save(f"note_{number}", **in_stream).json["memory_id"])

    pages = walk(lambda **params: boss.get(at(EVERY, **params)), 5)

    # The office keeps other rows too; the order among ours is what is looked at.
    seen = [m["memory_id"] for page in pages for m in page["memories"]]
    assert [one for one in seen if one in saved] == saved[::-1]
    assert len(seen) == len(set(seen)) == pages[0]["total"]


@pytest.mark.requirement("SM-47")
def test_pages_have_no_gap_and_no_repeat_while_others_write(alice):
    untouched = [alice.own(f"still_{number}")["memory_id"] for number in range(40)]
    stop = threading.Event()
    began = threading.Event()

    def churn():
        number = 0
        while not stop.is_set():
            number += 1
            alice.own(f"busy_{number % 5}", content=f"text {number}")
            if number % 3 == 0:
                alice.remove(f"busy_{number % 5}", scope="user")
            began.set()

    writer = threading.Thread(target=churn)
    writer.start()
    try:
        assert began.wait(20)
        for _round in range(5):
            pages = walk(lambda **params: alice.page(scope="user", **params), 4)
            seen = [m["memory_id"] for page in pages for m in page["memories"]]
            # What nobody writes is seen exactly once, in its order, whatever moves above it.
            assert [one for one in seen if one in untouched] == untouched[::-1]
    finally:
        stop.set()
        writer.join(20)


@pytest.mark.parametrize(
    "cursor", ["x", "!!!!", "bGlzdDo", "bGlzdDotMTotMQ", "c2VhcmNoOjE", "é", "A" * 500]
)
def test_a_cursor_that_no_list_gave_out_is_refused(alice, boss, cursor):
    # The third to fifth are `list:`, `list:-1:-1` and `search:1`, encoded.
    for reply in (alice.page(cursor=cursor), boss.get(at(EVERY, cursor=cursor))):
        assert (reply.status, reply.code) == (400, "invalid_cursor")


def test_a_cursor_of_another_caller_shows_nothing_of_theirs(alice, bob):
    for number in range(3):
        bob.own(f"bobs_{number}")
        alice.own(f"mine_{number}")
    cursor = bob.page(scope="user", limit=1).json["cursor"]

    rest = alice.page(scope="user", cursor=cursor).json["memories"]

    assert {m["scope_id"] for m in rest} <= {alice.user_id}


def test_a_summary_leaves_contents_out_and_nothing_else(alice):
    alice.own()
    whole = alice.page(scope="user").json["memories"][0]
    short = alice.page(scope="user", fields="summary").json["memories"][0]

    assert whole.pop("content") == "some content"
    assert short == whole


def test_fields_takes_no_other_word(alice):
    reply = alice.page(fields="everything")

    assert (reply.status, reply.code) == (400, "invalid_fields")


@pytest.mark.requirement("SM-48")
def test_the_admins_list_refuses_an_unknown_type_or_scope(boss):
    assert boss.get(at(EVERY, type="bogus")).code == "invalid_type"
    assert boss.get(at(EVERY, scope="bogus")).code == "invalid_scope"
    assert boss.get(at(EVERY, scope="coordinator")).status == 200, "but knows every scope"


def test_a_list_takes_each_parameter_once_and_no_other(alice):
    for query in ("limit=1&limit=2", "scope=user&scope=user"):
        reply = alice.get(f"{MEMORIES}?{query}")
        assert reply.status == 400
        assert "twice" in reply.json["error"]
    for query in ("sort=name", "offset=5", "Limit=1", "q=x"):
        reply = alice.get(f"{MEMORIES}?{query}")
        assert (reply.status, reply.code) == (400, "unknown_field")
        assert query.partition("=")[0] in reply.json["error"]
