"""Where the admin token goes on machines with a keyring, without one, and with one that hangs."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import threading

import pytest

from ricordo_protocol.credentials import read_note
from support.home import BOUND
from support.http import Api


def keyring_allowed(home):
    """Let the daemon look for a keyring, as it does for a person."""
    home.configure()
    home.paths.config.write_text("", "utf-8")


@pytest.mark.requirement("KR-01")
def test_without_any_keyring_the_token_is_a_private_file_and_the_note_says_so(home):
    keyring_allowed(home)
    home.env["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nonexistent"
    home.start()

    assert read_note(home.paths).secrets == "file"
    assert home.api("admin").get("/v1/api/admin/memories").status == 200
    checks = home.api().get("/v1/ready?verbose").json["checks"]
    (secrets,) = [check["detail"] for check in checks if check["name"] == "secrets"]
    assert secrets.startswith("file (file: ")
    warnings = [line for line in home.log_text().splitlines() if "keyring_unavailable" in line]
    assert len(warnings) == 1
    assert "Traceback" not in home.log_text()


class SilentBus(threading.Thread):
    """A D-Bus that lets a client in, reads its first call, and never answers it."""

    def __init__(self, path):
        super().__init__(daemon=True)
        self.listening = socket.socket(socket.AF_UNIX)
        self.listening.bind(str(path))
        self.listening.listen()
        self.asked = threading.Event()
        self.held = []
        self.start()

    def run(self):
        client, _ = self.listening.accept()
        self.held.append(client)
        heard = b""
        while b"BEGIN\r\n" not in heard:
            heard += client.recv(4096)
            if heard.endswith(b"NEGOTIATE_UNIX_FD\r\n"):
                client.sendall(b"AGREE_UNIX_FD\r\n")
            elif heard.count(b"\r\n") == 1:
                client.sendall(b"OK 0123456789abcdef0123456789abcdef\r\n")
        self.asked.set()

    def close(self):
        for one in (*self.held, self.listening):
            one.close()


@pytest.mark.requirement("KR-02")
def test_a_keyring_that_never_answers_is_given_up_while_health_is_served(home):
    keyring_allowed(home)
    bus = SilentBus(home.root / "bus")
    home.env["DBUS_SESSION_BUS_ADDRESS"] = f"unix:path={home.root / 'bus'}"
    home.process = home.spawn()
    assert bus.asked.wait(BOUND)

    assert Api(home.paths.socket).get("/v1/health").status == 200
    ready = Api(home.paths.socket).get("/v1/ready")
    assert (ready.status, ready.json["status"]) == (503, "starting")
    refused = Api(home.paths.socket).save()
    assert (refused.status, refused.code) == (503, "starting")
    home.wait_ready()
    bus.close()

    note = read_note(home.paths)
    assert (note.secrets, note.backend) == ("file", "file: no answer within 5 s")
    assert home.api("admin").get("/v1/api/admin/memories").status == 200


def test_a_keyring_is_not_asked_again_at_later_starts(home):
    """Where secrets are is decided once: a bus that turns up later changes nothing."""
    home.start()
    home.stop()
    keyring_allowed(home)
    with socket.socket(socket.AF_UNIX) as bus:
        bus.bind(str(home.root / "bus"))
        bus.listen()
        bus.settimeout(0)
        home.env["DBUS_SESSION_BUS_ADDRESS"] = f"unix:path={home.root / 'bus'}"
        home.start()
        home.stop()

        with pytest.raises(BlockingIOError):
            bus.accept()


def test_a_token_file_that_was_lost_is_made_again_and_the_old_secret_ends(home):
    home.start()
    old = home.api()
    home.stop()
    (home.paths.credentials / "user.token").unlink()
    home.start()

    assert old.get("/v1/api/memories").status == 401
    assert home.api().get("/v1/api/memories").status == 200
    assert len(home.audit("token.rotate")) == 1


def test_credentials_of_another_store_are_not_overwritten(home):
    home.start()
    home.stop()
    before = (home.paths.credentials / "admin.token").read_text("ascii")
    home.paths.database.unlink()
    process = home.spawn(stderr=subprocess.PIPE)
    _out, said = process.communicate(timeout=BOUND)

    assert process.returncode == 1
    assert b"belong to another store" in said
    assert (home.paths.credentials / "admin.token").read_text("ascii") == before
    home.errors_expected = True
    home.paths.database.unlink()


def test_a_lost_audit_key_starts_a_new_segment_that_says_so(home):
    home.start()
    home.api().save()
    home.stop()
    old_keys = home.keys()
    (home.paths.credentials / "audit-1.key").unlink()
    home.errors_expected = True
    home.start()
    home.api().save("after")
    home.stop()

    (reset,) = home.audit("audit.key_reset")
    assert json.loads(reset["detail"]) == {"lost": 1, "now": 2}
    assert {row["key_id"] for row in home.audit()} == {1, 2}
    # With both keys at hand the chain verifies over the seam.
    key = old_keys[1].secret.hex()
    (home.paths.credentials / "audit-1.key").write_text(key, "ascii")
    assert home.broken() == []


REAL = pytest.mark.skipif(
    not (shutil.which("gnome-keyring-daemon") and shutil.which("dbus-run-session")),
    reason="no Secret Service on this machine (Debian: gnome-keyring, dbus); .ci/run installs it",
)


@REAL
@pytest.mark.requirement("KR-01")
def test_a_real_secret_service_keeps_the_admin_token_and_gives_it_to_a_client(home):
    keyring_allowed(home)
    script = home.root / "session.sh"
    script.write_text(
        "printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1\n"
        f"exec {sys.executable} {home.root / 'client.py'}\n",
        "utf-8",
    )
    (home.root / "client.py").write_text(
        "import subprocess, sys, time\n"
        "from ricordo_protocol import calls, credentials, errors, paths\n"
        "from ricordo_protocol.client import Client\n"
        "daemon = subprocess.Popen([sys.executable, '-m', 'ricordo_daemon'])\n"
        "where = paths.resolve()\n"
        "deadline = time.monotonic() + 20\n"
        "while True:\n"
        "    try:\n"
        "        if Client(where.socket).send(calls.get_ready()).status == 'ready':\n"
        "            break\n"
        "    except errors.RicordoError:\n"
        "        pass\n"
        "    assert time.monotonic() < deadline\n"
        "    time.sleep(0.05)\n"
        "token = credentials.read_token(where, 'admin')\n"
        "identity = Client(where.socket, token).send(calls.get_bootstrap()).identity\n"
        "print('identity', identity.token)\n"
        "daemon.terminate()\n"
        "print('exit', daemon.wait(20))\n",
        "utf-8",
    )
    environment = home.env | {"XDG_RUNTIME_DIR": str(home.root), "PATH": os.environ["PATH"]}
    ended = subprocess.run(
        ["dbus-run-session", "--", "bash", str(script)],
        env=environment,
        capture_output=True,
        timeout=60,
        check=False,
    )

    assert ended.stdout.split() == [b"identity", b"admin", b"exit", b"0"], ended.stderr
    assert read_note(home.paths).secrets == "keyring"
    names = {file.name for file in home.paths.credentials.iterdir()}
    assert names == {"store.json", "user.token"}
    home.paths.database.unlink()
