"""A lock for the life of the process: whoever holds it may look at the socket and the store."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import json
import os
from typing import TYPE_CHECKING

from ricordo_protocol import __version__
from ricordo_protocol.errors import Conflict, StorageFailed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ricordo_protocol.paths import Paths


@contextlib.contextmanager
def hold(path: Path, paths: Paths) -> Iterator[None]:
    """Hold a lock file for the life of the process. The file itself is never deleted."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise StorageFailed(f"the lock file {path} cannot be opened: {error.strerror}") from None
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in (errno.EWOULDBLOCK, errno.EACCES):
                raise StorageFailed(f"{path} cannot be locked: {error.strerror}") from None
            raise _running(descriptor) from None
        os.ftruncate(descriptor, 0)
        holder = {"pid": os.getpid(), "version": __version__, "socket": str(paths.socket)}
        os.pwrite(descriptor, json.dumps(holder).encode(), 0)
        yield
    finally:
        os.close(descriptor)


def _running(descriptor: int) -> Conflict:
    """Say who holds the lock. The pid is for people: the lock alone is the proof."""
    try:
        pid = json.loads(os.pread(descriptor, 4096, 0))["pid"]
    except (ValueError, KeyError, TypeError):
        pid = "unknown"
    return Conflict(
        f"already running (pid {pid})",
        code="already_running",
        hint="Use it, or stop it with `ricordo daemon stop`.",
    )
