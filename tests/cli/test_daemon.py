from __future__ import annotations

import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from ricordo_cli import daemon as daemons
from ricordo_cli import processes
from ricordo_protocol import __version__

if TYPE_CHECKING:
    from conftest import Cli
    from ricordo_protocol.call import Call
    from support.home import Home


def test_start_returns_when_the_daemon_answers_and_stop_when_it_is_gone(cli: Cli) -> None:
    started = cli("daemon", "start")
    again = cli("daemon", "start")
    listed = cli("list")
    stopped = cli("daemon", "stop")

    pid = re.fullmatch(r"started \(pid (\d+)\)\n", started.out)
    assert pid is not None
    assert (again.code, again.out) == (0, f"already running (pid {pid[1]})\n")
    assert listed.code == 0
    assert (stopped.code, stopped.out) == (0, f"stopped (pid {pid[1]})\n")
    assert processes.lock_holder(cli.home.paths) is None
    assert not cli.home.paths.socket.exists()


def test_a_second_stop_finds_nothing_to_do(cli: Cli) -> None:
    assert (cli("daemon", "stop").code, cli("daemon", "stop").out) == (0, "not running\n")


def test_status_of_a_running_daemon_has_everything(ricordo: Cli) -> None:
    ran = ricordo("daemon", "status", "--json")

    assert ran.code == 0
    found = ran.json
    assert found["pid"] == ricordo.home.process.pid
    assert found["socket"] == str(ricordo.home.paths.socket)
    assert found["version"] == __version__
    assert found["home"] == str(ricordo.home.root)
    assert found["index"] == {"state": "ready", "done": 0, "total": 0}
    assert found["store"]["path"] == str(ricordo.home.paths.database)
    assert found["store"]["status"] == "ready"
    assert f"running (pid {found['pid']})" in ricordo("daemon", "status").out


def test_status_without_a_daemon_is_exit_code_3(cli: Cli) -> None:
    ran = cli("daemon", "status", "--json")

    assert (ran.code, ran.json["status"], ran.json["pid"]) == (3, "stopped", None)
    assert cli("daemon", "status").out.startswith("not running\n")


def test_restart_leaves_another_process(cli: Cli) -> None:
    first = cli("daemon", "start", "--json").json["pid"]

    ran = cli("daemon", "restart")

    second = cli("daemon", "status", "--json").json["pid"]
    assert ran.out == f"stopped (pid {first})\nstarted (pid {second})\n"
    assert second != first


def test_restart_without_a_daemon_starts_one(cli: Cli) -> None:
    ran = cli("daemon", "restart")

    assert ran.code == 0
    assert ran.out.startswith("not running\nstarted (pid ")


def test_a_daemon_that_cannot_start_says_why(cli: Cli) -> None:
    cli.home.paths.config.write_text("[nonsense\n")

    ran = cli("daemon", "start", "--json")

    assert ran.code == 6
    assert ran.json["error"]["code"] == "start_failed"
    assert "config.toml" in ran.json["error"]["message"]


def test_something_else_at_the_sockets_path_is_said_and_left(cli: Cli) -> None:
    cli.home.paths.socket.write_text("precious")

    ran = cli("daemon", "start")

    assert ran.code == 5
    assert "not a socket" in ran.err
    assert cli.home.paths.socket.read_text() == "precious"
    cli.home.paths.socket.unlink()


def test_a_daemon_without_its_socket_is_found_by_its_lock(
    cli: Cli, daemon: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    daemon.paths.socket.unlink()
    monkeypatch.setattr(daemons, "GRACE_SECONDS", 0.01)

    status = cli("daemon", "status", "--json")
    stopped = cli("daemon", "stop")

    assert daemon.process is not None
    pid = daemon.process.pid
    assert (status.code, status.json["pid"]) == (4, pid)
    assert stopped.out == f"stopped (pid {pid})\n"
    daemon.process.wait()
    daemon.process = None


def test_a_daemon_that_never_gets_ready_is_given_up(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daemons, "START_SECONDS", 0.2)
    child: list[processes.Child] = []
    spawn = processes.spawn
    monkeypatch.setattr(processes, "spawn", lambda paths: child.append(spawn(paths)) or child[-1])
    monkeypatch.setattr(processes, "COMMAND", (shutil.which("sleep") or "sleep", "60"))

    ran = cli("daemon", "start")

    child[0].process.kill()
    child[0].process.wait()
    assert ran.code == 69
    assert "was not ready" in ran.err


def test_run_becomes_the_daemon(cli: Cli) -> None:
    words = [sys.executable, "-m", "ricordo_cli", "daemon", "run"]
    cli.home.process = subprocess.Popen(words, env=cli.home.env)
    cli.home.wait_ready()

    assert cli("daemon", "status", "--json").json["pid"] == cli.home.process.pid


@pytest.mark.fault
@pytest.mark.requirement("SL-01")
def test_of_twenty_starts_at_once_one_daemon_lives_and_all_succeed(cli: Cli) -> None:
    with ThreadPoolExecutor(20) as pool:
        runs = list(pool.map(lambda _: cli.program("daemon", "start"), range(20)))

    pid = cli("daemon", "status", "--json").json["pid"]
    assert [(ran.code, ran.err) for ran in runs] == [(0, "")] * 20
    assert sorted(ran.out for ran in runs) == sorted(
        [f"already running (pid {pid})\n"] * 19 + [f"started (pid {pid})\n"]
    )


def test_a_daemon_whose_process_cannot_be_told_is_not_called_stopped(
    ricordo: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes.transport, "peer", lambda _: None)
    monkeypatch.setattr(processes, "lock_holder", lambda _: None)

    stopped = ricordo("daemon", "stop", "--json")
    status = ricordo("daemon", "status", "--json")

    assert (stopped.code, stopped.json["error"]["code"]) == (69, "unknown_process")
    assert (status.code, status.json["status"]) == (0, "running")


@pytest.mark.parametrize("state", ["starting", "failed"])
def test_a_daemon_that_does_not_serve_yet_is_told_without_waiting_for_it(
    ricordo: Cli, monkeypatch: pytest.MonkeyPatch, state: str
) -> None:
    answer = SimpleNamespace(status=state)
    send = daemons.Client.send
    sent: list[str] = []

    def told(client: daemons.Client, call: Call[Any]) -> Any:
        sent.append(call.route.name)
        return answer if call.route.name == "get_ready" else send(client, call)

    monkeypatch.setattr(daemons.Client, "send", told)

    ran = ricordo("daemon", "status", "--json")

    assert (ran.code, ran.json["status"], ran.json["store"]["status"]) == (0, "running", state)
    assert ran.json["index"] is None
    assert ran.json["reason"]
    assert sent == ["get_version", "get_ready"]
    assert f"({state})" in ricordo("daemon", "status").out
