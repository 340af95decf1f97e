"""The console in a real terminal: what it writes, how it starts without one, how it ends."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pexpect
import pyte
import pytest

CODE = "import sys, ricordo_tui; from ricordo_protocol import paths as p; sys.exit(ricordo_tui.main(p.resolve()))"  # noqa: E501 # one argument
BOUND = 30.0


class Terminal:
    """A pseudo-terminal with a console in it."""

    def __init__(self, home, size=(32, 120), **env):
        self.raw = b""
        self.screen = pyte.Screen(size[1], size[0])
        self.stream = pyte.ByteStream(self.screen)
        self.child = pexpect.spawn(
            sys.executable,
            ["-W", "error", "-c", CODE],
            dimensions=size,
            env=home.env | {"TERM": "xterm-256color", "TEXTUAL_DISABLE_KITTY_KEY": "1"} | env,
            timeout=BOUND,
        )

    def read(self):
        try:
            found = self.child.read_nonblocking(65_536, timeout=0.05)
        except (pexpect.TIMEOUT, pexpect.EOF):
            return
        self.raw += found
        self.stream.feed(found)

    def quiet(self, seconds):
        """Whether nothing is written for so long."""
        try:
            found = self.child.read_nonblocking(65_536, timeout=seconds)
        except pexpect.TIMEOUT:
            return True
        self.raw += found
        self.stream.feed(found)
        return False

    @property
    def text(self):
        return "\n".join(self.screen.display)

    def until(self, condition, what):
        deadline = time.monotonic() + BOUND
        while not condition():
            assert time.monotonic() < deadline, f"did not happen: {what}\n{self.text}"
            self.read()

    def press_until(self, key, condition):
        """Press a key until it is taken: a question takes none at first."""
        while not condition():
            self.child.send(key)
            self.read()
            self.read()

    def seen(self, text):
        self.until(lambda: text in self.text, f"{text!r} is on screen")

    def quit(self):
        self.child.send("q")
        self.child.expect(pexpect.EOF)
        self.raw += self.child.before
        self.child.close()
        return self.child.exitstatus

    def row(self, text):
        for y, line in enumerate(self.screen.display):
            if text in line:
                return self.screen.buffer[y]
        raise AssertionError(text)


@contextmanager
def terminal(home, **kwargs):
    opened = Terminal(home, **kwargs)
    try:
        yield opened
    finally:
        opened.child.close(force=True)


@pytest.mark.requirement("TT-01", "AU-06")
async def test_no_control_of_a_stored_text_reaches_the_terminal(daemon, agent):
    evil = "before\x1b[2J\x1b[Hafter \x9b31m \x1b]0;t\x07 \x1b]52;c;aGk=\x07 \x08\x08"
    await agent.save("evil", evil.replace("\x08", "B"), evil + "\x85\u2028\x7f")

    with terminal(daemon) as shown:
        shown.seen("before␛[2J␛[Hafter")
        shown.seen("␛]52;c;aGk=␇")
        shown.child.send("e")
        shown.seen("[enter] save")
        assert shown.child.isalive()
        shown.child.send("\x1b")
        shown.until(lambda: "[enter] save" not in shown.text, "the editor closes")
        shown.child.send("d")
        shown.seen("Delete evil")
        shown.press_until("n", lambda: "Delete evil" not in shown.text)
        assert shown.quit() == 0

    said = shown.raw.decode()
    for forbidden in ("\x1b]0;t", "\x1b]52", "before\x1b", "\x1b[Hafter"):
        assert forbidden not in said
    # Textual's own: sequences that start with CSI, character sets, the mouse pointer's shape.
    own = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|[()][A-Z0-9]|[=>78]|\]22;[a-z-]*\x07)")
    assert not re.search(r"[\x00-\x07\x0b\x0c\x0e-\x1f\x7f-\x9f]", own.sub("", said))


@pytest.mark.requirement("CC-04")
async def test_leaving_says_nothing_and_is_a_success(daemon, agent):
    await agent.save("one")

    with terminal(daemon) as shown:
        shown.seen("● online · 1 of 1")
        assert shown.quit() == 0

    after = shown.raw.decode().rsplit("\x1b[?1049l", 1)[-1]
    assert "Warning" not in after
    assert "Traceback" not in shown.raw.decode()


async def test_leaving_while_the_daemon_is_away_is_a_success_too(home):
    with terminal(home) as shown:
        shown.seen("The daemon does not answer.")
        assert shown.quit() == 0

    assert "Traceback" not in shown.raw.decode()


async def test_without_colours_the_cursor_row_is_still_told_apart(daemon, agent):
    await agent.save("one")
    await agent.save("two")

    with terminal(daemon, NO_COLOR="1") as shown:
        shown.seen("● online · 1 of 2")
        shown.until(lambda: shown.row("two")[28].reverse, "the cursor row is reversed")
        under, other = shown.row("two"), shown.row("one ")
        colours = {
            (cell.fg, cell.bg) for line in shown.screen.buffer.values() for cell in line.values()
        }
        assert shown.quit() == 0

    assert under[28].bold
    assert not other[28].reverse
    assert colours == {("default", "default")}


@pytest.mark.parametrize("env", [{"TERM": "dumb"}, {}])
def test_without_a_terminal_it_says_what_to_use_instead(home, env):
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", CODE],
        env=home.env | env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=BOUND,
    )

    assert done.returncode == 2
    assert b"ricordo list" in done.stderr
    assert done.stdout == b""


def test_a_dumb_terminal_gets_no_escape(home):
    with terminal(home, TERM="dumb") as shown:
        shown.seen("the console needs a terminal")
        shown.child.expect(pexpect.EOF)
        shown.child.close()

    assert shown.child.exitstatus == 2
    assert b"\x1b" not in shown.raw


def test_at_rest_nothing_is_written_and_next_to_no_time_is_used(daemon):
    with terminal(daemon) as shown:
        shown.seen("Nothing is remembered yet.")
        shown.until(lambda: shown.quiet(0.5), "the first picture is complete")
        switches = _switches(shown.child.pid)

        assert shown.quiet(2.0)
        # A timer that ticks, such as a blinking cursor, would wake the process over and over.
        assert _switches(shown.child.pid) - switches <= 3


def _switches(pid):
    status = Path(f"/proc/{pid}/status").read_text("ascii")
    found = re.search(r"^voluntary_ctxt_switches:\s+(\d+)", status, re.MULTILINE)
    assert found
    return int(found[1])
