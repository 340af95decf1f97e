from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import pytest

from ricordo_cli.importers.claude_code import ClaudeCode
from ricordo_cli.importers.model import Part, Problem

if TYPE_CHECKING:
    from pathlib import Path

OLD = textwrap.dedent("""\
    ---
    name: socket paths longer than 103 bytes
    description: Why "bind" fails below a deep home, and the cure
    type: project
    originSessionId: 0000
    ---
    <!--
    ═══ a banner that a tool put here ═══
    -->
    Fact: the path is counted in bytes.
    """)

NEW = textwrap.dedent("""\
    ---
    name: prefer-plain-words
    description: "She asked for \\"plain words\\" — no jargon"
    metadata:\x20
      node_type: memory
      type: feedback
      modified: 2026-02-03T04:05:06Z
    ---

    No jargon in replies.
    """)


@pytest.fixture
def read(tmp_path: Path):
    def one(text: str | bytes, name: str = "note.md") -> Part | Problem:
        data = text if isinstance(text, bytes) else text.encode()
        (tmp_path / name).write_bytes(data)
        (found,) = ClaudeCode().read(tmp_path / name)
        return found

    return one


@pytest.mark.requirement("IF-06")
def test_a_note_of_the_older_kind_is_read(read, tmp_path: Path) -> None:
    part = read(OLD)

    assert part.wording == "socket paths longer than 103 bytes"
    assert part.description == 'Why "bind" fails below a deep home, and the cure'
    assert part.type == "general"
    assert part.extra == {"front_matter": {"originSessionId": "0000"}, "original_type": "project"}
    assert part.content.startswith("<!--\n═══ a banner")
    assert part.content.endswith("counted in bytes.")
    assert part.path == str(tmp_path / "note.md")
    assert part.warnings == ()


@pytest.mark.requirement("IF-06")
def test_a_note_of_the_newer_kind_is_read(read) -> None:
    part = read(NEW)

    assert part.wording == "prefer-plain-words"
    assert part.description == 'She asked for "plain words" — no jargon'
    assert part.type == "feedback"
    assert part.extra["front_matter"]["metadata"]["modified"] == "2026-02-03T04:05:06Z"
    assert part.content == "No jargon in replies."


@pytest.mark.requirement("IM-01")
def test_a_note_is_the_same_whatever_its_marks_and_line_ends(read) -> None:
    windows = NEW.replace("\n", "\r\n")
    forms = [NEW, windows, "\ufeff" + NEW, "\ufeff" + windows, NEW.replace("---\n", "---  \n")]

    found = [read(form) for form in forms]

    assert len({(p.wording, p.description, p.type, p.content) for p in found}) == 1
    assert len({p.sha256 for p in found[:4]}) == 1


@pytest.mark.requirement("IF-06")
def test_an_unknown_type_is_general_with_a_warning(read) -> None:
    part = read("---\ntype: idea\n---\ntext")

    assert (part.type, part.extra["original_type"]) == ("general", "idea")
    assert "idea" in part.warnings[0]


@pytest.mark.requirement("IF-07")
@pytest.mark.parametrize("given", ["null", "[]", "", "~"])
def test_a_type_or_name_of_nothing_is_the_default(read, given: str) -> None:
    part = read(f"---\ntype: {given}\nname: {given}\n---\ntext", "My Note.md")

    assert (part.type, part.wording, part.warnings) == ("general", "My Note", ())


@pytest.mark.requirement("IF-07")
def test_scalars_are_taken_as_their_text(read) -> None:
    part = read("---\nname: 2024-01-01\ndescription: yes\n---\ntext")

    assert (part.wording, part.description) == ("2024-01-01", "yes")


@pytest.mark.requirement("IF-08")
def test_a_note_without_a_header_is_named_by_its_file(read) -> None:
    part = read("# Plan\n\nWalk first. Run later.", "Trip Plan.md")

    assert (part.wording, part.description) == ("Trip Plan", "Walk first.")


def test_a_body_without_words_is_described_by_its_name(read) -> None:
    assert read("🌲🌲", "forest.md").description == "forest"


@pytest.mark.requirement("IM-07")
def test_a_text_over_the_limit_is_refused_with_both_sizes(read) -> None:
    found = read("x" * 70_000)

    assert "65536" in found.reason
    assert "70000" in found.reason


def test_a_long_description_is_cut_and_kept_whole_beside_it(read) -> None:
    part = read(f"---\ndescription: {'w ' * 400}\n---\ntext")

    assert len(part.description) == 512
    assert part.extra["original_description"].startswith("w w")
    assert "was cut" in part.warnings[0]


@pytest.mark.parametrize(
    ("given", "expected"), [("[B, a]", ("a", "b")), ("a, b,", ("a", "b")), ("", ())]
)
def test_tags_are_taken_over(read, given: str, expected: tuple[str, ...]) -> None:
    assert read(f"---\ntags: {given}\n---\ntext").tags == expected


def test_tags_that_cannot_be_are_left_out_with_a_warning(read) -> None:
    part = read(f"---\ntags: [{'x' * 65}]\n---\ntext")

    assert (part.tags, part.extra["original_tags"]) == ((), ["x" * 65])
    assert "tags" in part.warnings[0]


@pytest.mark.requirement("IF-03")
@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("---\nname: x\n: broken\n---\ntext", 3),
        ("---\nname: x\ndescription: [a, b]\n---\ntext", 3),
        ("---\nname:\n  deep: x\n---\ntext", 2),
        ("---\nname: x\ntext without end", 1),
        ('---\nname: x\ndescription: "\\ud83d"\n---\ntext', 3),
        (b"---\nname: \xff\n---\ntext", 2),
    ],
)
def test_a_bad_file_is_named_with_its_line_and_not_taken_for_text(read, text, line: int) -> None:
    found = read(text)

    assert isinstance(found, Problem)
    assert (found.line, found.by_design) == (line, False)


@pytest.mark.requirement("IF-08")
def test_a_header_without_a_text_is_a_problem(read) -> None:
    assert "no text below" in read("---\nname: x\n---\n\n").reason
    assert "no text below" in read("").reason


def test_metadata_beyond_the_limit_is_a_problem(read) -> None:
    assert "metadata" in read(f"---\nextra: {'x' * 20_000}\n---\ntext").reason
