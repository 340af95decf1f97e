"""Where things are: one function, used by the daemon and by every client.

`RICORDO_HOME` holds everything in one folder. Without it, platformdirs says where data, state
and configuration live, and the socket is in the runtime folder. Never in a temp folder.
"""

from __future__ import annotations

import hashlib
import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ricordo_protocol import limits
from ricordo_protocol.errors import InvalidInput

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Paths:
    """Every path of one home."""

    data: Path
    state: Path
    config: Path
    """The file `config.toml`."""
    socket: Path
    home: Path | None
    """`RICORDO_HOME`, where it is set."""

    @property
    def database(self) -> Path:
        """The store. SQLite keeps `-wal` and `-shm` beside it."""
        return self.data / "ricordo.db"

    @property
    def store_lock(self) -> Path:
        """Held by the one process that may open the store; never deleted."""
        return self.data / "ricordo.db.lock"

    @property
    def socket_lock(self) -> Path:
        """Held by the one process that may serve the socket; never deleted."""
        return self.socket.with_name(self.socket.name + ".lock")

    @property
    def log(self) -> Path:
        """JSON lines, one a request or event."""
        return self.state / "daemon.log"

    @property
    def credentials(self) -> Path:
        """The folder of token files, mode 0700."""
        return self.state / "credentials"


def resolve(environ: Mapping[str, str] | None = None) -> Paths:
    """Return the paths that this environment names.

    Raises `InvalidInput` (`socket_path_too_long`) with path, length and limit.
    """
    env = os.environ if environ is None else environ
    home = env.get("RICORDO_HOME")
    if home:
        root = Path(home).expanduser().absolute()
        return Paths(root, root, root / "config.toml", _socket(env, root, root), root)
    # platformdirs reads HOME and the XDG variables of this process.
    from platformdirs import PlatformDirs  # noqa: PLC0415 # not needed where RICORDO_HOME is set

    dirs = PlatformDirs("ricordo", appauthor=False)
    state = Path(dirs.user_state_dir)
    return Paths(
        data=Path(dirs.user_data_dir),
        state=state,
        config=Path(dirs.user_config_dir) / "config.toml",
        socket=_socket(env, None, state),
        home=None,
    )


def _socket(env: Mapping[str, str], home: Path | None, state: Path) -> Path:
    named = env.get("RICORDO_SOCKET")
    if named:
        return _checked(Path(named).expanduser().absolute(), "RICORDO_SOCKET")
    runtime = _runtime(env)
    if home is not None:
        derived = home / "daemon.sock"
    elif runtime is not None:
        derived = runtime / "ricordo" / "daemon.sock"
    else:
        derived = state / "run" / "daemon.sock"
    if _fits(derived):
        return derived
    digest = hashlib.sha256(os.fsencode(derived)).hexdigest()[:8]
    # In the state folder a hashed name is no shorter: it only helps beside a long home.
    short = (runtime or state) / f"ricordo-{digest}.sock"
    return _checked(short if _fits(short) else derived, "the derived socket path")


def _runtime(env: Mapping[str, str]) -> Path | None:
    """Return `$XDG_RUNTIME_DIR` where that folder is ours and nobody else's."""
    named = env.get("XDG_RUNTIME_DIR")
    if not named:
        return None
    try:
        found = os.lstat(named)
    except OSError:
        return None
    private = stat.S_ISDIR(found.st_mode) and stat.S_IMODE(found.st_mode) == stat.S_IRWXU
    return Path(named) if private and found.st_uid == os.getuid() else None


def _fits(path: Path) -> bool:
    return len(os.fsencode(path)) <= limits.SOCKET_PATH_BYTES


def _checked(path: Path, what: str) -> Path:
    if _fits(path):
        return path
    raise InvalidInput(
        f"{what} is too long for a Unix socket: {path} has {len(os.fsencode(path))} bytes,"
        f" the limit is {limits.SOCKET_PATH_BYTES}",
        code="socket_path_too_long",
        hint="Set RICORDO_SOCKET to a shorter path in a folder of your own with mode 0700.",
    )
