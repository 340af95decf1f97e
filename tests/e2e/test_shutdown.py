"""Stopping: what is in flight is finished, what idles is not waited for."""

from __future__ import annotations

import contextlib
import json
import signal
import socket
import sqlite3
import threading

import pytest

from support.home import BOUND, wait_for
from support.http import UnixConnection


def idle_connection(home):
    """Open a keep-alive connection that has had an answer and says nothing more."""
    connection = UnixConnection(home.paths.socket)
    connection.request("GET", "/v1/health")
    connection.getresponse().read()
    return connection


@pytest.mark.requirement("SH-03")
def test_idle_clients_do_not_hold_a_stop_up(daemon):
    clients = [idle_connection(daemon) for _ in range(20)]

    # The default drain is 10 s; ending within it at all shows that nobody was waited for.
    daemon.process.send_signal(signal.SIGTERM)
    assert daemon.process.wait(8) == 0

    for client in clients:
        client.close()
    daemon.process = None
    assert not daemon.paths.socket.exists()


@pytest.mark.requirement("SH-03")
def test_a_write_in_flight_is_finished_and_answered(daemon):
    """Another process holds the database, so the save is in flight when the stop comes."""
    with contextlib.closing(sqlite3.connect(daemon.paths.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        replies = []
        saver = threading.Thread(target=lambda: replies.append(daemon.api().save("in_flight")))
        saver.start()
        wait_for(lambda: _queued(daemon), "the save is being written")
        daemon.process.send_signal(signal.SIGTERM)
        wait_for(lambda: not _accepts(daemon), "the daemon takes no new connections")
        other.execute("ROLLBACK")
        saver.join(BOUND)

    assert daemon.process.wait(BOUND) == 0
    daemon.process = None
    assert [reply.status for reply in replies] == [201]
    assert daemon.rows("SELECT name FROM memories") == [("in_flight",)]


def _queued(home):
    """Whether the daemon waits for the database: a second writer would queue behind it."""
    reply = home.api().get("/v1/ready?verbose")
    (store,) = [check for check in reply.json["checks"] if check["name"] == "store"]
    return "1 writing" in store["detail"]


def _accepts(home):
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(home.paths.socket))
        except OSError:
            return False
        return True


def test_a_second_signal_ends_it_at_once(daemon):
    with contextlib.closing(sqlite3.connect(daemon.paths.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        connection = UnixConnection(daemon.paths.socket)
        body = json.dumps({"name": "n", "content": "c", "description": "d"})
        headers = {"Authorization": f"Bearer {daemon.token()}"}
        connection.request("POST", "/v1/api/memories", body, headers)
        wait_for(lambda: _queued(daemon), "the save is being written")
        daemon.process.send_signal(signal.SIGTERM)
        wait_for(lambda: not _accepts(daemon), "the daemon takes no new connections")
        daemon.process.send_signal(signal.SIGTERM)
        assert daemon.process.wait(BOUND) == 130
        connection.close()
        other.execute("ROLLBACK")
    daemon.process = None


@pytest.mark.requirement("SH-01")
@pytest.mark.parametrize("harm", ["newer", "not a database"])
def test_a_store_that_cannot_be_opened_ends_the_process_with_a_reason(home, harm):
    home.prepare()
    if harm == "newer":
        with home.raw() as raw:
            raw.execute("PRAGMA user_version=9999")
    else:
        home.paths.database.write_bytes(b"not a database" * 1000)
    home.errors_expected = True
    process = home.spawn(stderr=-1)
    _out, said = process.communicate(timeout=BOUND)

    assert process.returncode == 1
    assert b"Traceback" not in said
    assert (b"has schema 9999" if harm == "newer" else b"SQLITE_NOTADB") in said
    assert not home.paths.socket.exists()
    home.paths.database.unlink()


@pytest.mark.requirement("SH-01")
def test_it_starts_and_stops_twenty_times_and_always_ends(home):
    for _ in range(20):
        home.start()
        assert home.stop() == 0
