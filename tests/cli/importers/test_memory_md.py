from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ricordo_cli.importers import Part, Problem
from ricordo_cli.importers.memory_md import MemoryMd, is_index

if TYPE_CHECKING:
    from pathlib import Path

INDEX = """\
# Memory

- [Socket paths](socket_paths.md) — why a deep home fails
* [Plain words](feedback/plain.md): no jargon,
  ever
1. **[Bold](b.md)**
"""


@pytest.fixture
def read(tmp_path: Path):
    def found(text: str) -> list[Part | Problem]:
        path = tmp_path / "MEMORY.md"
        path.write_text(text, "utf-8")
        return list(MemoryMd().read(path))

    return found


def test_an_index_of_the_notes_beside_it_is_left_out_by_design(read) -> None:
    (found,) = read(INDEX)

    assert isinstance(found, Problem)
    assert found.by_design
    assert "index" in found.reason


@pytest.mark.parametrize(
    "line",
    [
        "A word of my own.",
        "- a fact without a link",
        "- [a page](https://example.test/a.md)",
        "- [outside](../a.md)",
        "- [root](/etc/a.md)",
        "- [code](a.py)",
        "- see [a](a.md)",
        "  - nested under an entry",
        "    - [x] done",
    ],
)
def test_with_anything_of_its_own_to_say_it_is_no_index(line: str) -> None:
    assert is_index(INDEX)
    assert not is_index(f"{INDEX}{line}\n")


def test_a_text_without_any_entry_is_no_index() -> None:
    assert not is_index("")
    assert not is_index("# Memory\n")


def test_a_notebook_is_split_by_heading_and_its_list_of_notes_left_out(read) -> None:
    text = f"{INDEX}\n## Build\n\nUse `make`.\n\n## Notes\n- [A](a.md)\n"

    found = read(text)

    assert [(one.line, one.by_design) for one in found if isinstance(one, Problem)] == [
        (1, True),
        (12, True),
    ]
    (build,) = [one for one in found if isinstance(one, Part)]
    assert (build.format, build.part, build.description) == ("memory_md", "Build", "Use `make`.")


def test_with_a_header_it_is_a_note_like_any_other(read) -> None:
    (found,) = read("---\nname: all of it\n---\n## A\nx\n## B\ny\n")

    assert isinstance(found, Part)
    assert (found.format, found.wording, found.part) == ("claude_code", "all of it", "")


def test_with_a_broken_header_it_is_named_with_the_line(read) -> None:
    (found,) = read("---\nname: x\nbroken\n---\ntext")

    assert isinstance(found, Problem)
    assert found.line == 3


def test_without_a_text_it_is_left_out_by_design(read) -> None:
    for text in ("", "# Memory\n"):
        (found,) = read(text)

        assert isinstance(found, Problem)
        assert found.by_design
