"""kill -9, a full disk, a held database, clients that hang up: no acknowledged save is lost."""

from __future__ import annotations

import contextlib
import random
import socket
import sqlite3
import threading

import pytest

from support.home import wait_for
from support.http import Api, UnixConnection

ROUNDS = 25
WRITERS = 16


class Saver(threading.Thread):
    """Saves under names of its own until told to stop; knows what was acknowledged."""

    def __init__(self, api: Api, prefix: str, stop: threading.Event) -> None:
        super().__init__()
        self.api, self.prefix, self.stopping = api, prefix, stop
        self.acknowledged: dict[str, str] = {}

    def run(self) -> None:
        number = 0
        while not self.stopping.is_set():
            number += 1
            name, content = f"{self.prefix}_{number}", f"content of {self.prefix} {number}"
            try:
                reply = self.api.save(name, content=content)
            except Exception:  # noqa: BLE001 # the daemon was killed under it; that is the test
                return
            if reply.status == 201:
                self.acknowledged[name] = content


@pytest.mark.fault
@pytest.mark.requirement("CO-02", "AU-03")
def test_no_acknowledged_save_is_lost_when_it_is_killed_under_sixteen_writers(home):
    chance = random.Random(20261201)  # noqa: S311 # when to kill, not a secret
    kept: dict[str, str] = {}
    home.start()
    api = home.api()
    for one_round in range(ROUNDS):
        stop = threading.Event()
        savers = [Saver(api, f"r{one_round}_w{n}", stop) for n in range(WRITERS)]
        for saver in savers:
            saver.start()
        enough = chance.randint(1, 60)
        wait_for(
            lambda savers=savers, enough=enough: (
                sum(len(saver.acknowledged) for saver in savers) >= enough
            ),
            "some saves were acknowledged",
        )
        home.kill()
        stop.set()
        for saver in savers:
            saver.join()
            kept |= saver.acknowledged
        assert home.broken() == []
        stored = dict(
            home.rows(
                "SELECT m.name, CAST(c.text AS TEXT) FROM memories m"
                " JOIN revisions r ON r.seq=m.seq JOIN contents c ON c.seq=r.body"
            )
        )
        assert {name: stored.get(name) for name in kept} == kept
        assert len(home.rows("SELECT seq FROM audit WHERE action='memory.save'")) == len(stored)
        home.start()
    wait_for(lambda: api.search("content").json["index"]["state"] == "ready", "the index is built")
    assert len(kept) > ROUNDS
    assert api.search("content", limit=1).json["total"] == len(stored)


@pytest.mark.fault
@pytest.mark.requirement("DB-01")
def test_clients_that_hang_up_leave_table_audit_and_index_agreeing(daemon):
    api = daemon.api()
    body = b'{"name":"hung_up_%d","content":"left behind","description":"d"}'
    for number in range(300):
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(str(daemon.paths.socket))
            content = body % number
            client.sendall(
                b"POST /v1/api/memories HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer "
                + api.token.encode()
                + b"\r\nContent-Length: %d\r\n\r\n" % len(content)
                + content
            )
            # Gone at once, or after some of the work: what the scheduler makes of it.
            if number % 3 == 0:
                client.shutdown(socket.SHUT_WR)
        if number % 20 == 0:
            # Never more at once than the daemon takes: refusing is another test.
            assert api.get("/v1/health").status == 200

    assert api.save("afterwards", content="left behind").status == 201
    names = {name for (name,) in daemon.rows("SELECT name FROM memories")}
    audited = {row["name"] for row in daemon.audit("memory.save")}
    listed = api.search("left behind", limit=1).json["total"]
    assert names == audited
    assert listed == len(names)


@pytest.mark.requirement("DB-04")
def test_a_database_that_is_held_briefly_delays_a_save(daemon):
    replies = []
    with contextlib.closing(sqlite3.connect(daemon.paths.database, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        saver = threading.Thread(target=lambda: replies.append(daemon.api().save()))
        saver.start()
        wait_for(lambda: "1 writing" in _store_check(daemon), "the save waits for the database")
        other.execute("ROLLBACK")
    saver.join(30)

    assert [reply.status for reply in replies] == [201]


@pytest.mark.requirement("DB-04")
def test_a_database_that_stays_held_is_a_503_and_the_same_request_works_later(home):
    home.configure("[store]\nbusy_seconds = 0.2\n")
    home.start()
    api = home.api()
    with contextlib.closing(sqlite3.connect(home.paths.database, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        reply = api.save()
        assert (reply.status, reply.code) == (503, "database_busy")
        assert api.get("/v1/api/memories").json["total"] == 0
        other.execute("ROLLBACK")

    assert api.save().status == 201


@pytest.mark.fault
def test_a_disk_that_is_full_refuses_what_does_not_fit_and_serves_the_rest(home):
    """RLIMIT_FSIZE stands in for the disk: a write past it fails as a full disk's does."""
    home.start()
    assert home.api().save("before").status == 201
    assert home.stop() == 0
    home.errors_expected = True
    room = home.paths.database.stat().st_size + 300_000
    home.start(preexec_fn=lambda: _limit_files(room))
    api = home.api()

    statuses = [api.save(f"big_{n}", content="x" * 60_000).status for n in range(12)]

    assert statuses[0] == 201
    assert set(statuses) <= {201, 500, 507, 503}
    assert statuses[-1] != 201
    assert api.get("/v1/api/memories/before").status == 200
    kept = statuses.count(201)
    assert api.get("/v1/api/memories?fields=summary").json["total"] == kept + 1
    assert len(home.audit("memory.save")) == kept + 1
    home.kill()


def _limit_files(room):
    import resource
    import signal

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))


def _store_check(home):
    checks = Api(home.paths.socket).get("/v1/ready?verbose").json["checks"]
    (store,) = [check for check in checks if check["name"] == "store"]
    return store["detail"]


def test_half_open_connections_and_slow_bodies_do_not_keep_others_out(home):
    home.configure("[server]\nbody_seconds = 0.3\nmax_connections = 64\n")
    home.start()
    crowd = [socket.socket(socket.AF_UNIX) for _ in range(50)]
    for one in crowd:
        one.connect(str(home.paths.socket))
        one.sendall(b"POST /v1/api/memories HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n")

    assert home.api().save().status == 201

    slow = crowd[0]
    slow.settimeout(20)
    slow.sendall(b"\r\n{")
    assert b"408" in slow.recv(4096).split(b"\r\n")[0]
    for one in crowd:
        one.close()


def test_one_connection_too_many_is_told_so(home):
    home.configure("[server]\nmax_connections = 2\n")
    home.start()
    held = [UnixConnection(home.paths.socket) for _ in range(2)]
    for one in held:
        one.request("GET", "/v1/health")
        one.getresponse().read()

    def refused():
        reply = Api(home.paths.socket).get("/v1/health")
        return reply.status == 503 and reply.code == "too_many_connections"

    wait_for(refused, "a third connection is refused")
    for one in held:
        one.close()
    wait_for(lambda: Api(home.paths.socket).get("/v1/health").status == 200, "room again")
