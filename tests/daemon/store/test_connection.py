"""aiosqlite's private hop, which one module wraps: what we rely on, and what it must not do."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading

import pytest

from ricordo_daemon.store.connection import Connection


@pytest.fixture
async def connection(tmp_path):
    opened = await Connection.open(tmp_path / "a.db", busy_seconds=1)
    yield opened
    await opened.close()


async def test_a_unit_of_work_is_one_call_on_the_connections_own_thread(connection):
    threads = [await connection.run(lambda _raw: threading.get_ident()) for _ in range(2)]

    assert threads[0] == threads[1] != threading.get_ident()


async def test_work_is_run_in_the_order_in_which_it_came(connection):
    order = []
    await asyncio.gather(*(connection.run(lambda _raw, n=n: order.append(n)) for n in range(50)))

    assert order == list(range(50))


async def test_cancelling_the_caller_does_not_stop_work_that_has_begun(connection):
    begun, go_on, done = threading.Event(), threading.Event(), []

    def work(_raw):
        begun.set()
        go_on.wait(10)
        done.append(1)

    task = asyncio.create_task(connection.run(work))
    await asyncio.to_thread(begun.wait, 10)
    task.cancel()
    go_on.set()
    await connection.run(lambda _raw: None)

    assert done == [1]


async def test_an_error_of_the_work_is_the_callers(connection):
    with pytest.raises(ZeroDivisionError):
        await connection.run(lambda _raw: 1 / 0)

    assert await connection.run(lambda raw: raw.execute("SELECT 1").fetchone()[0]) == 1


@pytest.mark.requirement("SH-01")
def test_a_process_that_never_closes_its_connection_ends_all_the_same(tmp_path):
    script = (
        "import asyncio, pathlib, sys\n"
        "from ricordo_daemon.store.connection import Connection\n"
        "async def main():\n"
        "    kept.append(await Connection.open(pathlib.Path(sys.argv[1]), busy_seconds=1))\n"
        "kept = []\n"
        "asyncio.run(main())\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "a.db")], timeout=20, check=False
    )

    assert ended.returncode == 0
