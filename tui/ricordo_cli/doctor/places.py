"""Checks of files and folders: whose they are, what they lie on, how much room is left."""

from __future__ import annotations

import os
import pwd
import re
import stat
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ricordo_cli.doctor.model import Finding, Look, fail, kind, ok, status, warn
from ricordo_cli.importers import files

if TYPE_CHECKING:
    from collections.abc import Iterator

MOUNTS = Path("/proc/self/mountinfo")
SYSTEMD = Path("/run/systemd/system")
LINGER = Path("/var/lib/systemd/linger")

NETWORK: Final = frozenset(
    [
        *("nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "drvfs", "vboxsf", "afs", "ceph"),
        *("lustre", "glusterfs", "fuse.sshfs", "fuse.glusterfs", "fuse.rclone", "fuse.s3fs"),
    ]
)
"""File systems that other machines write to as well, or that only look like one."""

_FORGETFUL: Final = ("tmpfs", "ramfs")
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
_WRITERS: Final = stat.S_IWGRP | stat.S_IWOTH
_MIB: Final = 1_048_576
LITTLE: Final = 256 * _MIB
"""Free space below which a check warns."""

NONE: Final = 16 * _MIB
"""Free space below which a check fails: SQLite's log alone may need so much."""


def folders(look: Look) -> Iterator[Finding]:
    """Check that our folders belong to us, and that nobody else may write in them."""
    paths = look.paths
    wanted = (paths.data, paths.state, paths.credentials, paths.socket.parent)
    known = [path for path in dict.fromkeys(wanted) if status(path) is not None]
    bad = [finding for path in known if (finding := _folder(path)) is not None]
    yield from bad
    if not bad:
        named = ", ".join(map(str, known)) or "not made yet: the daemon makes them"
        yield ok("folders", named)


def _folder(path: Path) -> Finding | None:
    """Return what is wrong with one folder; a link to it is followed, as the daemon does."""
    found = path.stat()
    mode = stat.S_IMODE(found.st_mode)
    if not stat.S_ISDIR(found.st_mode):
        return fail("folders", f"{path} is {kind(found)}", "Move it away: a folder belongs there.")
    if found.st_uid != os.getuid():
        fix = "Set RICORDO_HOME (or RICORDO_SOCKET) to a folder of your own with mode 0700."
        return fail("folders", f"{path} belongs to uid {found.st_uid}, not to you", fix)
    if mode & _WRITERS:
        return fail(
            "folders", f"{path} may be written by others ({mode:04o})", f"chmod 700 {path}"
        )
    if mode & _OTHERS:
        return warn("folders", f"{path} may be read by others ({mode:04o})", f"chmod 700 {path}")
    return None


def store_files(look: Look) -> Iterator[Finding]:
    """Check that store and log are regular files of ours that nobody else may read."""
    paths = look.paths
    sidecars = [paths.database.with_name(paths.database.name + end) for end in ("-wal", "-shm")]
    wanted = (paths.database, *sidecars, paths.store_lock, paths.socket_lock, paths.log)
    bad = False
    for path in wanted:
        found = status(path)
        if found is None:
            continue
        mode = stat.S_IMODE(found.st_mode)
        if not stat.S_ISREG(found.st_mode) or found.st_uid != os.getuid():
            bad = True
            what = f"{path} is {kind(found)} of uid {found.st_uid}, not a file of yours"
            yield fail("store_files", what, "Find out who put it there, and move it away.")
        elif mode & _OTHERS:
            bad = True
            what = f"{path} may be read by others ({mode:04o})"
            yield warn("store_files", what, f"chmod 600 {path}")
    if not bad:
        found = status(paths.database)
        yield ok(
            "store_files",
            f"{paths.database}, {found.st_size} bytes" if found else "no store is made yet",
        )


def config(look: Look) -> Iterator[Finding]:
    """Check that the configuration is TOML. What it may hold, the daemon alone knows."""
    path = look.paths.config
    if status(path) is None:
        yield ok("config", f"{path} is not there: every setting has its default")
        return
    try:
        with files.opened(path.resolve()) as file:
            tomllib.load(file)
            mode = os.fstat(file.fileno()).st_mode
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, files.Unreadable) as error:
        why = error.reason if isinstance(error, files.Unreadable) else error
        yield fail("config", f"{path}: {why}", f"Correct {path}; the daemon does not start on it.")
        return
    if mode & _WRITERS:
        yield warn("config", f"{path} may be written by others", f"chmod 600 {path}")
    else:
        yield ok("config", f"{path} is well formed")


