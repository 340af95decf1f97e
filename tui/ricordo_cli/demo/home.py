"""The demo's home: a folder that nobody's own memories are in."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ricordo_protocol import paths
from ricordo_protocol.errors import Conflict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ricordo_protocol.paths import Paths

_MARK: Final = "# A demo of ricordo: everything in this folder may be thrown away.\n"
_CONFIG: Final = f'{_MARK}[secrets]\nstore = "file"\n'


@contextlib.contextmanager
def temporary() -> Iterator[Paths]:
    """Yield a fresh home of mode 0700, and remove it at the end."""
    root = Path(tempfile.mkdtemp(prefix="ricordo-demo-"))
    try:
        yield prepared(root)
    finally:
        shutil.rmtree(root, ignore_errors=True)


def kept() -> Paths:
    """Return a fresh home of mode 0700 that stays."""
    return prepared(Path(tempfile.mkdtemp(prefix="ricordo-demo-")))


def prepared(root: Path) -> Paths:
    """Make `root` a demo's home, if it is none yet, and return its paths.

    Raises `Conflict` where something else is in it: a demo writes nothing among a person's own.
    """
    where = paths.resolve(_environment(root))
    root = where.state
    root.mkdir(mode=0o700, parents=True, exist_ok=True)
    if any(root.iterdir()):
        if not _marked(where.config):
            raise Conflict(
                f"{root} is not empty, and no demo made it",
                code="not_a_demo",
                hint="Give --home an empty folder, or one of an earlier demo.",
            )
    else:
        where.config.write_text(_CONFIG, "utf-8")
    return where


def _environment(root: Path) -> dict[str, str]:
    """Return this environment with the demo's home in place of every other."""
    kept = {name: value for name, value in os.environ.items() if name != "RICORDO_SOCKET"}
    return {**kept, "RICORDO_HOME": str(root)}


def _marked(config: Path) -> bool:
    try:
        return config.read_text("utf-8").startswith(_MARK)
    except (OSError, UnicodeDecodeError):
        return False
