from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ricordo_cli import discovery

if TYPE_CHECKING:
    from conftest import Cli

NOTE = "---\nname: x\n---\ntext\n"
ENTITY = '{"type":"entity","name":"a","entityType":"t","observations":["o"]}\n'


@pytest.fixture
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A person's home folder, and a project in it that the command is run in."""
    home = tmp_path / "lina"
    (home / "web shop").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("MEMORY_FILE_PATH", raising=False)
    monkeypatch.chdir(home / "web shop")
    return home


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def offered(user: Path) -> dict[str, tuple[str, int]]:
    return {
        os.path.relpath(one.path, user): (one.format, one.parts)
        for one in discovery.discover().found
    }


def test_everything_in_the_usual_places_is_offered(user: Path) -> None:
    write(user / ".claude/projects/-home-lina-a/memory/n.md", NOTE)
    write(user / ".claude/projects/-home-lina-a/memory/MEMORY.md", "- [x](n.md)\n")
    write(user / ".claude/projects/-home-lina-a/s.jsonl", '{"type":"user"}\n')
    write(user / ".claude/CLAUDE.md", "## A\nx\n## B\ny\n")
    write(user / ".codex/AGENTS.md", "Be brief.\n")
    write(user / "web shop/AGENTS.md", "## A\nx\n")
    write(user / "web shop/CLAUDE.md", "@AGENTS.md\n")
    write(user / "web shop/memory.jsonl", ENTITY)

    assert offered(user) == {
        ".claude/projects/-home-lina-a/memory": ("claude_code", 1),
        ".claude/CLAUDE.md": ("agents_md", 2),
        ".codex/AGENTS.md": ("agents_md", 1),
        "web shop/AGENTS.md": ("agents_md", 1),
        "web shop/memory.jsonl": ("mcp_memory", 1),
    }


def test_a_graph_is_found_where_a_program_was_told_to_keep_it(
    user: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, third = (write(user / f"kg/{n}.jsonl", ENTITY) for n in (1, 2, 3))
    server = {"mcpServers": {"m": {"env": {"MEMORY_FILE_PATH": str(first), "KEY": "secret"}}}}
    write(user / ".claude.json", json.dumps(server, indent=2))
    write(user / "web shop/.mcp.json", '{"MEMORY_FILE_PATH": "~/kg/2.jsonl", "MEMORY_FILE_PATH":7')
    write(user / ".cursor/mcp.json", '{"MEMORY_FILE_PATH": "relative.jsonl"}')
    monkeypatch.setenv("MEMORY_FILE_PATH", str(third))

    assert set(offered(user)) == {f"kg/{n}.jsonl" for n in (1, 2, 3)}
    assert str(second) in json.dumps([one.path for one in discovery.discover().found])


def test_the_folder_of_configurations_may_be_elsewhere(user: Path) -> None:
    write(user / "conf/opencode/AGENTS.md", "x\n")

    found = discovery.discover({"XDG_CONFIG_HOME": str(user / "conf")}).found

    assert [Path(one.path).relative_to(user) for one in found] == [Path("conf/opencode/AGENTS.md")]


@pytest.mark.requirement("IS-01")
def test_links_and_what_is_no_file_are_not_opened(user: Path) -> None:
    write(user / "elsewhere/AGENTS.md", "secret\n")
    (user / "web shop/AGENTS.md").symlink_to(user / "elsewhere/AGENTS.md")
    os.mkfifo(user / "web shop/CLAUDE.md")
    os.mkfifo(user / ".claude.json")
    write(user / ".claude/projects/p/memory/n.md", NOTE)
    (user / ".claude/projects/p/memory/l.md").symlink_to(user / "elsewhere/AGENTS.md")
    (user / ".claude/projects/q").mkdir()
    (user / ".claude/projects/q/memory").symlink_to(user / "elsewhere")

    (found,) = discovery.discover().found

    assert (found.path, found.parts, found.problems) == (
        str(user / ".claude/projects/p/memory"),
        1,
        1,
    )


def test_without_a_daemon_it_prints_a_table_and_the_exact_commands(cli: Cli, user: Path) -> None:
    path = write(user / "web shop/AGENTS.md", "## A\nx\n## B\ny\n")
    before = sorted(cli.home.root.rglob("*"))

    ran = cli("import", "--discover")
    other = cli("import", "--discover", "--scope", "workstream", "--scope-id", "a b")
    as_json = cli("import", "--discover", "--json").json

    assert ran.code == 0
    assert f"agents_md  2                   {path}\n" in ran.out
    assert f"  ricordo import '{path}'\n" in ran.out
    assert f"  ricordo import --scope workstream --scope-id 'a b' '{path}'\n" in other.out
    assert as_json["found"] == [
        {
            "path": str(path),
            "format": "agents_md",
            "parts": 2,
            "problems": 0,
            "command": f"ricordo import '{path}'",
        }
    ]
    assert sorted(cli.home.root.rglob("*")) == before


def test_where_nothing_is_it_says_where_it_looked(cli: Cli, user: Path) -> None:
    assert user.is_dir()
    ran = cli("import", "--discover")

    assert ran.code == 0
    assert ran.out.startswith("nothing found; looked in:\n  ~/.claude/projects/*/memory\n")


def test_the_printed_command_imports_what_was_found(ricordo: Cli, user: Path) -> None:
    write(user / "web shop/AGENTS.md", "## A\nx\n")

    (found,) = ricordo("import", "--discover", "--json").json["found"]
    ran = ricordo("import", found["path"], "--json")

    assert ran.json["counts"] == {"create": found["parts"]}
    assert [one["name"] for one in ran.json["files"]] == ["web_shop_a"]
