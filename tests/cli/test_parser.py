from __future__ import annotations

import pytest

from ricordo_cli.parser import CommandLineError, build
from ricordo_protocol.errors import EXIT_CODES


def test_saving_takes_its_text_from_exactly_one_place() -> None:
    args = build().parse_args(["save", "n", "--description", "d", "-"])

    assert args.stdin
    assert args.verb == "save"
    for places in ([], ["--content", "x", "-"], ["--content", "x", "--file", "y"]):
        with pytest.raises(CommandLineError):
            build().parse_args(["save", "n", "--description", "d", *places])


def test_the_dash_may_stand_anywhere() -> None:
    assert build().parse_args(["save", "-", "--description", "d", "n"]).name == "n"


@pytest.mark.parametrize(
    "words",
    [
        ["nonsense"],
        ["list", "--lim", "3"],
        ["list", "--limit", "x"],
        ["list", "--limit", "-1"],
        ["daemon"],
        ["token", "header", "root"],
        ["search"],
        ["import", "x", "--scope", "project"],
    ],
)
def test_a_wrong_command_line_is_an_error_like_any_other(words: list[str]) -> None:
    with pytest.raises(CommandLineError) as caught:
        build().parse_args(words)

    assert caught.value.exit_code == 2
    assert "--help" in caught.value.hint


def test_the_help_lists_every_exit_code() -> None:
    text = build().format_help()

    assert [code for code in EXIT_CODES if f"{code:>3}  {EXIT_CODES[code]}" not in text] == []


def test_an_import_goes_to_the_users_own_scope_unless_told() -> None:
    assert build().parse_args(["import", "x"]).scope == "user"
    assert build().parse_args(["save", "n", "--description", "d", "-"]).scope == "global"
