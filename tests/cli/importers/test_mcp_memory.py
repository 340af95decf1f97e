from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from ricordo_cli.importers import Part, Problem, known_format
from ricordo_cli.importers.mcp_memory import McpMemory

if TYPE_CHECKING:
    from pathlib import Path


def entity(name: str, *observations: object, kind: str = "tool") -> dict[str, object]:
    return {
        "type": "entity",
        "name": name,
        "entityType": kind,
        "observations": list(observations),
    }


def relation(from_: str, type_: str, to: str) -> dict[str, object]:
    return {"type": "relation", "from": from_, "relationType": type_, "to": to}


def lines(*records: object) -> str:
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in records)


GRAPH = [
    entity("Kettle & Co", "Boils water.", "Made in 1998."),
    entity("Чайник", "Кипятит воду.", kind="предмет"),
    relation("Kettle & Co", "is like", "Чайник"),
]


@pytest.fixture
def read(tmp_path: Path):
    def found(text: str | bytes, name: str = "memory.jsonl") -> list[Part | Problem]:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return list(McpMemory().read(path))

    return found


def test_an_entity_is_a_memory_with_its_observations_and_relations(read) -> None:
    kettle, other = read(lines(*GRAPH))

    assert kettle.part == kettle.wording == "Kettle & Co"
    assert kettle.named_after == "kettle_co"
    assert kettle.description == "tool: Boils water."
    assert kettle.content == "Boils water.\nMade in 1998.\nKettle & Co is like Чайник"
    assert kettle.extra == {
        "entity_type": "tool",
        "relations": [{"from": "Kettle & Co", "relation": "is like", "to": "Чайник"}],
    }
    assert (kettle.type, kettle.warnings) == ("general", ())
    assert (other.wording, other.content) == ("Чайник", "Кипятит воду.")
    assert other.named_after.startswith("mcp_")
    assert len(other.named_after) == len("mcp_") + 8


@pytest.mark.requirement("IM-02")
def test_bad_lines_are_named_by_number_and_the_rest_is_read(read) -> None:
    text = (
        lines(entity("a", "1"), entity("b", "2"))
        + '{"type":"entity","na\n'
        + "\n"
        + "[]\n"
        + '{"type":"other"}\n'
        + '{"type":"entity","name":" "}\n'
        + '{"type":"relation","from":"a","to":"b"}\n'
        + lines(entity("c", "3"))
        + '{"type":"entity","name":"cut","obser'
    )

    found = read(text)

    assert [one.wording for one in found if isinstance(one, Part)] == ["a", "b", "c"]
    bad = {one.line: one.by_design for one in found if isinstance(one, Problem)}
    assert bad == {3: False, 4: True, 5: False, 6: False, 7: False, 8: False, 10: False}


@pytest.mark.requirement("IM-02")
def test_an_array_and_a_whole_graph_give_the_same_memories(read) -> None:
    def kept(found: list[Part | Problem]) -> list[tuple[str, str, str]]:
        return [(one.part, one.content, one.sha256) for one in found if isinstance(one, Part)]

    as_lines = kept(read(lines(*GRAPH)))
    plain = [{k: v for k, v in one.items() if k != "type"} for one in GRAPH]
    whole = {"entities": plain[:2], "relations": plain[2:]}

    assert len(as_lines) == 2
    assert kept(read(json.dumps(GRAPH))) == as_lines
    assert kept(read(json.dumps(GRAPH, indent=2))) == as_lines
    assert kept(read(json.dumps(whole, indent=2), "memory.json")) == as_lines


@pytest.mark.requirement("IM-02")
def test_bad_items_of_an_array_are_named_by_number(read) -> None:
    bad, good = read(json.dumps(["x", entity("a", "1")]))

    assert (bad.reason, bad.line) == ("item 1: neither an entity nor a relation", None)
    assert good.wording == "a"
    (cut,) = read(json.dumps(GRAPH, indent=2)[:-20])
    assert "was cut" in cut.reason
    assert cut.line is not None


def test_records_of_a_graph_that_are_no_list_are_named(read) -> None:
    (found,) = read('{"entities": {"a": 1}}', "memory.json")

    assert "no list" in found.reason


@pytest.mark.requirement("IM-02")
def test_an_empty_file_is_no_failure(read) -> None:
    for text in ("", "\n\n", "\ufeff", "[]", '{"entities": [], "relations": []}'):
        (found,) = read(text)

        assert found.by_design


