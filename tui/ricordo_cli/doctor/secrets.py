"""Checks of the two first tokens, and of where they are kept. None of them is ever shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ricordo_cli.doctor.model import ANSWER_SECONDS, Finding, Look, fail, ok, status, warn
from ricordo_cli.printer import on_terminal
from ricordo_protocol import calls, credentials
from ricordo_protocol.client import Client
from ricordo_protocol.errors import RicordoError, Unauthorized

if TYPE_CHECKING:
    from collections.abc import Iterator

_MADE = "none is made yet: the daemon makes it at its first start"


def backend(look: Look) -> Iterator[Finding]:
    """Say where the admin token and the audit key were put, and why."""
    path = look.paths.credentials / "store.json"
    note = credentials.read_note(look.paths)
    if note is None and status(path) is None:
        yield ok("secrets", "not chosen yet: the daemon looks for a keyring at its first start")
    elif note is None:
        yield fail("secrets", f"{path} cannot be understood", "Restore it from a backup.")
    elif note.secrets == "keyring":
        yield ok("secrets", f"in the keyring ({note.backend})")
    elif note.backend.startswith("file: "):
        why = note.backend.removeprefix("file: ")
        what = f"in files of mode 0600, for no keyring could keep them ({why})"
        fix = "Nothing need be done: whoever reads your files can read them, as with SSH keys."
        yield warn("secrets", what, fix)
    else:
        yield ok("secrets", f"in files of mode 0600 ({note.backend})")


def user_token(look: Look) -> Iterator[Finding]:
    """Check that the user token is there, private, and that the daemon takes it."""
    yield _token(look, "user")


def admin_token(look: Look) -> Iterator[Finding]:
    """Check the admin token likewise; a keyring is asked only when a person is there."""
    note = credentials.read_note(look.paths)
    in_keyring = note is not None and note.secrets == "keyring"
    if in_keyring and not on_terminal():
        # A locked keyring asks a person for its password, and none is here.
        yield ok("admin_token", "in the keyring, which is not asked away from a terminal")
    else:
        yield _token(look, "admin")


def _token(look: Look, name: str) -> Finding:
    label = f"{name}_token"
    if status(look.paths.credentials / "store.json") is None:
        return ok(label, _MADE)
    try:
        secret = credentials.read_token(look.paths, name)
    except Unauthorized as error:
        return fail(label, error.sentence, error.hint)
    if not look.serves:
        return ok(label, "it is there, and private; no daemon serves that could be asked")
    try:
        with Client(look.paths.socket, secret, seconds=ANSWER_SECONDS) as client:
            # Of the token's own user only: to read what others store would be put on record.
            client.send(calls.list_memories(scope="user", limit=1, summary=True))
    except Unauthorized:
        path = look.paths.credentials / f"{name}.token"
        fix = f"Move {path} away, then run `ricordo daemon restart`: it is made again."
        return fail(label, "the daemon does not take it: it is of another store, or revoked", fix)
    except RicordoError as error:
        return fail(label, error.sentence, error.hint or "See `ricordo daemon logs`.")
    return ok(label, "it is there, private, and the daemon takes it")