def file_system(look: Look) -> Iterator[Finding]:
    """Check that the disk is a local one: SQLite's log shares memory, which others cannot."""
    fix = "Set RICORDO_HOME to a folder on a local disk."
    data, socket = look.paths.data, look.paths.socket.parent
    kinds = {path: mounted(path) for path in dict.fromkeys((data, socket))}
    if not all(kinds.values()):
        yield ok("file_system", "this system does not tell what its file systems are")
        return
    for path, type_ in kinds.items():
        if type_ in NETWORK:
            yield fail("file_system", f"{path} is on {type_}, where SQLite is not safe", fix)
        elif path == data and (type_ == "fuse" or type_.startswith("fuse.")):
            what = f"{path} is on {type_}; whether SQLite is safe there depends on it"
            yield warn("file_system", what, fix)
        elif path == data and type_ in _FORGETFUL:
            yield warn("file_system", f"{path} is on {type_}: a restart empties it", fix)
        else:
            yield ok("file_system", f"{path} is on {type_}")


def mounted(path: Path) -> str:
    """Return the type of the file system that `path` is or will be on; empty if unknown."""
    try:
        lines = MOUNTS.read_text("utf-8", "surrogateescape").splitlines()
    except OSError:
        return ""
    where = Path(os.path.realpath(path))
    best, type_ = -1, ""
    for line in lines:
        # 36 35 98:0 /root /mount/point rw,noatime shared:1 - ext4 /dev/sda1 rw
        before, _, after = line.partition(" - ")
        fields = before.split(" ")
        if len(fields) <= 4 or not after:  # noqa: PLR2004 # the fifth field is the mount point
            continue
        point = Path(re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), fields[4]))
        # Of two mounts on one point the later one hides the other.
        if where.is_relative_to(point) and len(point.parts) >= best:
            best, type_ = len(point.parts), after.split(" ")[0]
    return type_


def disk(look: Look) -> Iterator[Finding]:
    """Check that there is room for the store to grow."""
    path = look.paths.data
    there = next(one for one in (path, *path.parents) if one.is_dir())
    found = os.statvfs(there)
    free = found.f_bavail * found.f_frsize
    what = f"{free // _MIB} MiB free at {there}"
    fix = f"Free some space on the disk of {there}; until then saves may be refused."
    if free < NONE or (found.f_files and not found.f_favail):
        yield fail("disk", what if free < NONE else f"no inodes are left at {there}", fix)
    elif free < LITTLE:
        yield warn("disk", what, fix)
    else:
        yield ok("disk", what)


def runtime(look: Look) -> Iterator[Finding]:
    """Check that the socket's folder outlives the session that the daemon was started in."""
    named = os.environ.get("XDG_RUNTIME_DIR")
    if look.paths.home is not None or not named or os.environ.get("RICORDO_SOCKET"):
        yield ok("runtime", f"the socket's folder is no session's: {look.paths.socket.parent}")
    elif not look.paths.socket.is_relative_to(named):
        what = f"XDG_RUNTIME_DIR ({named}) is no folder of yours with mode 0700"
        fix = "Log in so that it is made for you; a daemon of another session is not seen there."
        yield warn("runtime", f"{what}, so the socket is {look.paths.socket}", fix)
    elif SYSTEMD.is_dir() and not (LINGER / pwd.getpwuid(os.getuid()).pw_name).exists():
        what = f"{named} is removed at the last logout, and the daemon ends without its socket"
        yield warn("runtime", what, "loginctl enable-linger")
    else:
        yield ok("runtime", f"{named} stays after a logout")
