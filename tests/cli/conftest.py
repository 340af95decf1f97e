"""The command line, run inside this process (quick) or as the program that people start."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from ricordo_cli import daemon as daemons
from ricordo_cli import main
from ricordo_protocol import calls
from support.home import new_home

if TYPE_CHECKING:
    from collections.abc import Iterator

    from support.home import Home

BOUND = 60
"""Seconds after which a program hangs. Never a measure: only an end."""


@dataclass
class Ran:
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one object on stdout."""
        return json.loads(self.out)


class Cli:
    """`ricordo` in one home."""

    def __init__(self, home: Home, capsys: pytest.CaptureFixture[str]) -> None:
        self.home = home
        self._capsys = capsys

    def __call__(self, *words: str) -> Ran:
        """Run in this process."""
        self._capsys.readouterr()
        code = main(list(words))
        out, err = self._capsys.readouterr()
        return Ran(code, out, err)

    def program(self, *words: str, **kwargs: Any) -> Ran:
        """Run as a program, warnings as errors."""
        done = subprocess.run(
            [sys.executable, "-W", "error", "-m", "ricordo_cli", *words],
            env=self.home.env,
            timeout=BOUND,
            check=False,
            **({"capture_output": True, "stdin": subprocess.DEVNULL} | kwargs),
        )
        out, err = ((one or b"").decode() for one in (done.stdout, done.stderr))
        return Ran(done.returncode, out, err)


@pytest.fixture
def cli(
    home: Home, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Cli]:
    """`ricordo` in a home without a daemon; one that it starts is ended."""
    monkeypatch.setenv("RICORDO_HOME", str(home.root))
    yield Cli(home, capsys)
    if home.process is None:
        daemons.stop(home.paths)


@pytest.fixture(scope="module")
def served() -> Iterator[Home]:
    """A daemon that the tests of one module share: to start one takes longer than most tests."""
    made = new_home()
    try:
        yield made.start()
    finally:
        made.close()


@pytest.fixture
def ricordo(
    served: Home, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[Cli]:
    """`ricordo` beside a daemon that serves and holds nothing; what a test saves is removed."""
    monkeypatch.setenv("RICORDO_HOME", str(served.root))
    yield Cli(served, capsys)
    with served.client("admin") as client:
        for row in client.send(calls.list_memories(limit=200, everywhere=True)).memories:
            client.send(calls.delete_memory_by_id(row.memory_id))
