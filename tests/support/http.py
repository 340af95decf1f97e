"""A plain HTTP caller for the socket: what a program that knows nothing of ours would send."""

from __future__ import annotations

import http.client
import json
import socket
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path


class UnixConnection(http.client.HTTPConnection):
    """http.client over a Unix socket."""

    def __init__(self, path: Path, timeout: float = 20.0) -> None:
        super().__init__("ricordo", timeout=timeout)
        self.path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            # Blocking: with a timeout, Linux refuses a Unix connect while the backlog is full.
            self.sock.connect(str(self.path))
        except OSError:
            self.sock.close()
            raise
        self.sock.settimeout(self.timeout)


@dataclass(frozen=True)
class Reply:
    """A reply, its JSON decoded."""

    status: int
    json: Any
    headers: dict[str, str]

    @property
    def code(self) -> str:
        """The error code of a reply that is one."""
        return self.json["code"]


@dataclass(frozen=True)
class Api:
    """Calls the socket as one principal (or as none). A connection a call."""

    path: Path
    token: str | None = None

    def ask(
        self,
        method: str,
        target: str,
        body: Any = None,
        *,
        raw: bytes | None = None,
        headers: dict[str, str] | None = None,
    ) -> Reply:
        """Send one request; `body` goes as JSON, `raw` as it is."""
        sent = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        data = raw
        if body is not None:
            data = json.dumps(body).encode()
        if data is not None:
            sent["Content-Type"] = "application/json"
        connection = UnixConnection(self.path)
        try:
            connection.request(method, target, body=data, headers=sent | (headers or {}))
            reply = connection.getresponse()
            content = reply.read()
            assert reply.headers.get_content_type() == "application/json", content
            return Reply(reply.status, json.loads(content), dict(reply.headers))
        finally:
            connection.close()

    def save(self, name: str = "note", **fields: Any) -> Reply:
        """POST a memory: valid unless `fields` make it otherwise. `...` leaves a field out."""
        draft = {"name": name, "content": "some content", "description": "a description"} | fields
        return self.ask(
            "POST", "/v1/api/memories", {k: v for k, v in draft.items() if v is not ...}
        )

    def search(self, query: Any, **fields: Any) -> Reply:
        """POST a search."""
        return self.ask("POST", "/v1/api/memories/search", {"query": query} | fields)

    def names(self, query: str, **fields: Any) -> list[str]:
        """Return the names that a search finds, best first."""
        reply = self.search(query, **fields)
        assert reply.status == 200, reply
        return [memory["name"] for memory in reply.json["memories"]]

    def get(self, target: str, **headers: str) -> Reply:
        """GET a target."""
        return self.ask("GET", target, headers=headers)

    def delete(self, target: str, **headers: str) -> Reply:
        """DELETE a target."""
        return self.ask("DELETE", target, headers=headers)