@pytest.mark.requirement("IM-01")
def test_marks_and_line_ends_make_no_difference(read) -> None:
    text = lines(*GRAPH)
    forms = [text, text.replace("\n", "\r\n"), "\ufeff" + text, text + "\n\n"]

    assert len({tuple((p.part, p.sha256) for p in read(form)) for form in forms}) == 1
    (wide,) = read(text.encode("utf-16"))
    assert "UTF-16" in wide.reason


def test_records_of_one_name_are_joined_and_said(read) -> None:
    (found,) = read(
        lines(entity("a", "1", "2"), entity("a", "2", "3", kind="thing"), entity("a", "3"))
    )

    assert found.content == "1\n2\n3"
    assert found.extra == {"entity_type": "tool", "entity_types": ["tool", "thing"]}
    assert "3 times" in found.warnings[0]


def test_a_relation_is_kept_where_only_one_end_is_known(read) -> None:
    known, report = read(
        lines(
            relation("ghost", "haunts", "a"),
            relation("ghost", "knows", "other"),
            entity("a"),
            relation("a", "fears", "ghost"),
            relation("a", "fears", "ghost"),
        )
    )[::-1]

    assert known.content == "ghost haunts a\na fears ghost"
    assert known.description == "tool: a"
    assert (report.line, report.by_design) == (2, True)
    assert "ghost knows other" in report.reason


def test_an_entity_about_which_nothing_is_said_is_left_out_by_design(read) -> None:
    (found,) = read(lines(entity("a", " ")))

    assert (found.line, found.by_design) == (1, True)


def test_observations_that_are_no_texts_are_kept_as_what_they_are(read) -> None:
    (found,) = read(lines(entity("a", {"content": "one", "at": 1}, {"x": "é"}, 4, kind="")))

    assert found.content == 'one\n{"x": "é"}\n4'
    assert found.description == "one"


def test_a_long_first_observation_is_cut_in_the_description_only(read) -> None:
    (found,) = read(lines(entity("a", "x" * 600)))

    assert len(found.description) == 512
    assert len(found.content) == 600


@pytest.mark.requirement("IM-07")
def test_an_entity_over_the_limit_is_named_with_both_sizes(read) -> None:
    good, bad = read(lines(entity("b", "x" * 70_000), entity("a", "1")))[::-1]

    assert good.wording == "a"
    assert (bad.line, bad.by_design) == (1, False)
    assert "65536" in bad.reason


def test_relations_that_metadata_cannot_hold_are_kept_as_text(read) -> None:
    many = [relation("a", "knows", f"n{number}") for number in range(500)]

    (found,) = read(lines(entity("a", "1"), *many))

    assert "relations" not in found.extra
    assert found.content.count("a knows n") == 500
    assert "500 relations" in found.warnings[0]


def test_a_name_too_long_for_a_title_is_a_problem_and_not_cut(read) -> None:
    (found,) = read(lines(entity("n" * 600, "1")))

    assert isinstance(found, Problem)
    assert "title" in found.reason


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, '"\\ud83d"', "null", "{}"])
def test_hostile_json_is_a_problem_not_a_crash(read, text: str) -> None:
    (found,) = read(text)

    assert isinstance(found, Problem)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("memory.jsonl", "nonsense", "mcp_memory"),
        ("memory.json", "", "mcp_memory"),
        ("kg.jsonl", lines(*GRAPH), "mcp_memory"),
        ("kg.jsonl", "\ufeff" + lines(*GRAPH), "mcp_memory"),
        ("kg.jsonl", "", "mcp_memory"),
        ("kg.json", "", None),
        ("kg.json", json.dumps(GRAPH, indent=1), "mcp_memory"),
        ("kg.json", json.dumps({"entities": [], "relations": []}, indent=1), "mcp_memory"),
        ("session.jsonl", '{"type":"user","message":{}}\n', None),
        ("package.json", '{"name": "x"}', None),
        ("kg.txt", lines(*GRAPH), None),
    ],
)
def test_a_graph_is_known_by_its_beginning(
    tmp_path: Path, name: str, text: str, expected: str | None
) -> None:
    (tmp_path / name).write_text(text, "utf-8")

    assert getattr(known_format(tmp_path / name), "name", None) == expected


@pytest.mark.requirement("IS-01")
def test_a_link_is_not_opened_to_look_at_it(tmp_path: Path) -> None:
    (tmp_path / "real.jsonl").write_text(lines(*GRAPH), "utf-8")
    (tmp_path / "kg.json").symlink_to(tmp_path / "real.jsonl")
    (tmp_path / "zero.json").symlink_to("/dev/zero")

    assert McpMemory().sniff(tmp_path / "real.jsonl")
    assert not McpMemory().sniff(tmp_path / "kg.json")
    assert [type(one) for one in McpMemory().read(tmp_path / "zero.json")] == [Problem]
