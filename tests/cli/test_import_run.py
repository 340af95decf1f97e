"""Imports against a real daemon."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ricordo_cli import import_run
from ricordo_cli.import_plan import Target
from ricordo_protocol.errors import Unreachable

if TYPE_CHECKING:
    from conftest import Cli


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    return folder


def write(folder: Path, file: str, content: str = "The text.", **header: str) -> Path:
    lines = "".join(f"{key}: {value}\n" for key, value in header.items())
    path = folder / file
    path.write_text(f"---\n{lines}---\n{content}\n" if lines else content, "utf-8")
    return path


def bring(ricordo: Cli, *words: object) -> dict[str, str]:
    """Import and return name -> outcome, or path -> outcome where there is no name."""
    ran = ricordo("import", *map(str, words), "--json")
    found = ran.json
    assert ran.code == (0 if {"problem", "conflict"}.isdisjoint(found["counts"]) else 1)
    return {one.get("name", Path(one["path"]).name): one["outcome"] for one in found["files"]}


def stored(ricordo: Cli, name: str) -> dict[str, object]:
    return ricordo("get", name, "--scope", "user", "--json").json


def test_a_folder_is_imported_once_however_often_it_is_run(ricordo: Cli, notes: Path) -> None:
    path = write(notes, "a.md", name="A note: yes", description="Re: it", type="feedback")
    write(notes, "MEMORY.md", "# Index")

    first, second = bring(ricordo, notes), bring(ricordo, notes)

    assert first == {"a_note_yes": "create", "MEMORY.md": "skipped"}
    assert second == {"a_note_yes": "unchanged", "MEMORY.md": "skipped"}
    found = stored(ricordo, "a_note_yes")
    assert (found["title"], found["description"]) == ("A note: yes", "Re: it")
    assert (found["type"], found["origin"]) == ("feedback", "import")
    assert found["content"] == "The text."
    source = found["metadata"]["source"]
    assert (source["format"], source["path"], source["part"]) == ("claude_code", str(path), "")


def test_a_changed_file_is_a_revision_and_an_edited_description_stays(
    ricordo: Cli, notes: Path
) -> None:
    for name in ("a", "b"):
        write(notes, f"{name}.md", name=name, description="old words")
    bring(ricordo, notes)
    ricordo("describe", "a", "a person's words", "--scope", "user")
    for name in ("a", "b"):
        write(notes, f"{name}.md", "New text.", name=name, description="new words")

    outcomes = bring(ricordo, notes)
    again = bring(ricordo, notes)

    assert outcomes == {"a": "update", "b": "update"}
    assert again == {"a": "unchanged", "b": "unchanged"}
    assert (stored(ricordo, "a")["description"], stored(ricordo, "a")["content"]) == (
        "a person's words",
        "New text.",
    )
    assert stored(ricordo, "b")["description"] == "new words"


def test_a_content_that_a_person_edited_is_a_conflict_only_if_the_file_changed_too(
    ricordo: Cli, notes: Path
) -> None:
    write(notes, "a.md", name="a", description="d")
    bring(ricordo, notes)
    words = ["--description", "d", "--content", "A person's.", "--scope", "user"]
    ricordo("save", "a", *words)

    assert bring(ricordo, notes) == {"a": "unchanged"}
    write(notes, "a.md", "Another text.", name="a", description="d")
    assert bring(ricordo, notes, "--dry-run") == {"a": "conflict"}
    assert bring(ricordo, notes) == {"a": "conflict"}
    assert stored(ricordo, "a")["content"] == "A person's."


def test_a_memory_that_no_import_made_is_not_overwritten(ricordo: Cli, notes: Path) -> None:
    words = ["--description", "d", "--content", "mine", "--scope", "user"]
    ricordo("save", "a", *words)
    write(notes, "a.md", name="a")

    assert bring(ricordo, notes) == {"a": "conflict"}
    assert stored(ricordo, "a")["content"] == "mine"


@pytest.mark.requirement("IF-03")
def test_bad_files_are_named_and_the_rest_is_imported(ricordo: Cli, notes: Path) -> None:
    for number in range(20):
        write(notes, f"n{number:02}.md", name=f"n{number}")
    write(notes, "n03.md", name="x", nonsense="y\nno key here")
    write(notes, "n07.md", name="[a, b]")
    (notes / "n09.md").write_bytes(b"\x7fELF\0\xff")

    first = ricordo("import", str(notes), "--json")
    second = ricordo("import", str(notes), "--json")

    assert (first.code, first.json["counts"]) == (1, {"problem": 3, "create": 17})
    assert (second.code, second.json["counts"]) == (1, {"problem": 3, "unchanged": 17})
    problems = [one for one in first.json["files"] if one["outcome"] == "problem"]
    assert [(one["path"][-6:], one["line"]) for one in problems] == [
        ("n03.md", 4),
        ("n07.md", 2),
        ("n09.md", 1),
    ]
    assert all(one["reason"] for one in problems)


@pytest.mark.requirement("IF-02")
def test_a_file_whose_header_is_broken_is_not_stored_at_all(ricordo: Cli, notes: Path) -> None:
    write(notes, "a.md", name="x", broken="\nno key here")

    assert bring(ricordo, notes) == {"a.md": "problem"}
    assert ricordo("list", "--json").json["total"] == 0


def test_a_dry_run_says_everything_and_writes_nothing(ricordo: Cli, notes: Path) -> None:
    write(notes, "a.md", name="A Note")

    ran = ricordo("import", str(notes), "--dry-run")

    assert ran.code == 0
    assert f"{notes}/a.md -> a_note" in ran.out
    assert "nothing was written: 1 create" in ran.out
    assert ricordo("list", "--json").json["total"] == 0


def test_nothing_to_import_is_no_success(ricordo: Cli, notes: Path) -> None:
    (notes / "a.png").write_bytes(b"x")

    for path in (notes, notes / "a.png", notes / "missing"):
        assert ricordo("import", str(path)).code == 1


def test_a_file_named_twice_is_imported_once(ricordo: Cli, notes: Path) -> None:
    path = write(notes, "a.md", name="a")

    assert bring(ricordo, notes, path) == {"a": "create"}


def test_an_import_may_go_to_another_scope(ricordo: Cli, notes: Path) -> None:
    write(notes, "a.md", name="a")

    assert bring(ricordo, notes, "--scope", "global") == {"a": "create"}
    assert ricordo("get", "a").code == 0
    for words in (["--scope", "workstream"], ["--scope-id", "x"]):
        assert ricordo("import", str(notes), *words).code == 6


def test_more_rows_than_a_page_are_known_again(
    ricordo: Cli, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_run.limits, "LIST_LIMIT", 2)
    for number in range(5):
        write(notes, f"{number}.md", name=f"n{number}")
    bring(ricordo, notes)

    assert set(bring(ricordo, notes).values()) == {"unchanged"}


def test_a_refusal_by_the_daemon_is_named_and_the_rest_goes_on(
    ricordo: Cli, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(notes, "a.md", name="a")
    write(notes, "b.md", name="b")
    bring(ricordo, notes)
    write(notes, "a.md", "Changed.", name="a")
    write(notes, "b.md", "Changed.", name="b")
    listed = import_run.stored

    def raced(*args: object) -> list[object]:
        rows = list(listed(*args))
        # Somebody else changes `a` between our list and our save.
        ricordo("describe", "a", "someone else's", "--scope", "user")
        return rows

    monkeypatch.setattr(import_run, "stored", raced)

    assert bring(ricordo, notes) == {"a": "problem", "b": "update"}
    assert stored(ricordo, "a")["description"] == "someone else's"


def test_a_daemon_that_vanishes_stops_the_run_with_what_was_done(
    notes: Path, ricordo: Cli
) -> None:
    for number in range(3):
        write(notes, f"{number}.md", name=f"n{number}")
    report = import_run.Report(scope="user")

    class Vanishing:
        """A client whose daemon is gone after the list and one save."""

        def __init__(self) -> None:
            self.left = 2

        def send(self, call):
            if not self.left:
                raise Unreachable("the daemon is not running")
            self.left -= 1
            with ricordo.home.client(label="import") as client:
                return client.send(call)

    with pytest.raises(Unreachable):
        import_run.import_files([notes], Target("user"), Vanishing(), report)

    assert report.counts == {"create": 1}
    assert ricordo("get", "n0", "--scope", "user").code == 0
    assert ricordo("get", "n1", "--scope", "user").code == 3


def test_a_run_that_was_stopped_tells_both_in_json(
    ricordo: Cli, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(notes, "a.md", name="[bad, name]")
    write(notes, "b.md", name="b")

    def gone(*_: object) -> None:
        raise Unreachable("the daemon is not running", hint="Start it.")

    monkeypatch.setattr(import_run, "stored", gone)
    ran = ricordo("import", str(notes), "--json")

    assert ran.code == 69
    assert ran.json["counts"] == {"problem": 1}
    assert ran.json["error"]["code"] == "daemon_unreachable"
    assert "stopped" in ran.err


def test_only_the_section_that_changed_is_updated(ricordo: Cli, notes: Path) -> None:
    path = notes / "AGENTS.md"
    path.write_text("Front.\n\n## Build\nmake\n\n## Test\nmake test\n")
    first = bring(ricordo, notes)
    ricordo("describe", "notes_test", "a person's words", "--scope", "user")
    path.write_text("Front.\n\n## Test\nmake check\n\n## Build\nmake\n\n## New\nx\n")

    second, third = bring(ricordo, notes), bring(ricordo, notes)

    assert first == dict.fromkeys(("notes_agents", "notes_build", "notes_test"), "create")
    assert second == {
        "notes_agents": "unchanged",
        "notes_test": "update",
        "notes_build": "unchanged",
        "notes_new": "create",
    }
    assert set(third.values()) == {"unchanged"}
    found = stored(ricordo, "notes_test")
    assert (found["description"], found["content"]) == (
        "a person's words",
        "## Test\nmake check",
    )


@pytest.mark.requirement("IM-02")
def test_a_graph_is_imported_around_its_bad_lines(ricordo: Cli, notes: Path) -> None:
    record = '{{"type":"entity","name":"{}","entityType":"t","observations":["o"]}}\n'
    good = "".join(record.format(name) for name in ("One", "Ä 2", "三"))
    (notes / "memory.jsonl").write_text(good + '{"type":"ent\n\n[]\n', "utf-8")

    first = ricordo("import", str(notes), "--json")
    second = ricordo("import", str(notes), "--json")

    bad = [one["line"] for one in first.json["files"] if one["outcome"] == "problem"]
    assert (first.code, bad) == (1, [4, 6])
    assert first.json["counts"] == {"problem": 2, "skipped": 1, "create": 3}
    assert second.json["counts"] == {"problem": 2, "skipped": 1, "unchanged": 3}
    names = [one["name"] for one in first.json["files"] if one["outcome"] == "create"]
    assert names[:2] == ["one", "a_2"]
    assert names[2].startswith("mcp_")
    assert stored(ricordo, names[2])["title"] == "三"


@pytest.mark.requirement("IM-02")
def test_an_empty_graph_is_no_failure(ricordo: Cli, notes: Path) -> None:
    for text in ("", "[]"):
        (notes / "memory.jsonl").write_text(text)

        ran = ricordo("import", str(notes / "memory.jsonl"), "--json")

        assert (ran.code, ran.json["counts"].get("create", 0)) == (0, 0)
