"""What people type, and what they must find: through the API, with the product's own index."""

from __future__ import annotations

import pytest

SKY = "\N{ROCKET}"


def fill(person, contents):
    """Save one memory a content, named m1, m2, … in the person's own scope."""
    for number, content in enumerate(contents, start=1):
        saved = person.save(f"m{number}", content=content, description="x", scope="user")
        assert saved.status == 201


def found(person, query):
    """Return the names that a search of the person's own scope finds, best first."""
    return person.names(query, scope="user")


FINDS = [
    pytest.param(
        ["Follow-up for TASK-4711 is due", "the year 4711 is far"],
        "TASK-4711",
        ["m1", "m2"],
        id="QS-01 a ticket number",
    ),
    pytest.param(
        ["The release robot cannot read other robots' queues"],
        "why can't the release robot read another robot's queue",
        ["m1"],
        id="QS-02 apostrophes",
    ),
    pytest.param(["see docs/setup", "ask example.com"], "docs/setup", ["m1"], id="QS-03 a path"),
    pytest.param(["see docs/setup", "ask example.com"], "example.com", ["m2"], id="QS-03 a host"),
    pytest.param(
        ["runs on ubuntu 20.04", "runs on 2004 boxes"],
        "ubuntu 20.04",
        ["m1"],
        id="QS-03 a version",
    ),
    pytest.param(["do NOT ship on Friday AND tell ops"], "NOT ship", ["m1"], id="QS-07 NOT"),
    pytest.param(["do NOT ship on Friday AND tell ops"], "ship AND", ["m1"], id="QS-07 AND"),
    pytest.param(["do NOT ship on Friday AND tell ops"], "do not ship", ["m1"], id="QS-07 words"),
    pytest.param(
        ["loginWithFingerprint is in DoorScreen"], "fingerprint", ["m1"], id="TK-01 part"
    ),
    pytest.param(
        ["loginWithFingerprint is in DoorScreen"], "login fingerprint", ["m1"], id="TK-01 parts"
    ),
    pytest.param(
        ["a login, and a fingerprint", "loginWithFingerprint is in DoorScreen"],
        "loginWithFingerprint",
        ["m2", "m1"],
        id="TK-01 the whole first",
    ),
    pytest.param(
        ["loginWithFingerprint is in DoorScreen"],
        "loginwithfingerprint",
        ["m1"],
        id="TK-01 run together",
    ),
    pytest.param(["call safe_write_file first"], "safe_write_file", ["m1"], id="TK-02 whole"),
    pytest.param(["call safe_write_file first"], "safe write file", ["m1"], id="TK-02 words"),
    pytest.param(["call safe_write_file first"], "write_file", ["m1"], id="TK-02 tail"),
    pytest.param(["call safe_write_file first"], "file", ["m1"], id="TK-02 part"),
    pytest.param(["set MY_SECRET_PLACE"], "my-secret-place", ["m1"], id="TK-03 kebab"),
    pytest.param(["prefer use-light-mode"], "use_light_mode", ["m1"], id="TK-03 snake"),
    pytest.param(["scan the K-9 sheet", "one more sheet"], "K-9", ["m1"], id="TK-05 short"),
    pytest.param(["scan the K-9 sheet"], "k9", ["m1"], id="TK-05 joined"),
    pytest.param(["we write it in C++", "we write it in C"], "C++", ["m1"], id="C++ is not C"),
    pytest.param(["昨天写了数据库设计文档"], "数据库", ["m1"], id="UN-01 Chinese"),
    pytest.param(["私は毎日英語を練習します", "ok"], "英語", ["m1"], id="UN-01 Japanese"),
    pytest.param(["昨天写了数据库设计文档"], "东京", [], id="UN-01 not there"),
    pytest.param(["电源清单与网络"], "电源", ["m1"], id="UN-02 two characters"),
    pytest.param(["电源清单与网络"], "网", ["m1"], id="UN-02 one character"),
    pytest.param(["cafe\u0301 table"], "caf\u00e9", ["m1"], id="UN-05 NFC finds NFD"),
    pytest.param(["caf\u00e9 table"], "cafe\u0301", ["m1"], id="UN-05 NFD finds NFC"),
    pytest.param(
        ["\ud55c\uae00"], "\u1112\u1161\u11ab\u1100\u1173\u11af", ["m1"], id="UN-05 jamo"
    ),
    pytest.param(["Zürich über Gdańsk"], "zurich", ["m1"], id="UN-06 plain"),
    pytest.param(["Zürich über Gdańsk"], "ÜBER", ["m1"], id="UN-06 accented"),
    pytest.param(["ship it " + SKY], SKY, ["m1"], id="UN-07 an emoji"),
    pytest.param(["İzmir"], "izmir", ["m1"], id="UN-09 dotted I"),
    pytest.param(["Maßstab"], "massstab", ["m1"], id="UN-09 sharp s"),
    pytest.param(["\N{LATIN SMALL LIGATURE FI}ne"], "fine", ["m1"], id="UN-09 ligature"),
    pytest.param(["\uff21\uff30\uff29"], "api", ["m1"], id="UN-09 full width"),
    pytest.param(
        ["rule: to be or not to be plain"],
        "to be or not to be",
        ["m1"],
        id="QD-01 stop words only",
    ),
]


