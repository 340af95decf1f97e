"""First start and every start: the audit key, and the two first tokens.

Where secrets are kept is decided once, at the first start, and noted beside them; a later start
never decides anew, and nothing that exists is ever overwritten (DESIGN §4).
"""

from __future__ import annotations

import getpass
import os
import secrets as random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec

from ricordo_daemon.audit.chain import Key
from ricordo_daemon.log import LOGGER
from ricordo_protocol import credentials
from ricordo_protocol.credentials import KeyringUnavailable, StoreNote
from ricordo_protocol.errors import StorageFailed

if TYPE_CHECKING:
    from pathlib import Path

    from ricordo_protocol.paths import Paths

Kept = Literal["noted", "file"]
"""Where the note says, or in a file whatever it says."""

_PROBE: Final = "probe"


def login_name() -> str:
    """Return the OS login name: the user of both first tokens."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return str(os.getuid())


@dataclass(frozen=True, slots=True)
class Vault:
    """Where this store's secrets are, and how they are read and made. May block: use a thread."""

    folder: Path
    note: StoreNote

    @classmethod
    def open(cls, paths: Paths, store_id: str, choice: Literal["auto", "file"]) -> Vault:
        """Return the vault of a store, deciding where it is at its first start only.

        Raises `StorageFailed` where the folder's secrets are another store's.
        """
        note = credentials.read_note(paths)
        if note is None:
            note = _decide(store_id, choice)
            _write_new(paths.credentials / "store.json", msgspec.json.encode(note))
        if note.store_id != store_id:
            raise StorageFailed(
                f"the credentials in {paths.credentials} belong to another store",
                code="foreign_credentials",
                hint="Restore the database that they came with, or move that folder away.",
            )
        return cls(paths.credentials, note)

    def read(self, what: str, kept: Kept = "noted") -> str | None:
        """Return a secret, None where it does not exist.

        Raises `KeyringUnavailable` where it may exist and cannot be looked at.
        """
        in_file = credentials.read_secret_file(self.folder / what)
        if in_file is not None or kept == "file" or self.note.secrets == "file":
            return in_file
        return credentials.read_keyring(self._user(what))

    def make(self, what: str, secret: str, kept: Kept = "noted") -> None:
        """Keep a new secret, never over an old one; read it back before trusting it.

        A keyring that fails now gets the file's help: the secret must be somewhere.
        """
        if kept == "noted" and self.note.secrets == "keyring":
            try:
                return _into_keyring(self._user(what), secret)
            except KeyringUnavailable as error:
                LOGGER.warning("keyring_failed", extra={"reason": str(error), "using": "file"})
        _write_new(self.folder / what, secret.encode())
        return None

    def _user(self, what: str) -> str:
        return f"{what.removesuffix('.token')}@{self.note.store_id}"


def read_audit_key(vault: Vault, key_id: int) -> Key | None:
    """Return a chain key, None where it is lost or cannot be looked at."""
    try:
        text = vault.read(f"audit-{key_id}.key")
    except KeyringUnavailable as error:
        LOGGER.warning("audit_key_unreadable", extra={"key_id": key_id, "reason": str(error)})
        return None
    return Key(key_id, bytes.fromhex(text)) if text else None


def make_audit_key(vault: Vault, key_id: int) -> Key:
    """Make and keep a new chain key."""
    secret = random.token_bytes(32)
    vault.make(f"audit-{key_id}.key", secret.hex())
    return Key(key_id, secret)


def _decide(store_id: str, choice: Literal["auto", "file"]) -> StoreNote:
    if choice == "file":
        return StoreNote(store_id=store_id, secrets="file", backend="file, by configuration")
    try:
        backend = credentials.on_keyring(lambda one: _probed(one, f"{_PROBE}@{store_id}"))
    except KeyringUnavailable as error:
        LOGGER.warning("keyring_unavailable", extra={"reason": str(error), "using": "file"})
        return StoreNote(store_id=store_id, secrets="file", backend=f"file: {error}")
    return StoreNote(store_id=store_id, secrets="keyring", backend=backend)


def _probed(backend: Any, user: str) -> str:  # noqa: ANN401 # keyring is not imported here
    """Write, read back, remove: some backends succeed at everything and keep nothing."""
    value = random.token_hex(8)
    backend.set_password(credentials.SERVICE, user, value)
    back = backend.get_password(credentials.SERVICE, user)
    if back != value:
        raise KeyringUnavailable("it does not give back what it was given")
    backend.delete_password(credentials.SERVICE, user)
    return credentials.backend_name(backend)


def _into_keyring(user: str, secret: str) -> None:
    def put(backend: Any) -> None:  # noqa: ANN401 # likewise
        if backend.get_password(credentials.SERVICE, user) is not None:
            raise KeyringUnavailable("it holds a secret of this name already")
        backend.set_password(credentials.SERVICE, user, secret)
        if backend.get_password(credentials.SERVICE, user) != secret:
            raise KeyringUnavailable("it does not give back what it was given")

    credentials.on_keyring(put)


def _write_new(path: Path, data: bytes) -> None:
    """Write a 0600 file that must not exist yet, whole or not at all."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    partial = path.with_name(f"{path.name}.partial")
    partial.unlink(missing_ok=True)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
    with os.fdopen(os.open(partial, flags, 0o600), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    # link refuses to overwrite, where rename would replace a secret in silence.
    os.link(partial, path)
    partial.unlink()
