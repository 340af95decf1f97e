"""The doctor's checks, each over a home in the state that it looks for."""

from __future__ import annotations

import json
import os
import pwd
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from ricordo_cli import doctor, processes
from ricordo_cli.doctor import model, places, secrets
from ricordo_protocol import credentials
from ricordo_protocol.errors import InternalError
from ricordo_protocol.memory import Check, Ready, Versions
from ricordo_protocol.paths import Paths

if TYPE_CHECKING:
    from conftest import Cli


@pytest.fixture
def where(tmp_path: Path) -> Paths:
    """A home of mode 0700 in which nothing is yet."""
    root = tmp_path / "h"
    root.mkdir(mode=0o700)
    return Paths(root, root, root / "config.toml", root / "daemon.sock", root)


def found(where: Paths, name: str) -> list[tuple[str, str, str | None]]:
    """Return what one check says: state, finding, fix."""
    said = doctor.CHECKS[name](model.Look(where))
    return [(one.state, one.found, one.fix) for one in said]


def one(where: Paths, name: str) -> tuple[str, str, str]:
    ((state, what, fix),) = found(where, name)
    return state, what, fix or ""


# --- files and folders ---


@pytest.mark.parametrize(
    ("mode", "state"), [(0o700, "ok"), (0o755, "warn"), (0o770, "fail"), (0o702, "fail")]
)
def test_a_folder_that_others_may_enter_is_told(where: Paths, mode: int, state: str) -> None:
    where.state.chmod(mode)

    said, _, fix = one(where, "folders")

    assert (said, fix) == (state, "" if state == "ok" else f"chmod 700 {where.state}")
    where.state.chmod(0o700)


def test_a_file_where_a_folder_belongs_is_told(where: Paths) -> None:
    where.credentials.write_text("x")

    assert one(where, "folders")[0] == "fail"


def test_a_folder_of_another_user_is_told(where: Paths, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places.os, "getuid", lambda: os.geteuid() + 1)

    state, what, fix = one(where, "folders")

    assert state == "fail"
    assert "not to you" in what
    assert "RICORDO_HOME" in fix


def test_a_store_that_others_may_read_is_told(where: Paths) -> None:
    where.database.write_bytes(b"x")
    where.database.chmod(0o644)
    where.log.mkdir()

    assert found(where, "store_files") == [
        ("warn", f"{where.database} may be read by others (0644)", f"chmod 600 {where.database}"),
        (
            "fail",
            f"{where.log} is a folder of uid {os.getuid()}, not a file of yours",
            "Find out who put it there, and move it away.",
        ),
    ]


@pytest.mark.parametrize(
    ("text", "state"),
    [(b'[log]\nlevel = "info"\n', "ok"), (b"[log\n", "fail"), (b"\xff", "fail")],
)
def test_a_configuration_that_is_no_toml_is_told(where: Paths, text: bytes, state: str) -> None:
    where.config.write_bytes(text)
    where.config.chmod(0o600)

    assert one(where, "config")[0] == state
    assert str(where.config) in one(where, "config")[1]


def test_a_configuration_that_others_may_write_is_told(where: Paths) -> None:
    where.config.write_text("")
    where.config.chmod(0o666)

    assert one(where, "config")[::2] == ("warn", f"chmod 600 {where.config}")


def test_a_configuration_that_is_no_file_is_told(where: Paths) -> None:
    os.mkfifo(where.config)

    assert one(where, "config")[0] == "fail"


MOUNTS = """\
22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
30 22 0:40 / {root}/my\\040disk rw - {type} server:/export rw
31 22 0:41 / {root}/my\\040disk/deeper rw - ext4 /dev/sdb1 rw
torn line
"""


@pytest.mark.parametrize(
    ("type_", "state"),
    [
        ("ext4", "ok"),
        ("xfs", "ok"),
        ("nfs4", "fail"),
        ("9p", "fail"),
        ("cifs", "fail"),
        ("fuse.sshfs", "fail"),
        ("fuse.gocryptfs", "warn"),
        ("tmpfs", "warn"),
    ],
)
def test_a_disk_on_which_sqlite_is_not_safe_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, type_: str, state: str
) -> None:
    root = Path(os.path.realpath(tmp_path))
    table = tmp_path / "mountinfo"
    table.write_text(MOUNTS.format(root=root, type=type_))
    monkeypatch.setattr(places, "MOUNTS", table)
    home = root / "my disk" / "h"
    where = Paths(home, home, home / "c", home / "s", home)

    assert one(where, "file_system")[0] == state
    assert places.mounted(root / "my disk" / "deeper" / "h") == "ext4"
    assert places.mounted(root / "my disk2") == "ext4"


