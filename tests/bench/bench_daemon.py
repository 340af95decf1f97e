"""What a request costs, as ratios to the cheapest request of the same run.

`python tests/bench/bench_daemon.py [MEMORIES]` seeds a store (10,000 by default), starts a real
daemon over it and measures on one keep-alive connection. Absolute times are of the machine and
the moment; only the ratios are worth keeping.
"""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from ricordo_daemon.service import memories
from support.home import Home, new_home
from support.http import Api, UnixConnection
from support.store import KEY, Store, actor, draft

if TYPE_CHECKING:
    from collections.abc import Callable

# Letters only: an identifier would be split, and its parts would match nearly everything.
WORDS = [
    "".join(chr(97 + number // 26**place % 26) for place in range(3)) + "on"
    for number in range(3000)
]
RUNS = 200


def seed(home: Home, number: int) -> None:
    """Fill the store as the daemon would, 500 memories a transaction."""
    chance = random.Random(1)  # noqa: S311 # the same words in every run
    home.paths.credentials.mkdir(mode=0o700)
    key = home.paths.credentials / "audit-1.key"
    key.write_text(KEY.secret.hex(), "ascii")
    key.chmod(0o600)
    store = Store(home.paths.database)

    def save(index: int) -> Callable[[Any], Any]:
        content = " ".join(chance.choices(WORDS, k=80))
        description = " ".join(chance.choices(WORDS, k=8))
        one = draft(f"n {index}", content=content, description=description)
        return lambda tx: memories.save_memory(tx, actor(), one)

    for first in range(0, number, 500):
        store.run(*(save(index) for index in range(first, min(number, first + 500))))
    store.close()


class Measured:
    """One keep-alive connection, and the medians of what was sent over it."""

    def __init__(self, api: Api) -> None:
        self._connection = UnixConnection(api.path)
        self._headers = {"Authorization": f"Bearer {api.token}"}
        self.medians: dict[str, float] = {}

    def send(self, method: str, target: str, body: Any = None) -> Any:
        """Send one request and return its JSON."""
        headers = dict(self._headers)
        if body is not None:
            headers["Content-Type"] = "application/json"
        data = json.dumps(body) if body is not None else None
        self._connection.request(method, target, data, headers)
        reply = self._connection.getresponse()
        return json.loads(reply.read())

    def run(self, name: str, request: Callable[[int], tuple[Any, ...]]) -> None:
        """Measure a request, and keep its median."""
        times = []
        for number in range(RUNS):
            arguments = request(number)
            began = time.perf_counter()
            self.send(*arguments)
            times.append(time.perf_counter() - began)
        self.medians[name] = statistics.median(times)


def bare_python() -> float:
    """Return how long an interpreter takes that does nothing."""
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    return time.perf_counter() - began


def main() -> None:
    """Seed, measure, print."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    home = new_home()
    try:
        seed(home, number)
        bare = statistics.median(bare_python() for _ in range(7))
        began = time.perf_counter()
        home.start()
        started = time.perf_counter() - began
        measured = Measured(home.api())
        search = "/v1/api/memories/search"
        while measured.send("POST", search, {"query": "w1xb"})["index"]["state"] != "ready":
            time.sleep(0.05)
        indexed = time.perf_counter() - began
        measured.run("health", lambda _n: ("GET", "/v1/health"))
        measured.run("get", lambda n: ("GET", f"/v1/api/memories/n_{n}?touch=false"))
        measured.run("list 100", lambda _n: ("GET", "/v1/api/memories"))
        measured.run("list 100, summary", lambda _n: ("GET", "/v1/api/memories?fields=summary"))
        measured.run("search, 1 word", lambda n: ("POST", search, {"query": WORDS[n]}))
        three = lambda n: ("POST", search, {"query": " ".join(WORDS[n : n + 3])})  # noqa: E731 # one line of a table
        measured.run("search, 3 words", three)
        new = {"content": "hello there", "description": "d"}
        measured.run("save", lambda n: ("POST", "/v1/api/memories", {"name": f"x {n}"} | new))
        home.kill()
        began = time.perf_counter()
        home.start()
        restarted = time.perf_counter() - began
    finally:
        home.close()
    health = measured.medians["health"]
    print(f"{number} memories; ratio to `health` ({health * 1e3:.2f} ms here)")
    for name, median in measured.medians.items():
        print(f"  {name:20} {median / health:6.1f} x   {median * 1e3:7.2f} ms")
    print(f"ratio to a bare interpreter ({bare * 1e3:.0f} ms here)")
    for name, seconds in (
        ("start to ready", started),
        ("start over a killed one", restarted),
        ("start to index built", indexed),
    ):
        print(f"  {name:24} {seconds / bare:6.1f} x   {seconds:7.2f} s")


if __name__ == "__main__":
    main()
