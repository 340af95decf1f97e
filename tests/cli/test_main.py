from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Cli

HEAVY = ("textual", "aiohttp", "keyring", "asyncio", "rich", "sqlite3", "whoosh", "shtab")

FULL = Path("/dev/full")

WITHOUT_A_DAEMON = (
    (["--version"], 0),
    (["--help"], 0),
    ([], 0),
    (["paths"], 0),
    (["paths", "--json"], 0),
    (["daemon", "status"], 3),
    (["daemon", "stop"], 0),
    (["list"], 69),
    (["import", "."], 69),
    (["token", "header", "user"], 4),
    (["get", "a/b"], 6),
    (["daemon", "logs"], 3),
    (["bogus"], 2),
    (["tui"], 2),
    (["demo"], 2),
    (["import"], 2),
    (["import", "--discover", "."], 2),
    (["doctor"], 0),
    (["doctor", "--json"], 0),
    (["completion", "bash"], 0),
)


@pytest.mark.requirement("SH-01")
@pytest.mark.parametrize(("words", "code"), WITHOUT_A_DAEMON)
def test_every_path_without_a_daemon_ends_with_its_exit_code(
    cli: Cli, words: list[str], code: int
) -> None:
    ran = cli(*words)

    assert ran.code == code
    assert bool(ran.err) == (code not in (0, 3) or words == ["daemon", "logs"])


def test_an_error_with_json_is_the_only_thing_on_stdout(cli: Cli) -> None:
    assert cli("list", "--json").json["error"]["code"] == "daemon_unreachable"
    assert cli("list", "--json", "--bogus").json["error"]["code"] == "usage"


def test_an_argument_that_is_not_utf8_is_named_not_a_traceback(ricordo: Cli) -> None:
    for words in (["get", "\udcff"], ["list", "--scope-id", "\udcff"], ["search", "\udcff"]):
        assert ricordo(*words).code == 6


def test_away_from_a_terminal_plain_ricordo_prints_its_help(cli: Cli) -> None:
    assert cli().out == cli("--help").out


@pytest.mark.parametrize("words", [["--version"], ["list"], ["search", "x"], ["get", "x"]])
def test_a_plain_verb_imports_no_heavy_package(ricordo: Cli, words: list[str]) -> None:
    code = (
        "import json, sys\nfrom ricordo_cli import main\n"
        f"code = main({words!r})\n"
        f"print(json.dumps([n for n in {HEAVY!r} if n in sys.modules]), file=sys.stderr)\n"
        "print(code, file=sys.stderr)"
    )

    ran = subprocess.run(
        [sys.executable, "-c", code], env=ricordo.home.env, capture_output=True, check=True
    )

    *_, loaded, code = ran.stderr.decode().splitlines()
    assert json.loads(loaded) == []
    assert code == ("3" if words[0] == "get" else "0")


def test_a_reader_that_has_enough_is_no_error(cli: Cli) -> None:
    reader, writer = os.pipe()
    os.close(reader)

    ran = cli.program("paths", stdout=writer, capture_output=False, stderr=subprocess.PIPE)
    os.close(writer)

    assert (ran.code, ran.err) == (0, "")


@pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")
def test_output_that_cannot_be_written_is_said(cli: Cli) -> None:
    with FULL.open("wb") as full:
        ran = cli.program("paths", stdout=full, capture_output=False, stderr=subprocess.PIPE)

    assert ran.code == 1
    assert ran.err == "ricordo: [Errno 28] No space left on device\n"


@pytest.mark.requirement("SH-01")
def test_an_interrupt_ends_a_command_with_130(ricordo: Cli) -> None:
    words = [sys.executable, "-m", "ricordo_cli", "daemon", "logs", "-f"]
    with subprocess.Popen(
        words, env=ricordo.home.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)

        assert process.wait(60) == 130
        assert process.stderr.read() == b""


@pytest.mark.requirement("CC-04")
def test_no_command_leaves_anything_open(ricordo: Cli) -> None:
    for words in (
        ["save", "n", "--description", "d", "--content", "c"],
        ["list"],
        ["search", "c"],
        ["get", "n"],
        ["daemon", "status"],
        ["daemon", "start"],
        ["delete", "n"],
    ):
        ran = ricordo.program(*words)

        assert (words, ran.code, ran.err) == (words, 0, "")