def test_where_mounts_cannot_be_told_nothing_is_claimed(
    where: Paths, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(places, "MOUNTS", tmp_path / "none")

    assert one(where, "file_system")[0] == "ok"


@pytest.mark.parametrize(
    ("free", "inodes", "state"),
    [(10**6, 9, "ok"), (20_000, 9, "warn"), (1_000, 9, "fail"), (10**6, 0, "fail")],
)
def test_a_disk_that_is_nearly_full_is_told(
    where: Paths, monkeypatch: pytest.MonkeyPatch, free: int, inodes: int, state: str
) -> None:
    room = SimpleNamespace(f_bavail=free, f_frsize=4096, f_files=9, f_favail=inodes)
    monkeypatch.setattr(places.os, "statvfs", lambda _: room)

    assert one(where, "disk")[0] == state


def test_room_is_measured_where_the_store_will_be(where: Paths) -> None:
    deep = Paths(where.data / "a/b", where.state, where.config, where.socket, where.home)

    assert f"free at {where.data}" in one(deep, "disk")[1]


def test_a_runtime_folder_that_goes_at_logout_is_told(
    where: Paths, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    socket = tmp_path / "ricordo" / "daemon.sock"
    own = Paths(where.data, where.state, where.config, socket, None)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setattr(places, "SYSTEMD", tmp_path)
    monkeypatch.setattr(places, "LINGER", tmp_path)

    before = one(own, "runtime")
    (tmp_path / pwd.getpwuid(os.getuid()).pw_name).touch()
    after = one(own, "runtime")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / "other"))
    unusable = one(own, "runtime")

    assert (before[0], before[2]) == ("warn", "loginctl enable-linger")
    assert after[0] == "ok"
    assert (unusable[0], str(socket) in unusable[1]) == ("warn", True)
    assert one(where, "runtime")[0] == "ok"


# --- secrets ---


def noted(where: Paths, secrets_: str, backend: str) -> None:
    where.credentials.mkdir(mode=0o700, exist_ok=True)
    note = {"store_id": "s", "secrets": secrets_, "backend": backend}
    (where.credentials / "store.json").write_text(json.dumps(note))


@pytest.mark.parametrize(
    ("kept", "backend", "state"),
    [
        ("keyring", "keyring.backends.SecretService.Keyring", "ok"),
        ("file", "file, by configuration", "ok"),
        ("file", "file: no answer within 5 s", "warn"),
    ],
)
def test_where_secrets_are_is_told_and_why(
    where: Paths, kept: str, backend: str, state: str
) -> None:
    noted(where, kept, backend)

    assert one(where, "secrets")[0] == state
    assert backend.removeprefix("file: ") in one(where, "secrets")[1]


def test_a_note_that_cannot_be_read_is_told(where: Paths) -> None:
    noted(where, "nowhere", "x")

    assert one(where, "secrets")[0] == "fail"


def test_a_token_that_others_may_read_is_told(where: Paths) -> None:
    noted(where, "file", "file, by configuration")
    for name in ("user", "admin"):
        (where.credentials / f"{name}.token").write_text("rc_x")
        (where.credentials / f"{name}.token").chmod(0o640)

        state, what, fix = one(where, f"{name}_token")

        assert (state, fix) == ("fail", f"Run `chmod 600 {where.credentials}/{name}.token`.")
        assert "rc_x" not in what


