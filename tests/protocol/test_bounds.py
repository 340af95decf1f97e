"""Tags, metadata and page sizes: their shapes and bounds."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ricordo_protocol import fields
from ricordo_protocol.errors import InvalidInput

MODEST = settings(deadline=None, max_examples=200, derandomize=True, database=None)


def nested(levels: int) -> dict:
    """Return an object that holds objects, `levels` deep in all."""
    value: dict = {}
    for _ in range(levels - 1):
        value = {"in": value}
    return value


def test_tags_are_a_set_folded_and_sorted():
    assert fields.parse_tags(["Zeta", " alpha ", "ALPHA", "two\n words", "Straße"]) == (
        "alpha",
        "strasse",
        "two words",
        "zeta",
    )
    assert fields.parse_tags([]) == ()
    assert fields.parse_tags(("a",)) == ("a",)


@pytest.mark.parametrize("bad", [None, "a,b", {"a": 1}, [1], ["a", None], 7])
def test_tags_are_a_list_of_strings(bad):
    with pytest.raises(InvalidInput, match="must be a list of strings") as caught:
        fields.parse_tags(bad)

    assert caught.value.code == "invalid_tags"


def test_there_are_at_most_32_different_tags():
    tags = [f"tag{number}" for number in range(32)]

    assert len(fields.parse_tags(tags + [tag.upper() for tag in tags])) == 32
    with pytest.raises(InvalidInput, match="33 entries; at most 32"):
        fields.parse_tags([*tags, "one more"])


@pytest.mark.parametrize("tag", ["", "  ", "\u3000", "a" * 65, "ß" * 33])
def test_a_tag_has_1_to_64_characters_after_folding(tag):
    with pytest.raises(InvalidInput, match="1 to 64 characters"):
        fields.parse_tags([tag])


def test_a_tag_of_64_characters_is_taken():
    assert fields.parse_tags(["日" * 64, "ß" * 32]) == ("s" * 64, "日" * 64)


@pytest.mark.parametrize("bad", [None, [], "{}", 1, [("a", 1)]])
def test_metadata_is_an_object(bad):
    with pytest.raises(InvalidInput, match="must be an object") as caught:
        fields.parse_metadata(bad)

    assert caught.value.code == "invalid_metadata"


def test_metadata_is_kept_as_it_is():
    value = {"globs": "**/*.py", "n": [1, 2.5, None, True, {"日": ""}]}

    assert fields.parse_metadata(value) == value


def test_metadata_nests_at_most_16_deep():
    assert fields.parse_metadata(nested(16)) == nested(16)
    with pytest.raises(InvalidInput, match="deeper than 16"):
        fields.parse_metadata(nested(17))
    with pytest.raises(InvalidInput, match="deeper than 16"):
        fields.parse_metadata({"in": [[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]})


def test_metadata_nested_beyond_any_stack_is_refused_too():
    with pytest.raises(InvalidInput, match="deeper than 16"):
        fields.parse_metadata(nested(100_000))


def test_metadata_has_at_most_16384_bytes_of_compact_utf8():
    # {"a":""} takes 8 bytes, each é 2.
    assert fields.parse_metadata({"a": "é" * 8188})
    with pytest.raises(InvalidInput, match="16386 bytes; at most 16384"):
        fields.parse_metadata({"a": "é" * 8189})


@pytest.mark.parametrize(
    "bad", [{"a": "\ud83d"}, {"\ud83d": 1}, {"a": object()}, {"a": {object(): 1}}]
)
def test_metadata_that_is_no_plain_json_is_refused(bad):
    with pytest.raises(InvalidInput, match="must be plain JSON"):
        fields.parse_metadata(bad)


GOOD = [(1, 1), (200, 200), ("1", 1), ("200", 200), ("007", 7), ("+5", 5)]

NO_NUMBER = [
    "",
    " ",
    "abc",
    "\N{FULLWIDTH DIGIT ONE}\N{FULLWIDTH DIGIT ZERO}",
    "1_0",
    "1e3",
    "1.0",
    " 5",
    "5\n",
    "0x10",
    "NaN",
    "٣",
    "9" * 5000,
    1e3,
    5.0,
    float("nan"),
    True,
    False,
    [],
    {},
    b"5",
]

OUTSIDE = [0, -1, 201, "0", "-1", "201", 10**30, -(10**30), "9" * 20, "-" + "9" * 20]


@pytest.mark.requirement("SM-45", "SM-51", "VL-01")
@pytest.mark.parametrize(("value", "number"), [*GOOD, (None, 100)])
def test_a_limit_within_its_bounds_is_taken(value, number):
    assert fields.parse_limit(value, 200, 100) == number


@pytest.mark.requirement("SM-45", "SM-51", "VL-01")
@pytest.mark.parametrize("value", OUTSIDE)
def test_a_limit_outside_its_bounds_is_refused_with_the_bound(value):
    with pytest.raises(InvalidInput, match="limit must be between 1 and 200") as caught:
        fields.parse_limit(value, 200, 100)

    assert caught.value.code == "invalid_limit"
    assert caught.value.details == {"limit": 200}
    assert caught.value.hint


@pytest.mark.requirement("SM-45", "SM-46", "SM-51", "VL-01")
@pytest.mark.parametrize("value", NO_NUMBER, ids=lambda value: ascii(value)[:20])
@pytest.mark.parametrize("parse", [fields.parse_limit, fields.clamp_limit])
def test_a_limit_that_is_no_integer_is_refused(parse, value):
    with pytest.raises(InvalidInput, match="limit must be an integer"):
        parse(value, 200, 100)


@pytest.mark.requirement("SM-46")
@pytest.mark.parametrize(
    ("value", "number"),
    [*GOOD, (None, 100), (0, 1), (-1, 1), (9999, 200), ("0", 1), (10**30, 200), ("9" * 20, 200)],
)
def test_the_admin_limit_is_brought_into_its_bounds(value, number):
    assert fields.clamp_limit(value, 200, 100) == number


@MODEST
@given(
    st.integers()
    | st.text(st.sampled_from("0123456789+-_ e.\N{FULLWIDTH DIGIT ONE}"), max_size=8)
    | st.floats()
)
def test_a_limit_never_leaves_its_bounds(value):
    for parse in (fields.parse_limit, fields.clamp_limit):
        try:
            assert 1 <= parse(value, 50, 20) <= 50
        except InvalidInput:
            continue
