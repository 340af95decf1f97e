"""What people type and what they then want to see: one engine, a few memories each."""

import pytest

CHINESE = "\u670d\u52a1\u5668\u4e0e\u7f51\u5173"


@pytest.mark.requirement("QS-01")
def test_a_ticket_key_finds_its_memory_before_one_with_the_number_alone(memories):
    number = memories.add("ring extension 2093 about the invoice")
    ticket = memories.add("waiting for PROJ-2093 since monday")
    assert memories.find("PROJ-2093") == [ticket, number]


@pytest.mark.requirement("QS-02")
def test_a_question_with_apostrophes_finds_the_same_as_without(memories):
    wanted = memories.add("The night job does not read other jobs' logs")
    memories.add("The day shift reads its own notes")
    asked = "why can't the night job read another job's logs"
    assert memories.find(asked)[0] == wanted
    assert memories.find(asked.replace("'", "")) == memories.find(asked)


@pytest.mark.requirement("QS-03")
@pytest.mark.parametrize("query", ["src/parser", "files.example.org", "debian 12.5"])
def test_paths_hosts_and_versions_find_their_memory_first(memories, query):
    texts = ["src/parser", "files.example.org", "debian 12.5", "files of the parser, 12 or 5"]
    rids = {text: memories.add(f"{text}") for text in texts}
    assert memories.find(query)[0] == rids[query]


@pytest.mark.requirement("QS-04", "QS-05", "QS-07", "QS-10", "QD-04", "SM-56", "SM-63")
@pytest.mark.parametrize(
    "query",
    ["ftp:", "[2020 to", "{x TO", "(((", "blue^", "\\", "x:y:z", "*", "?", "*ed", "body:*",
     "%", "_", "NOT zebra", "OR", '"', "x\0y", "\ud800", "memory_id:*", "scope:user", "~ ^ :"],
)  # fmt: skip
def test_syntax_of_any_kind_is_text_and_finds_no_other_memory(memories, query):
    memories.add("paint the shed red")
    memories.add("water the plants")
    assert memories.search(query).total == 0


@pytest.mark.requirement("QS-07")
@pytest.mark.parametrize("query", ["NOT paint", "paint AND", "do not paint"])
def test_words_in_capitals_are_no_operators(memories, query):
    wanted = memories.add("do NOT paint in the rain AND close the lid")
    memories.add("forget the rain")
    assert memories.find(query) == [wanted]


@pytest.mark.requirement("TK-01")
@pytest.mark.parametrize(
    "query", ["dialog", "settings dialog", "openSettingsDialog", "opensettingsdialog"]
)
def test_a_camel_case_name_is_found_by_parts_and_first_by_the_whole(memories, query):
    apart = memories.add("open the settings, then the dialog")
    exact = memories.add("openSettingsDialog is in MainWindow")
    assert exact in memories.find(query)
    if query.lower() == "opensettingsdialog":
        assert memories.find(query)[0] == exact
        assert memories.find(query)[1:] in ([], [apart])


@pytest.mark.requirement("TK-02", "SM-54")
@pytest.mark.parametrize("query", ["parse_csv_rows", "parse csv rows", "csv_rows", "rows"])
def test_a_snake_case_name_is_found_whole_and_by_parts(memories, query):
    assert memories.find(query) == []
    rid = memories.add("call parse_csv_rows first")
    named = memories.add(name="parse_csv_rows")
    assert set(memories.find(query)) == {rid, named}


@pytest.mark.requirement("TK-03")
def test_kebab_and_snake_spellings_find_each_other(memories):
    token = memories.add("set MAPS_API_TOKEN")
    flag = memories.add("show-line-numbers is on")
    assert memories.find("maps-api-token") == [token]
    assert memories.find("show_line_numbers") == [flag]


@pytest.mark.requirement("TK-05")
@pytest.mark.parametrize("query", ["K-9", "k9"])
def test_a_letter_and_digit_name_is_found_before_its_neighbourhood(memories, query):
    unit = memories.add("feed the K-9 unit")
    memories.add("the unit is new")
    assert memories.find(query) == [unit]
    assert memories.find(f"{query} unit")[0] == unit


@pytest.mark.requirement("QS-05")
def test_languages_with_signs_are_found_and_not_mixed_up(memories):
    rids = {name: memories.add(f"written in {name} mostly") for name in ("C++", "C#", "C")}
    for name, rid in rids.items():
        assert memories.find(name) == [rid]


@pytest.mark.requirement("UN-01", "UN-02")
def test_chinese_words_of_two_characters_and_one_find_their_memory(memories):
    wanted = memories.add(CHINESE)
    assert memories.find("\u7f51\u5173") == memories.find("\u7f51") == [wanted]
    assert memories.find("\u4e1c\u4eac") == []


@pytest.mark.requirement("UN-05", "UN-06", "UN-09", "SM-58")
@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("\u00e9t\u00e9", "e\u0301te\u0301"),
        ("\u00c9cole", "\u00c9COLE"),
        ("gorzow", "Gorz\u00f3w"),
        ("gruss", "Gru\u00df"),
        ("\u1112\u1161\u11ab", "\ud55c"),
    ],
)
def test_spellings_of_one_word_find_each_other(memories, query, text):
    rid = memories.add(text)
    assert memories.find(query) == [rid]


@pytest.mark.requirement("UN-07")
@pytest.mark.parametrize("query", ["\N{BUG}", "\N{BUG} fixed"])
def test_an_emoji_is_searched_like_a_word(memories, query):
    rid = memories.add("fixed \N{BUG} today")
    memories.add("nothing today")
    assert memories.find(query) == [rid]


@pytest.mark.requirement("QD-01")
def test_a_query_of_stop_words_finds_the_phrase(memories):
    rid = memories.add("motto: to do or not to do")
    memories.add("buy bread")
    assert memories.find("to do or not to do") == [rid]
    assert memories.find("the") == []


@pytest.mark.parametrize("query", ["", "   ", "\u3000", "\n"])
def test_a_blank_query_finds_nothing(memories, query):
    memories.add("something")
    assert memories.search(query).total == 0


@pytest.mark.requirement("QD-06", "QD-07", "SM-62")
@pytest.mark.parametrize(
    "query", ["a" * 5_000, "_" * 5_000, "aB" * 2_500, "\N{ROCKET} " * 5_000, "word " * 10_000]
)
def test_degenerate_queries_are_answered(memories, query):
    rid = memories.add(query)
    memories.add("else")
    assert memories.find(query) == ([] if set(query) == {"_"} else [rid])


@pytest.mark.requirement("SM-52", "SM-53", "SM-55")
@pytest.mark.parametrize("query", ["PAINT", "paint?", "paint, shed!", "paint banana cherry"])
def test_case_punctuation_and_unknown_words_do_not_hide_a_memory(memories, query):
    rid = memories.add("paint")
    assert memories.find(query) == [rid]


@pytest.mark.requirement("SM-57")
def test_one_letter_does_not_list_the_store(memories):
    memories.add("apples and pears")
    assert memories.find("p") == []
