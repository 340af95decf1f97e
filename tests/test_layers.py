"""What may import what, proven by running it."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = {
    "textual",
    "aiohttp",
    "asyncio",
    "keyring",
    "sqlite3",
    "aiosqlite",
    "whoosh",
    "numpy",
    "mcp",
}


def loaded_by(code):
    """Return which heavy modules a fresh interpreter has loaded after `code`."""
    script = f"{code}\nimport sys\nprint(*sys.modules)"
    command = [sys.executable, "-c", script]
    ended = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    return HEAVY & set(ended.stdout.split())


@pytest.mark.parametrize(
    ("module", "allowed"),
    [
        ("ricordo_protocol.calls", set()),
        ("ricordo_protocol.client", set()),
        ("ricordo_protocol.credentials", set()),
        ("ricordo_protocol.paths", set()),
        ("ricordo_protocol.aio", {"aiohttp", "asyncio"}),
        ("ricordo_cli", set()),
        ("ricordo_tui", set()),
        ("ricordo_daemon.policy.decide", set()),
        ("ricordo_daemon.audit.verify", set()),
        ("ricordo_daemon.text.analyse", set()),
    ],
)
def test_importing_a_module_brings_in_no_more_than_it_may(module, allowed):
    assert loaded_by(f"import {module}") <= allowed


def test_the_daemon_loads_keyring_only_when_it_needs_it():
    assert "keyring" not in loaded_by("import ricordo_daemon.lifecycle")
