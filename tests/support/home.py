"""A home folder for a real daemon: made, populated, started, stopped, killed, looked into."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ricordo_daemon import auth
from ricordo_daemon.audit import chain, verify
from ricordo_daemon.clock import Clock
from ricordo_daemon.store import connection, invariants, log, migrate, principals
from ricordo_protocol import paths
from ricordo_protocol.client import Client
from ricordo_protocol.credentials import read_token
from support.http import Api

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

BOUND = 30.0
"""Seconds after which a wait has failed. Never a measure: only an end."""

USER = ("read", "write", "write.global")
ADMIN = (*USER, "admin.memories", "admin.tokens", "audit.read")


def wait_for(condition: Any, what: str, seconds: float = BOUND) -> Any:
    """Return the first true value of `condition()`, or fail saying what did not happen."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        assert time.monotonic() < deadline, f"did not happen within {seconds:g} s: {what}"
        time.sleep(0.01)


class Home:
    """One RICORDO_HOME, and at most one daemon in it that this test started."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.env = {
            "RICORDO_HOME": str(root),
            "HOME": str(root),
            "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8",
            "PYTHONWARNDEFAULTENCODING": "1",
        }
        self.paths = paths.resolve(self.env)
        self.process: subprocess.Popen[bytes] | None = None
        self.errors_expected = False
        self.configure()

    @property
    def home(self) -> Path:
        """The folder."""
        return self.root

    def configure(self, text: str = "") -> None:
        """Write config.toml: secrets in files, and whatever else the test needs."""
        self.paths.config.write_text(f'[secrets]\nstore = "file"\n{text}', "utf-8")

    def spawn(self, **kwargs: Any) -> subprocess.Popen[bytes]:
        """Start a daemon process, warnings as errors, and return it at once."""
        command = [sys.executable, "-W", "error", "-m", "ricordo_daemon"]
        return subprocess.Popen(command, env=self.env | kwargs.pop("env", {}), **kwargs)

    def start(self, **kwargs: Any) -> Home:
        """Start the daemon and wait until it serves."""
        self.process = self.spawn(**kwargs)
        self.wait_ready()
        return self

    def wait_ready(self) -> None:
        """Wait until the daemon serves; fail with its log when it has ended instead."""

        def ready() -> bool:
            assert self.process is None or self.process.poll() is None, self.log_text()
            try:
                return Api(self.paths.socket).get("/v1/ready").status == 200
            except OSError:
                return False

        wait_for(ready, "the daemon is ready")

    def stop(self) -> int:
        """Stop the daemon as a person would; return its exit code."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(BOUND)
        self.process = None
        return code

    def kill(self) -> None:
        """kill -9."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(BOUND)
        self.process = None

    def close(self) -> None:
        """End the daemon if it runs, and look at what it left: nothing may have gone wrong."""
        try:
            if self.process is not None and self.process.poll() is None:
                assert self.stop() == 0
            if not self.errors_expected:
                assert self.errors() == []
            if self.paths.database.exists():
                assert self.broken() == []
        finally:
            if self.process is not None:
                self.process.kill()
            shutil.rmtree(self.root, ignore_errors=True)

    # --- looking in ---

    def token(self, name: str = "user") -> str:
        """Return the secret of one of the two first tokens."""
        return read_token(self.paths, name).value

    def api(self, name: str = "user") -> Api:
        """Return a caller with one of the two first tokens."""
        return Api(self.paths.socket, self.token(name))

    def client(self, name: str = "user", label: str = "cli") -> Client:
        """Return the product's own blocking client."""
        return Client(self.paths.socket, read_token(self.paths, name), label=label)

    def log_text(self) -> str:
        """Return the daemon's log."""
        return self.paths.log.read_text("utf-8") if self.paths.log.exists() else "(no log)"

    def errors(self) -> list[dict[str, Any]]:
        """Return the log's lines of level error and above."""
        if not self.paths.log.exists():
            return []
        lines = [json.loads(line) for line in self.log_text().splitlines()]
        return [line for line in lines if line["level"] in ("error", "critical")]

    @contextmanager
    def raw(self) -> Iterator[sqlite3.Connection]:
        """Open the store from here, beside the daemon."""
        with closing(connection.open_plain(self.paths.database)) as raw:
            yield raw

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Return what a query finds in the store."""
        with self.raw() as raw:
            return [tuple(row) for row in raw.execute(sql, values)]

    def audit(self, action: str = "%") -> list[dict[str, Any]]:
        """Return the audit rows of memories (or of one action), oldest first, with their names."""
        with self.raw() as raw:
            found = raw.execute(
                "SELECT a.*, t.name, t.reason, n.scope, n.scope_id FROM audit a"
                " LEFT JOIN audit_text t USING(seq) LEFT JOIN namespaces n ON n.ns=a.ns"
                " WHERE a.action LIKE ? ORDER BY a.seq",
                (action,),
            )
            return [dict(row) for row in found]

    def broken(self) -> list[str]:
        """Return what does not hold of the store: invariants, SQLite's own check, the chain."""
        with self.raw() as raw:
            broken = invariants(raw)
            (verdict,) = raw.execute("PRAGMA integrity_check").fetchone()
            if verdict != "ok":
                broken.append(verdict)
            report = verify.verify(log.rows(raw), self.keys())
            if not report.ok or report.unverifiable:
                broken.append(f"the chain: {report}")
        return broken

    def keys(self) -> dict[int, chain.Key]:
        """Return the audit keys that the home's files hold."""
        found = {}
        for file in self.paths.credentials.glob("audit-*.key"):
            number = int(file.stem.removeprefix("audit-"))
            found[number] = chain.Key(number, bytes.fromhex(file.read_text("ascii")))
        return found

    # --- before the daemon starts ---

    def prepare(self) -> None:
        """Make the store, so that principals can be added before the daemon first starts."""
        with self.raw() as raw:
            migrate.migrate(raw)

    def add_user(self, user_id: str, permissions: tuple[str, ...] = USER, **kwargs: Any) -> Api:
        """Add a token of another user of this OS account, and return a caller with it."""
        assert self.process is None, "principals are added before the daemon starts"
        self.prepare()
        secret = auth.new_secret()
        with self.raw() as raw:
            principals.add_token(
                raw,
                token_id=secrets.token_hex(8),
                name=kwargs.pop("name", f"{user_id}-{secrets.token_hex(3)}"),
                user_id=user_id,
                uid=kwargs.pop("uid", os.getuid()),
                permissions=permissions,
                secret_hash=auth.hash_secret(secret),
                created=Clock().now(),
                **kwargs,
            )
        return Api(self.paths.socket, secret.value)

    def add_workstream(self, workstream_id: str, owner: str) -> None:
        """Add a workstream."""
        self.prepare()
        with self.raw() as raw:
            principals.add_workstream(raw, workstream_id, owner, Clock().now())


def new_home() -> Home:
    """Make a home whose path is short enough for a socket, which pytest's own may not be."""
    return Home(Path(tempfile.mkdtemp(prefix="r")))
