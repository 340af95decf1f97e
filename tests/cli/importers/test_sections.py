from __future__ import annotations

import textwrap

import pytest

from ricordo_cli.importers.sections import split


def parts(text: str, **kwargs: int) -> list[str]:
    return [one.part for one in split(textwrap.dedent(text), **kwargs)]


def test_a_text_is_split_at_its_headings_and_the_only_title_is_no_border() -> None:
    found = split("# The Project\n\nWhat it is.\n\n## Build\n\nmake\n\n## Test\nmake test\n")

    assert [(one.part, one.heading, one.line) for one in found] == [
        ("", "The Project", 1),
        ("Build", "Build", 5),
        ("Test", "Test", 9),
    ]
    assert found[0].text.strip() == "# The Project\n\nWhat it is."
    assert found[1].text == "## Build\n\nmake\n"


def test_a_text_without_headings_is_one_part() -> None:
    assert parts("Just a note.\n") == [""]
    assert parts("### Deep\nOnly deep headings.\n### More\nx\n") == [""]


def test_what_stands_before_the_first_heading_is_a_part_if_it_says_anything() -> None:
    assert parts("Hello.\n## A\nx\n") == ["", "A"]
    assert parts("\n\n# Title\n\n## A\nx\n") == ["A"]


def test_a_heading_with_nothing_below_it_is_no_part() -> None:
    assert parts("# A\n# B\n## B1\nx\n## B2\n\n# C\n") == ["B > B1"]


def test_with_several_titles_each_leads_to_its_own_sections() -> None:
    assert parts("# A\na\n## X\nx\n# B\nb\n## X\nx\n") == ["A", "A > X", "B", "B > X"]


def test_a_lone_title_further_down_is_a_border() -> None:
    assert parts("## A\nx\n# B\ny\n## C\nz\n") == ["A", "B", "B > C"]


def test_equal_headings_are_told_apart() -> None:
    text = "## A\n1\n## A\n2\n## A_2\n3\n## A\n4\n"

    assert parts(text) == ["A", "A_2", "A_2_2", "A_3"]
    assert parts("# A\n## X\n1\n# A\n## X\n2\n") == ["A > X", "A_2 > X"]


@pytest.mark.parametrize(
    "quiet",
    [
        "```sh\n# no heading\n## nor this\n```",
        "~~~\n```\n# no heading\n~~~~",
        "````md\n```\n# no\n```\n# no\n````",
        "- item\n\n      ```sh\n  # no heading\n      ```",
        "<!--\n# no heading\n-->",
        "    # indented code",
        "#no-blank",
        "####### seven",
        "\\# escaped",
        "- list\n---",
        "| a | b |\n---",
        "text over\ntwo lines\n---",
    ],
)
def test_what_only_looks_like_a_heading_is_none(quiet: str) -> None:
    assert parts(f"## A\n{quiet}\n## B\nx\n") == ["A", "B"]


def test_a_fence_that_is_never_closed_holds_the_rest() -> None:
    assert parts("## A\n```\n## B\nx\n") == ["A"]


def test_code_on_one_line_opens_no_fence() -> None:
    assert parts("## A\n```make```\n<!-- x -->\n## B\nx\n") == ["A", "B"]


def test_underlined_headings_are_headings() -> None:
    found = split("The Project\n===\n\nIntro.\n\nBuild\n-----\n\nmake\n")

    assert [(one.part, one.line) for one in found] == [("", 1), ("Build", 6)]


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("## **Bold** `code` ##", "Bold code"),
        ("## [Link](https://example.test/a_b) here", "Link here"),
        ("## snake_case_name and _so_", "snake_case_name and so"),
        ("## C#", "C#"),
        ("##\tTab", "Tab"),
        ("## ***", "***"),
        ("##", "untitled"),
        ("## ##", "untitled"),
        ("## " + "long " * 60, ("long " * 60)[:119].rstrip() + "…"),
    ],
)
def test_a_heading_is_named_by_its_words(heading: str, expected: str) -> None:
    assert parts(f"{heading}\ntext\n") == [expected]


@pytest.mark.requirement("IM-07")
def test_a_section_that_is_too_long_is_split_deeper() -> None:
    text = "## A\nin short\n### A1\n" + "x" * 30 + "\n### A2\n" + "y" * 30 + "\n## B\nz\n"

    assert parts(text, most=60) == ["A", "A > A1", "A > A2", "B"]
    assert parts(text, most=600) == ["A", "B"]
    found = split(text, most=60)
    assert [one.line for one in found] == [1, 3, 5, 7]
    assert "\n".join(one.text for one in found) == text


def test_a_level_that_is_left_out_does_not_stop_the_split() -> None:
    text = "## A\n" + "##### A1\n" + "x" * 30 + "\n##### A2\n" + "y" * 30 + "\n"

    assert parts(text, most=50) == ["A > A1", "A > A2"]


@pytest.mark.requirement("IM-07")
def test_what_cannot_be_split_stays_whole() -> None:
    (found,) = split("## A\n" + "x" * 100, most=50)

    assert len(found.text) == 105


def test_long_and_hostile_lines_take_no_long_time() -> None:
    for line in ("# " + " " * 500_000 + "x", "# " + "_" * 500_000 + "x", "# " + "[" * 500_000):
        assert len(split(line + "\ntext")) == 1
    assert len(split("## x\ny\n" * 20_000)) == 20_000
