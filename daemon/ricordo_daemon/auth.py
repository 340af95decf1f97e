"""From a connection and a header to an `Actor`. Identity comes from nowhere else."""

from __future__ import annotations

import hashlib
import re
import secrets
import string
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ricordo_daemon.policy.model import Actor
from ricordo_protocol.credentials import Secret
from ricordo_protocol.errors import Unauthorized

if TYPE_CHECKING:
    from ricordo_daemon.policy.model import Origin

_ALPHABET: Final = string.digits + string.ascii_letters
_TOKEN: Final = re.compile(r"Bearer +(rc_[0-9A-Za-z]{43})\Z", re.IGNORECASE)
_ORIGINS: Final[dict[str, Origin]] = {"console": "person", "cli": "person", "import": "import"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """What a connection and its headers say, before the token is looked up."""

    uid: int
    """Of the process at the other end, by the kernel's word."""
    pid: int | None
    program: str | None
    token_hash: bytes | None
    """sha256 of the bearer token, None where none of the right shape was sent."""
    label: str
    """`Ricordo-Client`: sets the origin, never a right."""
    request_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """A token as the store keeps it."""

    token_id: str
    name: str
    user_id: str
    uid: int
    permissions: frozenset[str]
    workstream_id: str | None
    expires: int | None
    revoked: int | None


def new_secret() -> Secret:
    """Return a fresh token: `rc_` and 43 base62 characters, 256 bits."""
    return Secret("rc_" + "".join(secrets.choice(_ALPHABET) for _ in range(43)))


def hash_secret(secret: Secret) -> bytes:
    """Return what the store keeps of a token. It has 256 random bits: a fast hash is enough."""
    return hashlib.sha256(secret.value.encode()).digest()


def read_bearer(header: str | None) -> bytes | None:
    """Return the hash of the token in an `Authorization` header, None for anything else."""
    match = _TOKEN.match(header or "")
    return hash_secret(Secret(match[1])) if match else None


def program_of(pid: int | None) -> str | None:
    """Return the executable of a process, for the audit log; None where it cannot be read."""
    if pid is None:
        return None
    try:
        return str(Path(f"/proc/{pid}/exe").readlink())
    except OSError:
        return None


def admit(caller: Caller, token: Token | None, now: int) -> Actor:
    """Return who is calling, or raise the one refusal that does not say what was wrong."""
    if (
        token is None
        or token.revoked is not None
        or (token.expires is not None and token.expires <= now)
        or token.uid != caller.uid
    ):
        raise Unauthorized(
            "a valid token is required",
            hint="Send `Authorization: Bearer …`; `ricordo token header user` prints the line.",
        )
    return Actor(
        token_id=token.token_id,
        token_name=token.name,
        user_id=token.user_id,
        uid=caller.uid,
        permissions=token.permissions,
        workstream_id=token.workstream_id,
        pid=caller.pid,
        program=caller.program,
        request_id=caller.request_id,
        origin=_ORIGINS.get(caller.label, "agent"),
        surface=caller.label,
    )
