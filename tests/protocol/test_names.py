"""Names: one rule, one door, and names made for what has none."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ricordo_protocol.errors import InvalidInput
from ricordo_protocol.names import Name, derive, is_generated

MODEST = settings(deadline=None, max_examples=200, derandomize=True, database=None)

SHAPE = re.compile(r"[a-z0-9]+(_[a-z0-9]+)*")

ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=300)
LIKELY = st.text(
    st.sampled_from(
        "abzAZ09_- .\u00a0\u2013éßæŁİ\N{LATIN SMALL LETTER DOTLESS I}ﬀ\u0301\u0130\u1e9eǆ½²日🚀\n"
    ),
    max_size=40,
)
SOURCES = st.sampled_from(["claude", "chatgpt", "obsidian"])


def parsed(text: str) -> Name | None:
    """Return the name, or None where the text is refused as one that can be none."""
    try:
        return Name.parse(text)
    except InvalidInput as error:
        if error.code != "invalid_name" or not error.hint:
            raise
        return None


@MODEST
@given(ANY_TEXT | LIKELY)
def test_a_text_becomes_a_name_of_the_one_shape_or_is_refused(text):
    name = parsed(text)

    if name is not None:
        assert SHAPE.fullmatch(name)
        assert len(name) <= 256
        assert Name.parse(name) == name


@MODEST
@given(LIKELY)
def test_case_and_outer_whitespace_never_make_another_name(text):
    name = parsed(text)

    assert parsed(f" \t{text}\n ") == name
    assert parsed(text.casefold()) == name


@pytest.mark.requirement("SM-4", "SM-5", "SM-6", "SM-7", "SM-8", "SM-9")
@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ("My-Key Name", "my_key_name"),
        ("  padded  ", "padded"),
        ("UPPER", "upper"),
        ("a\N{EN DASH}b", "a_b"),
        ("a\N{NO-BREAK SPACE}b", "a_b"),
        ("a--b", "a_b"),
        ("a - b", "a_b"),
        ("Crème Brûlée", "creme_brulee"),
        ("Cre\u0300me Bru\u0302le\u0301e", "creme_brulee"),
        ("Straße", "strasse"),
        ("Ærø Guide", "aero_guide"),
        ("Cafe\u0301", "cafe"),
        ("Łódź Đà Ŋ Þ Ħ ŧ œ ð", "lodz_da_n_th_h_t_oe_d"),
        ("İstanbul \N{LATIN SMALL LETTER DOTLESS I}", "istanbul_i"),
        ("2024 01", "2024_01"),
    ],
)
def test_a_name_has_one_stored_form(written, stored):
    assert Name.parse(written) == stored


@pytest.mark.requirement("SM-10", "SM-11", "SM-12", "SM-13", "NM-02")
@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("a__b", "underscores"),
        ("_lead", "underscores"),
        ("trail_", "underscores"),
        ("-lead", "underscores"),
        ("trail -", "underscores"),
        ("a_-b", "underscores"),
        ("---", "underscores"),
        ("a/b", "may contain only"),
        ("a.b", "may contain only"),
        ("q?n", "may contain only"),
        ("f#n", "may contain only"),
        ("c\nn", "may contain only"),
        ("tab\tname", "may contain only"),
        ("a\0b", "may contain only"),
        ("..", "may contain only"),
        ("🚀", "may contain only"),
        ("\u0301", "may contain only"),
        ("日本語", "do not fold to ASCII"),
        ("ƿynn", "do not fold to ASCII"),
        ("αβγ", "do not fold to ASCII"),
    ],
)
def test_what_can_be_no_name_is_refused_with_the_reason(written, told):
    with pytest.raises(InvalidInput, match=told) as caught:
        Name.parse(written)

    assert caught.value.code == "invalid_name"


@pytest.mark.requirement("SM-12")
def test_another_script_is_told_where_its_wording_can_go():
    with pytest.raises(InvalidInput) as caught:
        Name.parse("日本語")

    assert "ASCII" in caught.value.hint
    assert "description or content" in caught.value.hint


@pytest.mark.requirement("SM-15", "NM-02")
@pytest.mark.parametrize("given_", ["", "   ", "\u3000", None, 42, [], b"note", True])
def test_a_name_that_is_missing_or_no_text_is_required(given_):
    with pytest.raises(InvalidInput, match="memory name is required"):
        Name.parse(given_)


@pytest.mark.requirement("SM-14", "NM-03")
@pytest.mark.parametrize(
    ("written", "length"),
    [("a" * 257, 257), ("ß" * 256, 512), ("æ" * 200, 400), ("ab " * 100 + "c", 301)],
)
def test_a_name_that_is_too_long_after_folding_tells_limit_and_length(written, length):
    with pytest.raises(InvalidInput) as caught:
        Name.parse(written)

    assert "256" in caught.value.sentence
    assert f"({length})" in caught.value.sentence


@pytest.mark.requirement("SM-14", "NM-03")
@pytest.mark.parametrize(
    "written", ["a" * 256, "ß" * 128, "a\u0301" * 256, "  " + "a" * 256 + " "]
)
def test_a_name_of_256_characters_after_folding_is_taken(written):
    assert len(Name.parse(written)) == 256


@MODEST
@given(ANY_TEXT | LIKELY, SOURCES)
def test_a_derived_name_is_valid_and_the_same_each_time(text, source):
    name = derive(text, source)

    assert Name.parse(name) == name
    assert derive(text, source) == name


@MODEST
@given(st.lists(LIKELY | st.just("x" * 300), max_size=12), SOURCES)
def test_derived_names_are_unique_among_those_taken(texts, source):
    taken: set[str] = set()
    for text in texts:
        name = derive(text, source, taken)
        assert name not in taken
        assert Name.parse(name) == name
        taken.add(name)


@pytest.mark.parametrize(
    ("text", "taken", "name"),
    [
        ("Release notes (v2.1)!", set(), "release_notes_v2_1"),
        ("__init__.py", set(), "init_py"),
        ("Plan", {"plan"}, "plan_2"),
        ("Plan", {"plan", "plan_2"}, "plan_3"),
        ("x" * 300, set(), "x" * 256),
        ("x" * 300, {"x" * 256}, "x" * 254 + "_2"),
        # Cut at 256, this base would end in an underscore, which no name may.
        ("x" * 255 + " y", set(), "x" * 255),
        ("x" * 253 + " yyyy", {"x" * 253 + "_yy"}, "x" * 253 + "_2"),
    ],
)
def test_a_derived_name_keeps_what_it_can(text, taken, name):
    assert derive(text, "notes", taken) == name


def test_a_text_without_ascii_gets_its_source_and_a_hash_of_its_own():
    names = {derive(text, "notes") for text in ("日本語", "中文", "🚀", "")}

    assert len(names) == 4
    assert all(re.fullmatch(r"notes_[0-9a-f]{8}", name) for name in names)


@pytest.mark.parametrize(
    ("name", "generated"),
    [
        (derive("日本語", "import"), True),
        (derive("日本語", "import", {derive("日本語", "import")}), True),
        ("deploy_process", False),
        ("release_2024", False),
        ("deadbeef", False),
    ],
)
def test_a_name_that_stands_for_a_text_in_another_script_is_told_by_its_shape(name, generated):
    assert is_generated(name) is generated
