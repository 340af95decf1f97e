"""Which words of a shown text a search is about."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ricordo_tui.marks import spans, words


def marked(text, query):
    return [text[start:end] for start, end in spans(text, words(query))]


@pytest.mark.parametrize(
    ("query", "text", "expected"),
    [
        ("deploy", "Deploy the deployment, redeploy", ["Deploy", "deployment"]),
        ("deployments", "one deploy", ["deploy"]),
        ("deploy_process", "the deploy_process", ["deploy", "process"]),
        ("deploy -process", "the deploy process", ["deploy"]),
        ("name:deploy", "name of the deploy", ["deploy"]),
        ('"exact words"', "exact other words", ["exact", "words"]),
        ("日本", "これは日本語です", ["これは日本語です"]),
        ("STRASSE", "die Straße", ["Straße"]),
        ("a", "an apple b", ["an", "apple"]),
        ("", "anything", []),
        ("...", "anything", []),
    ],
)
def test_words_are_marked_where_they_begin_alike(query, text, expected):
    assert marked(text, query) == expected


@given(st.text(max_size=30), st.text(max_size=60))
def test_marks_are_in_order_apart_and_inside(query, text):
    end = 0
    for start, stop in spans(text, words(query)):
        assert end <= start < stop <= len(text)
        end = stop
