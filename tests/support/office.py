"""One daemon for many tests: enough users that each test gets some whom nobody has been yet."""

from __future__ import annotations

import os
import secrets
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlencode

from ricordo_daemon import auth
from ricordo_daemon.clock import Clock
from ricordo_daemon.store import principals
from support.home import ADMIN, USER, new_home
from support.http import Api, Reply

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable
    from typing import TypeVar

    T = TypeVar("T")

MEMORIES = "/v1/api/memories"
EVERY = "/v1/api/admin/memories"

# What a token may do, what another token of the same user may do, and how many such users.
POOLS = {
    "user": (USER, USER, 1000),
    "reader": (("read",), USER, 20),
    "local": (("read", "write"), USER, 20),
    "service": ((*USER, "service"), USER, 20),
    "admin": (ADMIN, USER, 200),
}


def at(base: str, *parts: str, **params: object) -> str:
    """Return a target, its path parts and parameters quoted."""
    path = "/".join((base, *(quote(part, safe="") for part in parts)))
    return f"{path}?{urlencode(params)}" if params else path


def at_once(number: int, work: Callable[[int], T]) -> list[T]:
    """Run `work(0)` … `work(number - 1)` in threads that are let go together."""
    barrier = threading.Barrier(number)

    def one(index: int) -> T:
        barrier.wait(20)
        return work(index)

    with ThreadPoolExecutor(number) as threads:
        return list(threads.map(one, range(number)))


@dataclass(frozen=True)
class Person(Api):
    """A user who calls, with the calls that most tests make."""

    user_id: str = ""
    other: str = ""
    """Another token of the same user."""

    @property
    def workstream(self) -> str:
        """The one workstream that this user owns."""
        return f"w_{self.user_id}"

    @property
    def elsewhere(self) -> Person:
        """The same user, calling with another token."""
        return Person(self.path, self.other, self.user_id, self.token or "")

    def page(self, **params: object) -> Reply:
        """GET the list."""
        return self.get(at(MEMORIES, **params))

    def read(self, name: str, **params: object) -> Reply:
        """GET one memory by name."""
        return self.get(at(MEMORIES, name, **params))

    def remove(self, name: str, **params: object) -> Reply:
        """DELETE one memory by name."""
        return self.delete(at(MEMORIES, name, **params))

    def describe(self, name: str, description: object, **params: object) -> Reply:
        """PATCH one description by name."""
        return self.ask("PATCH", at(MEMORIES, name, **params), {"description": description})

    def undo(self, batch_id: str) -> Reply:
        """POST an undo."""
        return self.ask("POST", at("/v1/api/undo", batch_id))

    def own(self, name: str = "note", **fields: Any) -> dict[str, Any]:
        """Save to this user's own scope, and return the reply."""
        reply = self.save(name, scope="user", **fields)
        assert reply.status in (200, 201), reply
        found: dict[str, Any] = reply.json
        return found

    def total(self) -> int:
        """Return how many memories this user's own scope holds."""
        found: int = self.page(scope="user").json["total"]
        return found


class Office:
    """The daemon, and the people who have not been called yet."""

    def __init__(self) -> None:
        self.home = new_home()
        self.home.prepare()
        self._fresh: dict[str, list[Person]] = {}
        with self.home.raw() as raw:
            raw.execute("BEGIN")
            for kind, (first, second, number) in POOLS.items():
                self._fresh[kind] = [
                    self._hire(raw, f"{kind}_{count}", first, second) for count in range(number)
                ]
            self.nobody = self._hire(raw, "", USER, USER)
            """Whoever calls with a token that belongs to no user."""
            raw.execute("COMMIT")
        self.home.start()

    def hire(self, kind: str = "user") -> Person:
        """Return somebody whom no test has been."""
        assert self._fresh[kind], f"more tests than people: raise the number of {kind} in POOLS"
        return self._fresh[kind].pop()

    def add_workstream(self, workstream_id: str, owner: Person) -> None:
        """Add a workstream while the daemon runs, as an agent's session will."""
        with self.home.raw() as raw:
            principals.add_workstream(raw, workstream_id, owner.user_id, Clock().now())

    def revoke(self, who: Person) -> None:
        """End every token of a user while the daemon runs."""
        with self.home.raw() as raw:
            raw.execute("UPDATE tokens SET revoked=1 WHERE user_id=?", (who.user_id,))

    def audit(self, who: Person, action: str = "%") -> list[dict[str, Any]]:
        """Return the audit rows of one user, oldest first."""
        return [row for row in self.home.audit(action) if row["user_id"] == who.user_id]

    def _hire(
        self,
        raw: sqlite3.Connection,
        user_id: str,
        first: tuple[str, ...],
        second: tuple[str, ...],
    ) -> Person:
        made = [auth.new_secret(), auth.new_secret()]
        for secret, permissions in zip(made, (first, second), strict=True):
            principals.add_token(
                raw,
                token_id=secrets.token_hex(8),
                name=f"{user_id}-{secrets.token_hex(4)}",
                user_id=user_id,
                uid=os.getuid(),
                permissions=permissions,
                secret_hash=auth.hash_secret(secret),
                created=Clock().now(),
            )
        principals.add_workstream(raw, f"w_{user_id}", user_id, Clock().now())
        return Person(self.home.paths.socket, made[0].value, user_id, made[1].value)
