import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ricordo_daemon.text.query import MAX_TERMS, plain_terms
from ricordo_daemon.text.stopwords import STOP_TERMS


def test_terms_are_distinct_and_in_the_order_of_the_query():
    assert plain_terms("port of the proxy, port") == ["port", "proxi"]


@pytest.mark.requirement("QD-01")
def test_stop_words_are_kept_when_nothing_else_is_left():
    assert plain_terms("what is this") == ["what", "is", "this"]
    assert plain_terms("the") == ["the"]


@pytest.mark.requirement("QS-07", "SM-63")
@pytest.mark.parametrize(
    ("query", "terms"),
    [
        ("NOT deploy", ["deploy"]),
        ("deploy AND", ["deploy"]),
        ("OR", ["or"]),
        ('"red blue', ["red", "blue"]),
        ("-red", ["red"]),
        ("(red", ["red"]),
        ("red^2~", ["red", "2"]),
    ],
)
def test_operators_are_ordinary_text(query, terms):
    assert plain_terms(query) == terms


@pytest.mark.requirement("QS-10")
def test_a_field_name_is_a_word():
    assert plain_terms("scope:user") == ["scope", "user"]
    assert plain_terms("scope_id:bob")[-1] == "bob"


@pytest.mark.requirement("QS-05", "SM-56")
@pytest.mark.parametrize("query", ["", "   ", "\u3000", "*", "?", "%", "_", "***", "\\", "\0"])
def test_a_query_without_words_has_no_terms(query):
    assert plain_terms(query) == []


@pytest.mark.requirement("QD-06", "SM-62")
def test_a_prompt_of_thousands_of_words_is_read_up_to_the_cap():
    letters = "bcdfghjklmnpqrtvwxz"
    words = [a + b + c for a in letters for b in letters for c in letters]
    terms = plain_terms(" ".join(words))
    assert len(words) > 3_000
    assert terms == words[:MAX_TERMS]


@pytest.mark.requirement("QD-06")
def test_one_word_five_thousand_times_is_one_term():
    assert plain_terms("\N{ROCKET} " * 5_000) == ["\N{ROCKET}"]


def test_the_stop_list_is_about_ninety_words_and_holds_question_words():
    assert 80 <= len(STOP_TERMS) <= 100
    assert {"what", "when", "who", "do", "did", "how"} <= STOP_TERMS


@pytest.mark.requirement("SM-63")
@given(st.text(st.characters(exclude_categories=())))
@settings(deadline=None, max_examples=150, derandomize=True, database=None)
def test_no_text_raises(query):
    assert len(plain_terms(query)) <= MAX_TERMS
