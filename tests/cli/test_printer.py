from __future__ import annotations

import io
import json
import sys

import pytest

from ricordo_cli.printer import Printer, error_object
from ricordo_protocol.errors import Conflict, InvalidInput, NotFound


def test_people_get_the_lines_and_programs_the_object(capsys: pytest.CaptureFixture[str]) -> None:
    Printer().show({"a": 1}, ["line"])
    Printer(as_json=True).show({"a": 1}, ["line"])

    assert capsys.readouterr().out == 'line\n{"a":1}\n'


def test_an_error_is_a_sentence_and_a_hint_on_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    code = Printer().fail(NotFound("no such thing", hint="Look elsewhere."))

    out, err = capsys.readouterr()
    assert code == 3
    assert out == ""
    assert err == "ricordo: no such thing\nLook elsewhere.\n"


def test_with_json_an_error_is_also_one_object_on_stdout(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Printer(as_json=True).fail(InvalidInput("too long", code="x", hint="Cut it.", limit=5))

    out, err = capsys.readouterr()
    assert json.loads(out) == {
        "error": {"code": "x", "message": "too long", "hint": "Cut it.", "limit": 5}
    }
    assert err.startswith("ricordo: too long\n")


def test_the_reasons_of_a_batch_are_told_one_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    why = [{"memory_id": "m1", "reason": "changed_since"}]

    Printer().fail(Conflict("nothing to undo", reasons=why))

    assert "  m1: changed_since\n" in capsys.readouterr().err
    assert error_object(Conflict("x", reasons=why))["reasons"] == why


@pytest.mark.requirement("TT-01")
def test_no_line_leaves_with_a_control_character(capsys: pytest.CaptureFixture[str]) -> None:
    Printer().line("a\x1b[2J\tb")
    Printer().note("c\x07")

    assert capsys.readouterr() == ("a␛[2J\tb\n", "c␇\n")


def test_a_terminal_that_is_not_utf8_gets_what_it_can_show(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, "iso-8859-1"))

    Printer().line("é 日")
    Printer().document({"t": "é"})
    Printer().flush()

    assert raw.getvalue() == b"\xe9 \\u65e5\n" + '{"t":"é"}\n'.encode()
    sys.stdout.detach()
