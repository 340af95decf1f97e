from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ricordo_cli.import_plan import Action, Target, edited_content, plan
from ricordo_cli.importers.model import Part, sha256
from ricordo_protocol.memory import Memory

TARGET = Target("user")


def part(path: str, wording: str, content: str = "text", **more: Any) -> Part:
    return Part(
        format="claude_code",
        path=path,
        wording=wording,
        description=more.pop("description", "what it is"),
        content=content,
        sha256=sha256(content),
        **more,
    )


def row(name: str, made_by: Part | None = None, **more: Any) -> Memory:
    metadata = {"source": made_by.source()} if made_by else {}
    given = {
        "memory_id": name,
        "name": name,
        "description": made_by.description if made_by else "d",
        "type": "general",
        "scope": "user",
        "scope_id": "me",
        "created": "",
        "updated": "",
        "metadata": metadata,
        "revision": 7,
        "created_by": "me",
        "updated_by": "me",
    }
    return Memory(**(given | more))


def decide(parts: list[Part], rows: list[Memory], *, there: bool = True) -> list[tuple[str, str]]:
    steps = plan(parts, rows, exists=lambda _: there)
    return [(step.action.value, step.name) for step in steps]


def test_what_is_new_is_created() -> None:
    assert decide([part("/a.md", "A note")], []) == [("create", "a_note")]


def test_what_has_not_changed_is_left_alone() -> None:
    one = part("/a.md", "A note")

    assert decide([one], [row("a_note", one)]) == [("unchanged", "a_note")]


def test_what_has_changed_is_saved_under_its_stored_name() -> None:
    before, now = part("/a.md", "A note"), part("/a.md", "Renamed since", "other")

    (step,) = plan([now], [row("kept_name", before)], exists=lambda _: True)

    draft = step.draft(TARGET)
    assert (step.action, step.name, step.stored.revision) == (Action.UPDATE, "kept_name", 7)
    assert (draft.name, draft.content, draft.title) == ("kept_name", "other", "Renamed since")
    assert draft.metadata["source"]["sha256"] == now.sha256


def test_a_description_that_a_person_edited_is_kept() -> None:
    before, now = part("/a.md", "n"), part("/a.md", "n", "other", description="new in the file")
    edited = row("n", before, description="a person's words")

    (step,) = plan([now], [edited], exists=lambda _: True)

    draft = step.draft(TARGET)
    assert draft.description == "a person's words"
    # Recognised again the next time, for the hash is of what the file gives.
    assert draft.metadata["source"]["description_sha256"] == sha256("new in the file")


def test_a_description_that_nobody_edited_follows_the_file() -> None:
    before, now = part("/a.md", "n"), part("/a.md", "n", "other", description="new in the file")

    (step,) = plan([now], [row("n", before)], exists=lambda _: True)

    assert step.draft(TARGET).description == "new in the file"


def test_a_row_that_no_import_made_is_never_overwritten() -> None:
    (step,) = plan([part("/a.md", "n")], [row("n")], exists=lambda _: True)

    assert step.action is Action.CONFLICT
    assert "no import made it" in step.reason


@pytest.mark.parametrize("source", ["text", [], {"path": "/a.md"}, {"path": 1, "format": "x"}])
def test_metadata_that_only_looks_like_ours_is_not_taken_for_it(source: object) -> None:
    assert decide([part("/a.md", "n")], [row("n", metadata={"source": source})]) == [
        ("conflict", "n")
    ]


def test_equal_names_of_one_run_are_numbered() -> None:
    parts = [part("/a.md", "My note"), part("/b.md", "my-note"), part("/c.md", "MY NOTE")]

    assert decide(parts, []) == [
        ("create", "my_note"),
        ("create", "my_note_2"),
        ("create", "my_note_3"),
    ]


def test_a_rerun_finds_numbered_names_by_their_files() -> None:
    a, b = part("/a.md", "n"), part("/b.md", "n")
    rows = [row("n", a), row("n_2", b)]

    assert decide([b, a], rows) == [("unchanged", "n_2"), ("unchanged", "n")]
    assert decide([replace(b, sha256="x")], rows) == [("update", "n_2")]


def test_a_new_file_never_takes_the_name_of_a_row_that_another_file_of_the_run_has() -> None:
    old = part("/old.md", "n")

    assert decide([part("/new.md", "n"), old], [row("n", old)], there=False) == [
        ("create", "n_2"),
        ("unchanged", "n"),
    ]


def test_a_file_that_was_moved_keeps_its_row() -> None:
    before = part("/old/a.md", "n")

    assert decide([part("/new/a.md", "n")], [row("n", before)], there=False) == [
        ("unchanged", "n")
    ]
    assert decide([part("/new/a.md", "n", "x")], [row("n", before)], there=False) == [
        ("update", "n")
    ]


def test_two_folders_with_a_file_of_one_name_do_not_overwrite_each_other() -> None:
    other = part("/project/a.md", "n", "theirs")

    assert decide([part("/mine/a.md", "n", "mine")], [row("n", other)]) == [("create", "n_2")]


def test_the_wording_becomes_the_title_where_the_name_cannot_keep_it() -> None:
    steps = plan(
        [part("/a.md", "Привет, мир"), part("/b.md", "plain")], [], exists=lambda _: False
    )
    first, second = (step.draft(TARGET) for step in steps)

    assert first.name.startswith("claude_code_")
    assert (first.title, second.title) == ("Привет, мир", None)


def test_metadata_of_others_stays_and_ours_is_replaced() -> None:
    before = part("/a.md", "n", extra={"original_type": "project"})
    now = part("/a.md", "n", "x", extra={"front_matter": {"k": "v"}})
    metadata = {"source": before.source(), "original_type": "project", "theirs": 1}

    (step,) = plan([now], [row("n", before, metadata=metadata)], exists=lambda _: True)

    assert step.draft(TARGET).metadata == {
        "source": now.source(),
        "front_matter": {"k": "v"},
        "theirs": 1,
    }


def test_a_content_is_compared_with_what_the_file_gave() -> None:
    one = part("/a.md", "n")

    assert not edited_content(row("n", one, content="text"))
    assert edited_content(row("n", one, content="a person's"))


def test_a_section_that_was_moved_within_its_file_keeps_its_row() -> None:
    old = part("/A.md", "shop Build", part="Build")
    moved = part("/A.md", "shop Build", part="Work > Build")

    assert decide([moved], [row("shop_build", old)]) == [("unchanged", "shop_build")]
    assert decide([old, moved], [row("shop_build", old)]) == [
        ("unchanged", "shop_build"),
        ("create", "shop_build_2"),
    ]


def test_a_section_of_a_file_that_is_not_read_now_is_left_alone() -> None:
    old = part("/other/A.md", "shop Build", part="Build")
    new = part("/A.md", "shop Build", part="Build")

    assert decide([new], [row("shop_build", old)]) == [("create", "shop_build_2")]


def test_a_part_is_named_after_what_its_importer_says() -> None:
    one = part("/A.md", "shop Стиль", named_after="shop section_1a2b3c4d")

    (step,) = plan([one], [], exists=lambda _: True)

    assert step.name == "shop_section_1a2b3c4d"
    assert step.draft(TARGET).title == "shop Стиль"
