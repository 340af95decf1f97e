"""Each verb against a real daemon."""

from __future__ import annotations

import io
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pexpect
import pytest

from ricordo_cli.commands import console

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Cli
    from ricordo_protocol import paths as where


def save(ricordo: Cli, name: str, content: str = "the text", *more: str) -> None:
    ran = ricordo("save", name, "--description", f"about {name}", "--content", content, *more)
    assert (ran.code, ran.err) == (0, "")


def test_what_is_saved_is_found_listed_and_shown(ricordo: Cli) -> None:
    saved = ricordo(
        "save", "Deploy Process", "--description", "how", "--content", "use the blue button"
    )

    assert saved.out.startswith("created deploy_process in global (revision ")
    assert "deploy_process" in ricordo("list").out
    assert "1 of 1" in ricordo("search", "blue", "button").out
    assert ricordo("get", "deploy-process").out.endswith("\n\nuse the blue button\n")
    assert ricordo("get", "deploy_process", "--json").json["content"] == "use the blue button"


def test_saving_again_updates(ricordo: Cli) -> None:
    save(ricordo, "n", "one")

    ran = ricordo("save", "n", "--description", "d", "--content", "two", "--type", "feedback")

    assert ran.out.startswith("updated n in global")
    found = ricordo("get", "n", "--json").json
    assert (found["content"], found["type"]) == ("two", "feedback")


def test_a_text_comes_from_a_file_or_from_stdin(
    ricordo: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "note.txt"
    file.write_bytes("\ufeffÜber\r\nalles".encode())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("日本".encode())))

    ricordo("save", "a", "--description", "d", "--file", str(file))
    ricordo("save", "b", "--description", "d", "-")

    assert ricordo("get", "a", "--json").json["content"] == "Über\r\nalles"
    assert ricordo("get", "b", "--json").json["content"] == "日本"


def test_a_file_that_is_no_text_is_refused_by_name(ricordo: Cli, tmp_path: Path) -> None:
    (tmp_path / "x.bin").write_bytes(b"ab\xff")
    (tmp_path / "long.txt").write_bytes(b"x" * 2_000_000)

    for name in ("x.bin", "long.txt", "missing", "."):
        ran = ricordo("save", "n", "--description", "d", "--file", str(tmp_path / name))

        assert (ran.code, str(tmp_path) in ran.err) == (6, True)


def test_input_that_is_not_valid_never_reaches_the_daemon(cli: Cli) -> None:
    # No daemon runs: an exit code of 69 would say that one was asked.
    for words in (
        ["save", "a/b", "--description", "d", "--content", "c"],
        ["save", "n", "--description", " ", "--content", "c"],
        ["save", "n", "--description", "d", "--content", " "],
        ["save", "n", "--description", "d", "--content", "x" * 65_537],
        ["describe", "n", ""],
        ["search", " "],
        ["delete", "n", "--reason", "x" * 513],
    ):
        assert cli(*words).code == 6


def test_a_description_is_replaced(ricordo: Cli) -> None:
    save(ricordo, "n")

    ran = ricordo("describe", "n", "new words")

    assert "undo with: ricordo undo " in ran.out
    assert ricordo("get", "n", "--json").json["description"] == "new words"


def test_a_delete_says_how_to_undo_it_and_that_works(ricordo: Cli) -> None:
    save(ricordo, "n")

    deleted = ricordo("delete", "n", "--reason", "old")
    gone = ricordo("get", "n")
    undo = deleted.out.rsplit("ricordo ", 1)[1].split()
    undone = ricordo(*undo)
    redone = ricordo(*undone.out.rsplit("ricordo ", 1)[1].split())
    twice = ricordo(*undo)

    assert (deleted.code, gone.code, undone.code) == (0, 3, 0)
    assert "n in global" in undone.out
    assert (redone.code, ricordo("get", "n").code) == (0, 3)
    assert twice.code == 5


def test_scopes_are_kept_apart(ricordo: Cli) -> None:
    save(ricordo, "n", "mine", "--scope", "user")

    assert ricordo("get", "n").code == 3
    assert ricordo("get", "n", "--scope", "user", "--json").json["content"] == "mine"
    assert ricordo("list", "--scope", "global").out == "nothing found\n"
    assert ricordo("list", "--scope", "nonsense").code == 6


def test_a_list_is_read_page_by_page(ricordo: Cli) -> None:
    for number in range(3):
        save(ricordo, f"n{number}")

    first = ricordo("list", "--limit", "2")
    cursor = first.out.rsplit("--cursor ", 1)[1].strip()
    second = ricordo("list", "--limit", "2", "--cursor", cursor)

    assert "2 of 3; the next with --cursor" in first.out
    assert "n0" in second.out
    assert second.out.endswith("1 of 3\n")


def test_contents_are_listed_only_when_asked_for(ricordo: Cli) -> None:
    save(ricordo, "n", "unusual")

    assert "unusual" not in ricordo("list", "--json").out
    assert ricordo("list", "--json", "--full").json["memories"][0]["content"] == "unusual"
    assert ricordo("search", "unusual", "--json", "--full").json["memories"][0]["content"]


@pytest.mark.requirement("TT-01")
def test_stored_control_characters_are_shown_never_sent(ricordo: Cli) -> None:
    attack = "a\x1b[2J\x9b31m\u202eb\tc\nd"
    ricordo("save", "n", "--description", attack, "--content", attack)

    for words in (["list"], ["get", "n"], ["search", "d"], ["get", "n", "--json"]):
        out = ricordo(*words).out

        assert not set("\x1b\x9b\u202e") & set(out)
    assert "a␛[2J⟨U+009B⟩31m⟨U+202E⟩b\tc\nd\n" in ricordo("get", "n").out
    assert ricordo("get", "n", "--json").json["content"] == attack


def test_a_token_is_printed_as_a_header_line(ricordo: Cli) -> None:
    for name in ("user", "admin"):
        line = f"Authorization: Bearer {ricordo.home.token(name)}"

        assert ricordo("token", "header", name).out == f"{line}\n"


def test_paths_names_everything(cli: Cli) -> None:
    found = cli("paths", "--json").json

    assert found["home"] == str(cli.home.root)
    assert found["socket"] == str(cli.home.paths.socket)
    assert all(path in cli("paths").out for path in found.values())


def test_an_admin_at_a_terminal_sees_every_scope(ricordo: Cli) -> None:
    save(ricordo, "mine", "x", "--scope", "user")
    memory_id = ricordo("get", "mine", "--scope", "user", "--json").json["memory_id"]
    out = ""
    for words in (["list"], ["get", memory_id], ["delete", memory_id]):
        command = ["-m", "ricordo_cli", *words, "--admin"]
        with pexpect.spawn(
            sys.executable, command, env=ricordo.home.env, encoding="utf-8", dimensions=(40, 200)
        ) as terminal:
            terminal.expect(pexpect.EOF)
            out += terminal.before or ""

    assert memory_id in out
    assert "deleted mine from user" in out
    assert "--admin" in out


def test_on_a_terminal_ricordo_starts_the_daemon_and_opens_the_console(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[where.Paths] = []
    fake = SimpleNamespace(main=lambda paths, **_: opened.append(paths) or 7)
    monkeypatch.setitem(sys.modules, "ricordo_tui", fake)
    monkeypatch.setattr(console, "on_terminal", lambda: True)

    assert [cli().code, cli("tui").code] == [7, 7]
    assert opened == [cli.home.paths] * 2
    assert cli("daemon", "status").code == 0
