from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ricordo_cli.importers import Part, Problem, by_heading, known_format, read_all
from ricordo_cli.importers.instructions import Instructions

if TYPE_CHECKING:
    from collections.abc import Iterable

AGENTS = "# Shop\n\nA web shop.\n\n## Build\n\nmake all\n\n## Стиль\n\n- Пишем просто.\n"


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    folder = tmp_path / "web-shop"
    folder.mkdir()
    return folder


def write(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def told(found: Iterable[Part | Problem]) -> list[tuple[str, str]]:
    """Return (file, part) of parts and (file, first word of a design) of problems."""
    return [
        (Path(one.path).name, one.part if isinstance(one, Part) else f"!{one.reason}")
        for one in found
    ]


def test_each_section_is_a_memory_named_after_project_and_heading(shop: Path) -> None:
    front, build, style = Instructions().read(write(shop, "AGENTS.md", AGENTS))

    assert isinstance(front, Part)
    assert (front.part, front.wording, front.description) == (
        "",
        "web-shop AGENTS",
        "A web shop.",
    )
    assert isinstance(build, Part)
    assert (build.part, build.wording, build.content) == (
        "Build",
        "web-shop Build",
        "## Build\n\nmake all",
    )
    assert build.named_after == "web-shop build"
    assert isinstance(style, Part)
    assert style.wording == "web-shop Стиль"
    assert style.named_after.startswith("web-shop section_")
    assert {one.type for one in (front, build, style)} == {"general"}


@pytest.mark.requirement("IM-01")
def test_marks_and_line_ends_make_no_difference(shop: Path) -> None:
    forms = [AGENTS, AGENTS.replace("\n", "\r\n"), "\ufeff" + AGENTS]

    found = [
        [(one.part, one.content, one.sha256) for one in Instructions().read(path)]  # type: ignore[union-attr]
        for path in (write(shop, "AGENTS.md", form) for form in forms)
    ]

    assert found[0] == found[1]
    assert found[0] == found[2]


@pytest.mark.requirement("IM-07")
def test_a_file_over_the_limit_comes_in_parts(shop: Path) -> None:
    text = "".join(f"## Rule {n}\n\n{'word ' * 1_200}\n" for n in range(12))

    found = list(Instructions().read(write(shop, "AGENTS.md", text)))

    assert len(text) > 70_000
    assert [one.part for one in found if isinstance(one, Part)] == [f"Rule {n}" for n in range(12)]


@pytest.mark.requirement("IM-07")
def test_a_section_over_the_limit_is_named_with_both_sizes_and_the_rest_is_read(
    shop: Path,
) -> None:
    text = f"## Short\n\nx\n\n## Long\n\n{'x' * 70_000}\n"

    short, long = Instructions().read(write(shop, "AGENTS.md", text))

    assert isinstance(short, Part)
    assert isinstance(long, Problem)
    assert (long.line, long.by_design) == (5, False)
    assert "'Long'" in long.reason
    assert "65536" in long.reason
    assert "70009" in long.reason


def test_a_header_is_kept_beside_the_sections_and_may_give_their_type(shop: Path) -> None:
    text = "---\npaths: src/**\ntype: Feedback\n---\n## A\nx\n## B\ny\n"

    found = list(Instructions().read(write(shop, "CLAUDE.md", text)))

    assert [one.type for one in found if isinstance(one, Part)] == ["feedback"] * 2
    assert isinstance(found[0], Part)
    assert found[0].extra == {"front_matter": {"paths": "src/**", "type": "Feedback"}}


@pytest.mark.requirement("IF-03")
@pytest.mark.parametrize(
    ("text", "line"), [("---\nno key\n---\nx", 2), ("---\nname: x\n", 1), (b"a\n\xff", 2)]
)
def test_a_bad_file_is_named_with_its_line(shop: Path, text: str | bytes, line: int) -> None:
    (found,) = Instructions().read(write(shop, "CLAUDE.md", text))

    assert isinstance(found, Problem)
    assert (found.line, found.by_design) == (line, False)


def test_lines_are_counted_from_the_top_of_the_file(shop: Path) -> None:
    text = f"---\na: b\n---\n\n## Long\n\n{'x' * 70_000}\n"

    (found,) = Instructions().read(write(shop, "CLAUDE.md", text))

    assert isinstance(found, Problem)
    assert found.line == 5


def test_a_file_that_says_nothing_is_left_out_by_design(shop: Path) -> None:
    for text in ("", "# Title\n", "---\na: b\n---\n\n"):
        (found,) = Instructions().read(write(shop, "AGENTS.md", text))

        assert isinstance(found, Problem)
        assert found.by_design


def test_a_file_that_only_points_to_another_is_read_as_that_one(shop: Path) -> None:
    write(shop, "AGENTS.md", AGENTS)
    for text in ("@AGENTS.md", "\n@./AGENTS.md\r\n"):
        pointer = write(shop, "CLAUDE.md", text)

        assert told(Instructions().read(pointer)) == [
            ("CLAUDE.md", "!it only points to AGENTS.md, which is read in its place"),
            ("AGENTS.md", ""),
            ("AGENTS.md", "Build"),
            ("AGENTS.md", "Стиль"),
        ]


def test_in_a_folder_both_are_told_once(shop: Path) -> None:
    write(shop, "AGENTS.md", AGENTS)
    write(shop, "CLAUDE.md", "@AGENTS.md\n")

    assert [name for name, _ in told(read_all([shop]))] == ["AGENTS.md"] * 3 + ["CLAUDE.md"]
    assert len(told(read_all([shop / "CLAUDE.md", shop]))) == 4


@pytest.mark.requirement("IS-01")
@pytest.mark.parametrize(
    "target", ["../secret.md", "/etc/passwd", "~/x.md", "sub/x.md", ".env", ".hidden.md", "id_rsa"]
)
def test_a_pointer_leads_to_nothing_outside_its_folder(shop: Path, target: str) -> None:
    write(shop.parent, "secret.md", "secret")
    for inside in ("sub/x.md", ".env", ".hidden.md", "id_rsa"):
        write(shop, inside, "secret")

    (found,) = Instructions().read(write(shop, "CLAUDE.md", f"@{target}"))

    assert isinstance(found, Problem)
    assert not found.by_design
    assert target in found.reason


@pytest.mark.requirement("IS-01")
def test_a_pointer_follows_no_link_and_opens_nothing_but_files(shop: Path) -> None:
    write(shop.parent, "secret.md", "secret")
    (shop / "LINK.md").symlink_to(shop.parent / "secret.md")
    os.mkfifo(shop / "FIFO.md")
    (shop / "FOLDER.md").mkdir()

    for name in ("LINK.md", "FIFO.md", "FOLDER.md", "MISSING.md"):
        pointed, found = Instructions().read(write(shop, "CLAUDE.md", f"@{name}"))

        assert isinstance(pointed, Problem)
        assert isinstance(found, Problem)
        assert (Path(found.path).name, found.by_design) == (name, False)


def test_pointers_that_go_in_a_circle_come_to_an_end(shop: Path) -> None:
    write(shop, "AGENTS.md", "@CLAUDE.md")

    found = told(Instructions().read(write(shop, "CLAUDE.md", "@AGENTS.md")))

    assert found == [
        ("CLAUDE.md", "!it only points to AGENTS.md, which is read in its place"),
        ("AGENTS.md", "!it only points to CLAUDE.md, and that leads back here"),
    ]
    (itself,) = Instructions().read(write(shop, "CLAUDE.md", "@CLAUDE.md"))
    assert isinstance(itself, Problem)


def test_a_pointer_among_other_words_is_text(shop: Path) -> None:
    (found,) = Instructions().read(write(shop, "CLAUDE.md", "See @AGENTS.md first."))

    assert isinstance(found, Part)
    assert found.content == "See @AGENTS.md first."


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("home/web-shop/AGENTS.md", "web-shop"),
        ("home/web-shop/.claude/CLAUDE.md", "web-shop"),
        ("home/.claude/CLAUDE.md", "CLAUDE"),
        ("home/.codex/AGENTS.md", "AGENTS"),
        ("home/.config/opencode/AGENTS.md", "opencode"),
        ("home/AGENTS.md", "AGENTS"),
        ("home/web-shop/.claude/memory/MEMORY.md", "web-shop"),
    ],
)
def test_a_file_is_named_after_its_project_or_its_agent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, expected: str
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))

    assert by_heading.label(tmp_path / file) == expected


def test_claudes_own_folder_names_are_cut_to_the_project(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/li.na")
    base = Path("/home/li.na/.claude/projects")

    for folder, expected in (
        ("-home-li-na-src-web-shop", "src-web-shop"),
        ("-srv-api", "srv-api"),
        ("-home-li-na", "home-li-na"),
    ):
        assert by_heading.label(base / folder / "memory" / "MEMORY.md") == expected


def test_only_the_agents_own_file_names_are_taken(tmp_path: Path) -> None:
    names = {
        name: getattr(known_format(tmp_path / name), "name", None)
        for name in ("AGENTS.md", "claude.md", "CLAUDE.local.md", "GEMINI.md", "README.md", "x.py")
    }

    assert list(names.values()) == ["agents_md"] * 4 + ["claude_code", None]
