"""Patterns that every supported Python can run: Debian 12 has 3.11.2."""

from __future__ import annotations

import re

import pytest

from ricordo_daemon.text import runs


@pytest.mark.parametrize("ceiling", ["\x7f", "\uffff", "\U0010ffff"])
def test_no_group_is_repeated_possessively(ceiling):
    """Before Python 3.11.5 `re` may loop for ever over one (python/cpython#106052)."""
    patterns = (runs.run_pattern(ceiling), runs._mark_pattern("\uffff"), runs.spaceless_pattern())

    for pattern in patterns:
        assert not re.search(r"\)(?:[*+?]|\{\d+,\d*\})\+", pattern.pattern)


def test_a_thousand_emoji_are_a_thousand_runs():
    assert runs.runs("🙂" * 1000 + " done") == ["🙂"] * 1000 + ["done"]
