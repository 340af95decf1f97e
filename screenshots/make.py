"""Make the README's pictures: the real console over a real daemon, all else held still.

`python screenshots/make.py` writes the SVGs (and, where Chromium is installed, PNGs) into this
folder. A second run gives the same bytes: the daemon's clock, its ids and the login name are
fixed, and the demo's memories are saved in one order. `--check` writes nothing and fails where a
picture is not what the code makes now.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ricordo_cli.demo.seed import seed
from ricordo_daemon import lifecycle
from ricordo_daemon.clock import Clock, Ids
from ricordo_protocol import calls, credentials, paths
from ricordo_protocol.client import Client
from ricordo_protocol.errors import RicordoError
from ricordo_tui.app import ConsoleApp

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from textual.pilot import Pilot

    from ricordo_protocol.paths import Paths

HERE: Final = Path(__file__).parent
BOUND: Final = 60.0
"""Seconds after which a picture is given up."""

NOON: Final = 1_764_590_400_000_000
"""2025-12-01T12:00:00Z, in microseconds."""


class StillClock(Clock):
    """It is noon, and stays noon."""

    def now(self) -> int:
        return NOON

    def elapsed(self) -> float:
        return 0.0


class CountedIds(Ids):
    """The same ids in every run."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)

    def new(self) -> str:
        return f"00000000-0000-4000-8000-{next(self._numbers):012d}"


def serve() -> int:
    """Run the daemon of the pictures; the process that draws starts it."""
    return lifecycle.run(paths.resolve(), StillClock(), CountedIds())


class Picture:
    """One console, the keys that lead to what is shown, and the text that tells it is there."""

    def __init__(
        self, name: str, size: tuple[int, int], steps: tuple[tuple[str, str], ...]
    ) -> None:
        self.name = name
        self.size = size
        self.steps = steps

    async def draw(self, where: Paths) -> str:
        """Return the SVG."""
        ticks = itertools.count()
        app = ConsoleApp(where, clock=lambda: float(next(ticks)))
        async with app.run_test(size=self.size) as pilot:
            await until(pilot, app, lambda: settled(app))
            for keys, seen in self.steps:
                await pilot.press(*keys.split())
                await until(pilot, app, lambda seen=seen: seen in text(app))
            await until(pilot, app, lambda: settled(app))
            await pilot.pause()
            return app.export_screenshot(title="ricordo")


def settled(app: ConsoleApp) -> bool:
    """Whether nothing is being fetched, and the text shown is that of the row under the cursor."""
    page = app.memories
    row = page.rows.memory
    shown = row is not None and page.detail.memory_id == row.memory_id
    return shown and not (page.browser.busy or page.reader.busy)


def text(app: ConsoleApp) -> str:
    """Return what is on screen."""
    strips = app.screen._compositor.render_strips()  # noqa: SLF001 # Textual has no public way
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


async def until(pilot: Pilot[None], app: ConsoleApp, condition: Callable[[], Any]) -> None:
    """Wait for a condition, or fail with what is on screen."""
    deadline = time.monotonic() + BOUND
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"the picture did not come about; on screen:\n{text(app)}")
        await pilot.pause(0.02)


PICTURES: Final = (
    Picture("console", (120, 32), (("j j j", "4 of"),)),
    Picture(
        "search",
        (120, 32),
        (("slash", "to the hits"), ("d e p l o y", "for “deploy”"), ("enter", "e edit")),
    ),
    Picture("edit", (120, 32), (("e", "characters"),)),
    Picture("delete", (120, 32), (("d", "[esc] cancel"),)),
    Picture("help", (120, 32), (("question_mark", "[esc] close"),)),
    Picture("narrow", (80, 24), (("j", "2 of"),)),
)


async def draw_all(where: Paths) -> dict[str, str]:
    """Return every picture by its name."""
    return {picture.name: tidy(await picture.draw(where)) for picture in PICTURES}


def tidy(svg: str) -> str:
    """Return a picture without what Textual makes up anew each time: its random class prefix."""
    found = re.search(r"terminal-(\d+)-matrix", svg)
    return svg.replace(f"terminal-{found[1]}", "terminal") if found else svg


def with_daemon(home: Path, work: Callable[[Paths], Awaitable[dict[str, str]]]) -> dict[str, str]:
    """Run `work` beside a still, seeded daemon in `home`."""
    (home / "config.toml").write_text('[secrets]\nstore = "file"\n', "utf-8")
    environment = os.environ | {"RICORDO_HOME": str(home), "LOGNAME": "ada"}
    where = paths.resolve(environment)
    daemon = subprocess.Popen(  # noqa: S603 # this very file, and this very Python
        [sys.executable, __file__, "--daemon"], env=environment
    )
    try:
        wait_for_daemon(where)
        seed(where)
        return asyncio.run(work(where))  # type: ignore[arg-type] # a coroutine, as it happens
    finally:
        daemon.terminate()
        daemon.wait(BOUND)


def wait_for_daemon(where: Paths) -> None:
    """Wait until the daemon serves and its index is built."""
    deadline = time.monotonic() + BOUND
    while time.monotonic() < deadline:
        try:
            with Client(where.socket, credentials.read_token(where, "user")) as client:
                if client.send(calls.get_bootstrap()).index.state == "ready":
                    return
        except RicordoError:
            time.sleep(0.05)
    raise TimeoutError("the daemon did not start")


def png(svg: Path) -> bool:
    """Render a picture with Chromium, where it is installed; say whether it was."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        return False
    width, height = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg.read_text("utf-8")).groups()  # type: ignore[union-attr] # Textual writes one
    subprocess.run(  # noqa: S603 # a picture of ours, no shell
        [
            chromium,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            "--disable-background-networking",
            "--no-first-run",
            "--force-device-scale-factor=1",
            f"--window-size={round(float(width))},{round(float(height))}",
            f"--screenshot={svg.with_suffix('.png')}",
            svg.resolve().as_uri(),
        ],
        check=True,
        capture_output=True,
        timeout=120,
    )
    return True


def main() -> int:
    """Draw, then write or compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    parser.add_argument("--out", type=Path, default=HERE, help="where to write (default: here)")
    parser.add_argument("--svg-only", action="store_true", help="make no PNG")
    parser.add_argument("--daemon", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.daemon:
        return serve()
    with tempfile.TemporaryDirectory(prefix="r") as folder:
        drawn = with_daemon(Path(folder), draw_all)
    if args.check:
        stale = [name for name, svg in drawn.items() if _read(name) != svg]
        print(f"not as the code draws them: {', '.join(stale)}" if stale else "all as drawn")
        return 1 if stale else 0
    for name, svg in drawn.items():
        file = args.out / f"{name}.svg"
        file.write_text(svg, "utf-8")
        drawn_too = not args.svg_only and png(file)
        print(file.name, "and its PNG" if drawn_too else "(no PNG)")
    return 0


def _read(name: str) -> str:
    file = HERE / f"{name}.svg"
    return file.read_text("utf-8") if file.exists() else ""


if __name__ == "__main__":
    sys.exit(main())