@pytest.mark.requirement(
    "QS-01",
    "QS-02",
    "QS-03",
    "QS-07",
    "TK-01",
    "TK-02",
    "TK-03",
    "TK-05",
    "UN-01",
    "UN-02",
    "UN-05",
    "UN-06",
    "UN-07",
    "UN-09",
    "QD-01",
)
@pytest.mark.parametrize(("contents", "query", "names"), FINDS)
def test_a_query_finds_what_a_person_means_by_it(alice, contents, query, names):
    fill(alice, contents)

    assert found(alice, query)[: len(names)] == names
    if not names:
        assert found(alice, query) == []


@pytest.mark.requirement("TK-07")
def test_both_words_of_a_name_rank_above_one_word_often(alice):
    alice.save("queue-leak-alarm", content="x", description="x", scope="user")
    alice.save("other", content="queue queue queue queue", description="x", scope="user")

    assert found(alice, "queue leak") == ["queue_leak_alarm", "other"]


@pytest.mark.requirement("QS-04", "QS-05", "QS-10", "SM-56", "SM-63")
@pytest.mark.parametrize(
    "query",
    [
        "http:",
        "[2024 to",
        "{a TO",
        "(((",
        "foo^",
        "\\",
        "a:b:c",
        "*",
        "?",
        "*ing",
        "content:*",
        "memory_id:*",
        "%",
        "_",
        'AND OR NOT ( " * ^ : ~',
        '"',
        "~",
        "name:q OR scope:user",
    ],
)
def test_no_query_is_a_syntax_error_or_a_wildcard(alice, query):
    fill(alice, ["apples", "pears", "plums"])

    reply = alice.search(query, scope="user")

    assert (reply.status, reply.json["total"]) == (200, 0)


@pytest.mark.requirement("QS-10", "SC-01")
def test_field_words_in_a_query_reach_nobody_elses_rows(alice, bob):
    alice.save("hers", content="scope user secret", scope="user")

    for query in ("scope:user", f"scope_id:{alice.user_id}", "scope user secret"):
        reply = bob.search(query)
        assert "hers" not in [memory["name"] for memory in reply.json["memories"]]


@pytest.mark.requirement("QD-03", "SM-50")
@pytest.mark.parametrize("query", [..., None, "", "   ", "\u3000", 42, []])
def test_a_blank_query_is_refused_and_never_lists_the_store(alice, query):
    body = {} if query is ... else {"query": query}
    reply = alice.ask("POST", "/v1/api/memories/search", body)

    assert (reply.status, reply.code) == (400, "invalid_query")


@pytest.mark.requirement("QD-04")
def test_a_nul_in_a_query_is_refused_on_both_routes(alice, boss):
    assert alice.search("a\0b").code == "invalid_query"
    assert boss.get("/v1/api/admin/memories/search?q=%00").code == "invalid_query"


@pytest.mark.requirement("QD-06", "SM-62")
@pytest.mark.parametrize(
    "query",
    ["word " * 6000, " ".join(f"w{n}" for n in range(3000)), f"{SKY} " * 5000, "a" * 65_536],
    ids=["long", "many", "emoji", "one"],
)
def test_a_huge_query_is_answered(alice, query):
    fill(alice, ["a word"])

    assert alice.search(query, scope="user").status == 200


def test_a_query_over_the_limit_is_refused_with_it(alice):
    reply = alice.search("x" * 65_537)

    assert (reply.status, reply.json["limit"]) == (400, 65_536)


@pytest.mark.requirement("QD-07")
@pytest.mark.parametrize("query", ["a" * 5000, "_" * 5000, "aB" * 2500, "-" * 5000])
def test_a_single_huge_word_is_answered(alice, query):
    assert alice.search(query, scope="user").status == 200


@pytest.mark.requirement("RK-01")
def test_more_of_a_word_scores_higher_at_the_same_length(alice):
    fill(alice, ["quota quota quota", "quota two three", "one two three"])

    reply = alice.search("quota", scope="user")
    scores = [memory["score"] for memory in reply.json["memories"]]

    assert [memory["name"] for memory in reply.json["memories"]] == ["m1", "m2"]
    assert scores[0] > scores[1] > 0


@pytest.mark.requirement("IX-01", "SM-64")
def test_a_search_shows_a_change_at_once_and_a_deleted_text_never_again(alice):
    alice.save("x", content="zebra marmalade", scope="user")
    assert found(alice, "marmalade") == ["x"]
    alice.save("x", content="plain toast", scope="user")
    assert (found(alice, "marmalade"), found(alice, "toast")) == ([], ["x"])
    alice.delete("/v1/api/memories/x?scope=user")

    assert found(alice, "toast") == []


def test_a_name_that_stands_for_another_script_is_found_by_its_title(alice):
    alice.save("notes_1a2b3c4d", title="Квартальный отчёт", description="x", scope="user")

    assert found(alice, "отчёт") == ["notes_1a2b3c4d"]
    assert found(alice, "1a2b3c4d") == []
