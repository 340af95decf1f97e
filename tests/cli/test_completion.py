from __future__ import annotations

import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from ricordo_cli.parser import SHELLS

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Cli


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_names_every_command_and_its_flags(cli: Cli, shell: str) -> None:
    ran = cli("completion", shell)

    assert (ran.code, ran.err) == (0, "")
    for word in ("import", "doctor", "discover", "dry-run", "seed-only", "workstream"):
        assert word in ran.out


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_is_one_that_its_shell_reads(cli: Cli, shell: str, tmp_path: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not on this machine")
    script = tmp_path / "script"
    script.write_text(cli("completion", shell).out, "utf-8")

    done = subprocess.run([shell, "-n", str(script)], capture_output=True, check=False)

    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not on this machine")
def test_bash_completes_a_command(cli: Cli, tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text(cli("completion", "bash").out, "utf-8")
    asked = (
        f"source {script}; COMP_WORDS=(ricordo daemon st); COMP_CWORD=2; COMP_LINE='ricordo "
        "daemon st'; COMP_POINT=17; $(complete -p ricordo | sed 's/.*-F \\([^ ]*\\).*/\\1/')"
        ' ricordo st daemon; printf "%s\\n" "${COMPREPLY[@]}"'
    )

    done = subprocess.run(["bash", "-c", asked], capture_output=True, check=False, text=True)

    assert {"start", "stop", "status"} <= set(done.stdout.split())


def test_a_shell_that_is_not_known_is_a_wrong_command_line(cli: Cli) -> None:
    assert cli("completion", "rc").code == 2
    assert (
        "shtab"
        not in subprocess.run(
            [sys.executable, "-c", "import ricordo_cli.parser, sys; print(*sys.modules)"],
            capture_output=True,
            check=True,
            text=True,
        ).stdout.split()
    )