def test_a_keyring_is_asked_only_at_a_terminal(
    where: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted(where, "keyring", "keyring.backends.SecretService.Keyring")
    asked: list[str] = []
    monkeypatch.setattr(credentials, "read_keyring", lambda user: asked.append(user) or "rc_x")

    away = one(where, "admin_token")
    monkeypatch.setattr(secrets, "on_terminal", lambda: True)
    there = one(where, "admin_token")

    assert (away[0], there[0], asked) == ("ok", "ok", ["admin@s"])


# --- the daemon ---


class Pretended(model.Look):
    """A look at a daemon that says what a test wants."""

    def __init__(self, where: Paths, versions: object, ready: object = None) -> None:
        super().__init__(where)
        self.__dict__ |= {"listener": 7, "holder": 7, "versions": versions, "ready": ready}


def versions(version: str) -> Versions:
    return Versions(version=version, api_min=1, api_max=1, schema=1, pid=7)


def test_a_daemon_of_another_version_is_told(where: Paths) -> None:
    ((said),) = doctor.CHECKS["daemon"](Pretended(where, versions("0.0.1")))

    assert (said.state, said.fix) == ("warn", "ricordo daemon restart")
    assert "0.0.1" in said.found


@pytest.mark.parametrize(
    ("status", "state"),
    [
        ("ready", "ok"),
        ("starting", "warn"),
        ("stopping", "warn"),
        ("failed", "fail"),
        ("read_only", "fail"),
    ],
)
def test_a_daemon_that_does_not_serve_is_told(where: Paths, status: str, state: str) -> None:
    checks = [Check(name="store", ok=False)] if status == "read_only" else []
    look = Pretended(where, versions("x"), Ready(status=status, checks=checks))  # type: ignore[arg-type]

    assert [one.state for one in doctor.CHECKS["ready"](look)] == [state]


def test_each_of_the_daemons_own_checks_is_told(where: Paths) -> None:
    checks = [
        Check(name="index", ok=False, detail="building, 1 of 2"),
        Check(name="socket", ok=False, detail="/s"),
        Check(name="secrets", ok=True),
    ]
    look = Pretended(where, versions("x"), Ready(status="ready", checks=checks))

    said = {one.name: one.state for one in doctor.CHECKS["ready"](look)}

    assert said == {"ready.index": "warn", "ready.socket": "fail", "ready.secrets": "ok"}


def test_a_daemon_that_cannot_say_how_it_is_is_told(where: Paths) -> None:
    look = Pretended(where, versions("x"), InternalError("a fault"))

    assert [one.state for one in doctor.CHECKS["ready"](look)] == ["fail"]


def test_a_lock_that_another_process_holds_than_listens_is_told(where: Paths) -> None:
    look = Pretended(where, versions("x"))
    look.__dict__["holder"] = 8

    ((said),) = doctor.CHECKS["lock"](look)

    assert said.state == "fail"
    assert "pid 8" in said.found
    assert "pid 7" in said.found


# --- what was written down ---


def test_errors_in_the_log_are_counted_and_the_last_is_named(where: Paths) -> None:
    lines = [
        {"at": "t1", "level": "error", "event": "first"},
        {"at": "t2", "level": "info", "event": "fine"},
        {"at": "t3", "level": "error", "event": "request_failed", "request_id": "r-9"},
    ]
    where.log.write_text("".join(json.dumps(line) + "\n" for line in lines) + "torn {\n[1]\n")

    state, what, fix = one(where, "log")

    assert (state, what) == (
        "warn",
        "2 errors in the last 5 lines; the last: request_failed at t3, request r-9",
    )
    assert "r-9" in fix


def test_a_log_that_is_no_file_is_not_waited_for(where: Paths) -> None:
    os.mkfifo(where.log)

    assert one(where, "log")[0] == "ok"


def test_last_words_count_only_where_no_daemon_runs(where: Paths) -> None:
    processes.output_file(where).write_text("ricordo: config.toml: log.x: unknown setting\nHint\n")

    state, what, _ = one(where, "last_words")
    (said,) = doctor.CHECKS["last_words"](Pretended(where, versions("x")))

    assert (state, what) == ("warn", "ricordo: config.toml: log.x: unknown setting / Hint")
    assert said.state == "ok"


# --- as a whole ---


def test_a_check_that_cannot_be_made_fails_and_the_others_are_made(
    where: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: Path) -> None:
        raise PermissionError(13, "Permission denied", "/x")

    monkeypatch.setattr(places, "status", broken)

    said = {one.name: one.state for one in doctor.examine(where)}

    assert said["folders"] == "fail"
    assert set(said) == set(doctor.CHECKS)


def test_paths_that_cannot_be_are_the_only_finding(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RICORDO_SOCKET", "/" + "x" * 120)

    ran = cli("doctor", "--json")

    assert (ran.code, ran.json["ok"]) == (1, False)
    assert [(one["name"], one["state"]) for one in ran.json["checks"]] == [("socket_path", "fail")]
    assert "103" in ran.json["checks"][0]["found"]


def test_before_the_first_start_nothing_has_failed(cli: Cli) -> None:
    ran = cli("doctor")

    assert ran.code == 0
    assert (
        "warn  daemon       it does not run\n                   -> ricordo daemon start" in ran.out
    )
    assert ran.out.endswith("0 fail\n")
