from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ricordo_cli.importers.front_matter import Malformed, parse


def values(*lines: str) -> dict[str, object]:
    return dict(parse("\n".join(["---", *lines, "---", "body"])).values)


def fails(*lines: str) -> Malformed:
    with pytest.raises(Malformed) as caught:
        parse("\n".join(["---", *lines, "---", "body"]))
    return caught.value


def parsed(text: str) -> str | int:
    """Return the body of a note, or the line at which it is malformed."""
    try:
        return parse(text).body
    except Malformed as error:
        return error.line


def test_a_note_is_taken_apart() -> None:
    found = parse("---\nname: a note\n\n# a comment\ntype: user\n---\n\nThe text.\n")

    assert found.values == {"name": "a note", "type": "user"}
    assert found.lines == {"name": 2, "type": 5}
    assert found.body == "\nThe text.\n"
    assert found.found


@pytest.mark.parametrize("text", ["", "text", "# Title\n---\nx", " ---\na: b\n---", "----\na: b"])
def test_a_text_without_a_header_is_all_body(text: str) -> None:
    assert (parse(text).body, parse(text).found) == (text, False)


@pytest.mark.requirement("IM-01")
def test_fences_may_have_trailing_blanks() -> None:
    assert parse("---  \na: b\n--- \t\nx").values == {"a": "b"}


@pytest.mark.requirement("IF-01")
def test_a_glob_that_is_no_yaml_is_kept_as_it_is_written() -> None:
    assert values("description: Rules", "globs: **/*.py, src/**/", "alwaysApply: false") == {
        "description": "Rules",
        "globs": "**/*.py, src/**/",
        "alwaysApply": "false",
    }


@pytest.mark.requirement("IF-02")
def test_a_value_may_hold_colons_and_hashes() -> None:
    assert values("description: Re: booking, see: issue #12", "url: https://x.example/y:z") == {
        "description": "Re: booking, see: issue #12",
        "url": "https://x.example/y:z",
    }


@pytest.mark.requirement("IF-06")
def test_a_mapping_may_follow_a_trailing_blank() -> None:
    found = values("metadata: ", "  node_type: memory", "  type: project", "name: x")

    assert found == {"metadata": {"node_type": "memory", "type": "project"}, "name": "x"}


@pytest.mark.requirement("IF-07")
def test_scalars_are_text_and_nothing_is_nothing() -> None:
    assert values("a: 42", "b: yes", "c: 2024-01-01", "d: null", "e: []", "f:", "g: ~") == {
        "a": "42",
        "b": "yes",
        "c": "2024-01-01",
        "d": None,
        "e": [],
        "f": None,
        "g": None,
    }


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        (r'"say \"stop\" twice"', 'say "stop" twice'),
        (r'"tab\tend \u00e9 \x41"', "tab\tend é A"),
        (r'"\ud83d\ude00"', "😀"),
        (r'"C:\work"', r"C:\work"),
        ("'it''s'", "it's"),
        ('"x" # why', "x"),
        ('"this" and "that"', '"this" and "that"'),
        ("it's", "it's"),
        ('""', ""),
        ("x # kept", "x # kept"),
        ("# a comment", None),
    ],
)
def test_quotes_are_taken_off_and_everything_else_is_kept(
    written: str, expected: str | None
) -> None:
    assert values(f"a: {written}") == {"a": expected}


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("a: one", "  two"), "one two"),
        (("a:", "  one", "  two"), "one two"),
        (('a: "one', '  two\\"', '  three"'), 'one two" three'),
        (('a: "one\\', '  \\ two"'), "one two"),
        (("a: |", "  one", "    two", "", "  three"), "one\n  two\n\nthree"),
        (("a: >-", "  one", "  two", "", "  three"), "one two\n\nthree"),
    ],
)
def test_a_text_may_go_over_several_lines(lines: tuple[str, ...], expected: str) -> None:
    assert values(*lines, "z: end") == {"a": expected, "z": "end"}


@pytest.mark.requirement("IF-08")
@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("a:", '  - "[[Link]]"', "  - 2024-01-01"), ["[[Link]]", "2024-01-01"]),
        (("a:", "- x", "- y: z"), ["x", "y: z"]),
        (("a:", "  - long", "    text"), ["long text"]),
        (("a: [x, \"b, c\", 'd']",), ["x", "b, c", "d"]),
        (('a: ["**/*"]',), ["**/*"]),
        (("a: [[link]]",), "[[link]]"),
    ],
)
def test_lists_are_lists_of_text(lines: tuple[str, ...], expected: object) -> None:
    assert values(*lines, "z: end") == {"a": expected, "z": "end"}


@pytest.mark.requirement("IF-03")
@pytest.mark.parametrize(
    ("lines", "line"),
    [
        (("name: x", "<<<<<<< HEAD", "name: y"), 3),
        (("name: x", "just words"), 3),
        (("name: x", "type: user", "name: y"), 4),
        (('name: "open', "type: user"), 2),
        (("  name: x", "type: user"), 3),
        (("a:", "  - x", " y"), 4),
    ],
)
def test_a_malformed_header_is_named_by_line(lines: tuple[str, ...], line: int) -> None:
    assert fails(*lines).line == line


def test_a_header_that_is_never_closed_is_malformed() -> None:
    with pytest.raises(Malformed, match="not closed"):
        parse("---\nname: x\n\nbody")


def test_a_header_nested_without_end_is_malformed() -> None:
    assert "nested" in fails(*(" " * n + "k:" for n in range(2000))).reason


@pytest.mark.parametrize(
    "line",
    ["a" + " " * 200_000 + "b", 'a: "' + "\\" * 200_000, "a: [" + " " * 200_000 + "[]]"],
    ids=["blanks", "backslashes", "brackets"],
)
def test_a_long_line_takes_no_long_time(line: str) -> None:
    # It would take hours, not seconds, if any pattern looked at it more than once. Either outcome
    # is right, as long as there is one.
    assert parsed(f"---\n{line}\n---\nbody") in ("body", 2)


LINES = st.lists(st.text(st.sampled_from("ab: -#'\"[],|>\\{}\t*&!é"), max_size=12), max_size=8)


@settings(max_examples=300, deadline=None)
@given(LINES)
def test_any_header_is_read_or_refused_and_never_fails_otherwise(lines: list[str]) -> None:
    found = parsed("\n".join(["---", *lines, "---", "body"]))

    assert found in range(1, len(lines) + 2) or str(found).endswith("body")
