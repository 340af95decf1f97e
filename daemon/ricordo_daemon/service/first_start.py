"""The audit key and the two first tokens: made once, found again at every start."""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from ricordo_daemon import auth, keys
from ricordo_daemon.log import LOGGER
from ricordo_daemon.store import log, principals
from ricordo_protocol.credentials import KeyringUnavailable, Secret

if TYPE_CHECKING:
    from ricordo_daemon.audit.chain import Key
    from ricordo_daemon.auth import Token
    from ricordo_daemon.keys import Kept, Vault
    from ricordo_daemon.store.tx import Tx
    from ricordo_daemon.store.writer import Writer

_USER: Final = ("read", "write", "write.global")


@dataclass(frozen=True, slots=True)
class FirstToken:
    """One of the two: its name, what it may do, and where its secret is kept."""

    name: str
    permissions: tuple[str, ...]
    kept: Kept

    @property
    def file(self) -> str:
        """The secret's name in the vault."""
        return f"{self.name}.token"


FIRST_TOKENS: Final = (
    FirstToken("user", _USER, "file"),
    FirstToken("admin", (*_USER, "admin.memories", "admin.tokens", "audit.read"), "noted"),
)


async def audit_key(vault: Vault, used: int) -> tuple[Key, int | None]:
    """Return the chain's key, and the id of the one that is lost, if it is.

    `used` is the id that the last row names, 0 for an empty log. A lost key starts a new
    segment that names it: visible, and no outage.
    """
    found = await asyncio.to_thread(keys.read_audit_key, vault, used or 1)
    if found is not None:
        return found, None
    made = await asyncio.to_thread(keys.make_audit_key, vault, used + 1)
    if used == 0:
        return made, None
    LOGGER.error("audit_key_lost", extra={"key_id": used})
    return made, used


async def ensure_token(
    vault: Vault, writer: Writer, first: FirstToken, token: Token | None
) -> None:
    """Make a first token, or give it a new secret where the file of the old one is gone.

    A secret without its token (a crash between the two) is adopted, never overwritten. One that
    the keyring keeps is not asked for: the daemon needs no keyring once its token exists.
    """
    if token is not None and first.kept == "noted" and vault.note.secrets == "keyring":
        return
    held = await asyncio.to_thread(_read, vault, first)
    if token is not None and held is not None:
        return
    secret = Secret(held) if held else auth.new_secret()
    if held is None:
        await asyncio.to_thread(vault.make, first.file, secret.value, first.kept)
    hashed = auth.hash_secret(secret)
    if token is None:
        await writer.submit(lambda tx: _add(tx, first, hashed))
    else:
        await writer.submit(lambda tx: _renew(tx, first, token, hashed))


def _read(vault: Vault, first: FirstToken) -> str | None:
    try:
        return vault.read(first.file, first.kept)
    except KeyringUnavailable:
        return None


def _add(tx: Tx, first: FirstToken, hashed: bytes) -> None:
    principals.add_token(
        tx.raw,
        token_id=tx.ids.new(),
        name=first.name,
        user_id=keys.login_name(),
        uid=os.getuid(),
        permissions=first.permissions,
        secret_hash=hashed,
        created=tx.clock.now(),
    )
    log.note(tx, None, "token.create", {"token": first.name})


def _renew(tx: Tx, first: FirstToken, token: Token, hashed: bytes) -> None:
    principals.replace_secrets(tx.raw, token.token_id, hashed)
    log.note(tx, None, "token.rotate", {"token": first.name, "because": "file missing"})
