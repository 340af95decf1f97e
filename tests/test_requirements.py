"""The manifest and the tests say the same: no id is unknown, and none is forgotten."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from requirements import LATER, PENDING, REQUIREMENTS

TESTS = Path(__file__).parent


def marks(tree: ast.Module) -> list[ast.Call]:
    """Return the `pytest.mark.requirement(…)` calls that stand on a test, a class or a module."""
    holders: list[ast.expr] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            holders += node.decorator_list
        elif isinstance(node, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id == "pytestmark" for target in node.targets
        ):
            several = isinstance(node.value, ast.List | ast.Tuple)
            holders += node.value.elts if several else [node.value]
    return [
        held
        for held in holders
        if isinstance(held, ast.Call) and ast.unparse(held.func) == "pytest.mark.requirement"
    ]


def shown() -> dict[str, str]:
    """Return each id that a test names, with the file that names it."""
    found: dict[str, str] = {}
    for file in sorted(TESTS.rglob("test_*.py")):
        for mark in marks(ast.parse(file.read_text("utf-8"))):
            for id_ in mark.args:
                assert isinstance(id_, ast.Constant), f"{file}: an id is not a literal"
                found.setdefault(id_.value, str(file.relative_to(TESTS)))
    return found


def test_marks_are_read_from_decorators_and_from_pytestmark_alone():
    tree = ast.parse(
        "pytestmark = [pytest.mark.fault, pytest.mark.requirement('A')]\n"
        "@pytest.mark.requirement('B', 'C')\n"
        "async def test_one(): requirement('D')\n"
        "other = pytest.mark.requirement('E')\n"
    )

    assert [[one.value for one in mark.args] for mark in marks(tree)] == [["A"], ["B", "C"]]


def test_every_id_that_a_test_names_is_in_the_manifest():
    unknown = {id_: file for id_, file in shown().items() if id_ not in REQUIREMENTS}

    assert unknown == {}


def test_every_requirement_is_shown_or_stands_in_exactly_one_list_of_what_is_not():
    places = {"a test": set(shown()), "LATER": set(LATER), "PENDING": PENDING}
    found = {
        id_: [place for place, ids in places.items() if id_ in ids] or ["nowhere"]
        for id_ in REQUIREMENTS
    }

    assert {
        id_: where for id_, where in found.items() if len(where) > 1 or "nowhere" in where
    } == {}


def test_what_waits_is_in_the_manifest_and_gives_its_reason():
    assert set(LATER) | PENDING <= set(REQUIREMENTS)
    assert all(LATER.values())


@pytest.mark.parametrize("id_", REQUIREMENTS)
def test_a_requirement_is_a_sentence_of_ours_with_a_source(id_):
    source, sentence = REQUIREMENTS[id_]

    assert re.fullmatch(r"[A-Z]{2}-[1-9]?[0-9]+", id_)
    assert source
    assert re.fullmatch(r"[A-Za-z].*[.]", sentence)
