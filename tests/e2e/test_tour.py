"""The README's five minutes, followed literally by a newcomer with a terminal and a keyboard."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support.home import wait_for

README = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
TOUR = README.partition("## Five minutes")[2].partition("\n## ")[0]
KEYS = {"enter": "Enter", "esc": "Escape"}

pytestmark = pytest.mark.skipif(
    shutil.which("tmux") is None, reason="no tmux on this machine; .ci/run installs it"
)


class Terminal:
    """A tmux pane of its own server, and the hands on its keyboard."""

    def __init__(self, folder: Path) -> None:
        self.name = f"tour{os.getpid()}"
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        # `-l` types text as it is; the prompt is one that no output looks like.
        shell = f"env -i HOME={folder} PATH={path} TERM=tmux-256color LANG=C.UTF-8"
        shell += " PS1='tour> ' bash --norc --noprofile"
        self.tmux(
            "-f", "/dev/null", "new-session", "-d", "-x", "120", "-y", "32", "-c", folder, shell
        )
        self.see("tour>")

    def tmux(self, *words: object) -> str:
        command = ["tmux", "-L", self.name, *map(str, words)]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    def text(self) -> str:
        return self.tmux("capture-pane", "-p", "-J")

    def see(self, *fragments: str) -> None:
        try:
            wait_for(
                lambda: all(fragment in self.text() for fragment in fragments),
                f"{fragments} on screen",
            )
        except AssertionError as failed:
            raise AssertionError(f"{failed}\n{self.text()}") from None

    def type(self, text: str) -> None:
        self.tmux("send-keys", "-l", text)

    def press(self, key: str) -> None:
        self.tmux("send-keys", key)

    def insist(self, key: str, seen: str) -> None:
        """Press a key until it is taken: a question takes none in its first quarter second."""
        wait_for(lambda: self.press(key) or seen in self.text(), seen)

    def close(self) -> None:
        self.tmux("kill-server")


@pytest.fixture
def terminal(home):
    # The newcomer's home folder: nothing in it, and no RICORDO_HOME.
    home.paths.config.unlink()
    opened = Terminal(home.root)
    yield opened
    opened.close()
    stop = [Path(sys.executable).parent / "ricordo", "daemon", "stop"]
    environment = {"HOME": str(home.root), "PATH": os.environ["PATH"]}
    ended = subprocess.run(stop, env=environment, capture_output=True, check=True)
    assert ended.stdout.startswith(b"stopped (pid ")


def commands(block):
    """Yield each command of a console block with the lines that it prints."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, *printed = part.rstrip("\n").split("\n")
        yield command, printed


def steps():
    """Return the (key, what is seen) rows of the tour's table."""
    rows = re.findall(r"^\| `(.+?)` \| (.+?) \|$", TOUR, flags=re.MULTILINE)
    assert len(rows) > 8
    return rows


def test_the_five_minutes_of_the_readme_go_as_it_says(terminal):
    blocks = re.findall(r"```console\n(.*?)```", TOUR, flags=re.DOTALL)
    assert len(blocks) == 2
    for block in blocks:
        for command, printed in commands(block):
            terminal.type("clear")
            terminal.press("Enter")
            wait_for(lambda: "$" not in terminal.text(), "a clear screen")
            terminal.type(command)
            terminal.press("Enter")
            terminal.see(*printed)
            if command != "ricordo":
                wait_for(
                    lambda: terminal.text().rstrip().endswith("tour>"), "the prompt comes back"
                )
    terminal.see("2", "coffee", "deploy_process", "q quit")
    for key, seen in steps():
        fragments = re.findall(r"`(.+?)`", seen)
        if key == "y":
            terminal.insist(key, fragments[0])
        elif key in KEYS or len(key) == 1:
            terminal.press(KEYS.get(key, key))
        else:
            terminal.type(key)
        terminal.see(*fragments)
        if key == "esc":
            # A letter right behind the escape would be taken for Alt and that letter.
            wait_for(lambda: "[esc] close" not in terminal.text(), "the help closes")
    terminal.see("tour>")
