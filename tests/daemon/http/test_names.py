"""Names over the API: one rule, on every verb."""

from __future__ import annotations

from urllib.parse import quote

import pytest

STORED = [
    pytest.param("SM-4", "My-Key Name", "my_key_name"),
    pytest.param("SM-5", "  padded  ", "padded"),
    pytest.param("SM-6", "UPPER", "upper"),
    pytest.param("SM-7", "a\N{EN DASH}b", "a_b"),
    pytest.param("SM-7", "a\u00a0b", "a_b"),
    pytest.param("SM-7", "a--b", "a_b"),
    pytest.param("SM-8", "Crème Brûlée", "creme_brulee"),
    pytest.param("SM-8", "Cre\u0300me Bru\u0302le\u0301e", "creme_brulee"),
    pytest.param("SM-9", "Straße", "strasse"),
    pytest.param("SM-9", "Ærø Guide", "aero_guide"),
    pytest.param("SM-9", "Cafe\u0301", "cafe"),
]


@pytest.mark.requirement("SM-4", "SM-5", "SM-6", "SM-7", "SM-8", "SM-9", "NM-07")
@pytest.mark.parametrize(("_case", "written", "stored"), STORED)
def test_a_name_is_stored_and_told_in_its_one_form(alice, _case, written, stored):
    saved = alice.save(written, scope="user")

    assert (saved.status, saved.json["name"]) == (201, stored)
    for spelling in (written, stored):
        got = alice.get(f"/v1/api/memories/{quote(spelling, safe='')}?scope=user")
        assert got.json["memory_id"] == saved.json["memory_id"]


@pytest.mark.requirement("SM-7", "SM-8")
@pytest.mark.parametrize(
    "spellings",
    [("a\N{EN DASH}b", "a\u00a0b", "a--b", "A b"), ("Crème", "Cre\u0300me", "CREME")],
)
def test_spellings_of_one_name_are_one_row(alice, spellings):
    ids = {alice.save(one, scope="user").json["memory_id"] for one in spellings}

    assert len(ids) == 1


REFUSED = [
    "a__b",
    "_lead",
    "trail_",
    "a/b",
    "a.b",
    "q?n",
    "f#n",
    "c\nn",
    "tab\tname",
    "a%2Fb",
    "..",
    "日本語",
    "ƿynn",
    "🚀",
    "🎯",
    "---",
    "___",
    "",
    "   ",
    "a'b;drop",
    "n\0ul",
    "\ud83d",
]


@pytest.mark.requirement("SM-10", "SM-11", "SM-12", "SM-13", "SM-15", "NM-02", "NM-06")
@pytest.mark.parametrize("written", REFUSED)
def test_what_can_be_no_name_is_refused_with_advice_and_nothing_is_stored(alice, written):
    reply = alice.save(written, scope="user")

    assert (reply.status, reply.code) == (400, "invalid_name")
    assert reply.json["hint"]
    assert alice.get("/v1/api/memories?scope=user").json["total"] == 0


@pytest.mark.requirement("SM-12")
def test_a_name_in_another_script_is_told_where_its_wording_belongs(alice):
    hint = alice.save("日本語").json["hint"]

    assert "description or content" in hint


@pytest.mark.requirement("SM-15")
@pytest.mark.parametrize("written", [..., None, 42, [], {}, True])
def test_a_name_that_is_no_text_is_refused(alice, written):
    reply = alice.save(written, scope="user")

    assert (reply.status, reply.code) == (400, "invalid_name")
    assert alice.get("/v1/api/memories?scope=user").json["total"] == 0


@pytest.mark.requirement("SM-14", "NM-03")
@pytest.mark.parametrize(
    ("written", "status"),
    [("n" * 256, 201), ("n" * 257, 400), ("n" * 300, 400), ("ß" * 128, 201), ("ß" * 256, 400)],
)
def test_the_length_counts_after_folding(alice, written, status):
    reply = alice.save(written, scope="user")

    assert reply.status == status
    if status == 400:
        folded = len(written.replace("ß", "ss"))
        assert f"exceeds 256 characters after normalization ({folded})" in reply.json["error"]


@pytest.mark.requirement("SM-16", "NM-05", "NM-07")
@pytest.mark.parametrize("path", ["Proj%20Arch", "proj-arch", "%70roj%5Farch", "PROJ_ARCH"])
def test_reading_and_deleting_take_any_spelling(alice, path):
    alice.save("proj_arch", scope="user")

    assert alice.get(f"/v1/api/memories/{path}?scope=user").status == 200
    deleted = alice.delete(f"/v1/api/memories/{path}?scope=user")
    assert (deleted.status, deleted.json["name"]) == (200, "proj_arch")


@pytest.mark.requirement("NM-06")
@pytest.mark.parametrize("path", ["a%2Fb", "a%3Fb", "a%23b", "%00", "%2E%2E", "%FF", "a%0Ab"])
@pytest.mark.parametrize("method", ["GET", "DELETE"])
def test_a_path_that_can_be_no_name_is_refused_and_reaches_no_other_route(alice, method, path):
    reply = alice.ask(method, f"/v1/api/memories/{path}")

    assert (reply.status, reply.code) in ((400, "invalid_name"), (404, "no_such_route"))
