"""Tokens and workstreams: who may call, and what they own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ricordo_daemon.auth import Token

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable


def add_token(  # noqa: PLR0913 # a token's own columns, all named
    raw: sqlite3.Connection,
    *,
    token_id: str,
    name: str,
    user_id: str,
    uid: int,
    permissions: Iterable[str],
    secret_hash: bytes,
    created: int,
    expires: int | None = None,
    workstream_id: str | None = None,
    kinds: Iterable[str] = ("interactive",),
) -> None:
    """Add a live token with its first secret. A name in use by a live one is an error."""
    raw.execute(
        "INSERT INTO tokens(token_id,name,user_id,uid,permissions,kinds,workstream_id,created,"
        "expires) VALUES (?,?,?,?,?,?,?,?,?)",
        (
            token_id,
            name,
            user_id,
            uid,
            " ".join(sorted(permissions)),
            " ".join(sorted(kinds)),
            workstream_id,
            created,
            expires,
        ),
    )
    add_secret(raw, token_id, secret_hash)


def add_secret(raw: sqlite3.Connection, token_id: str, secret_hash: bytes) -> None:
    """Give a token one more secret that is valid."""
    raw.execute("INSERT INTO token_secrets(token_id,hash) VALUES (?,?)", (token_id, secret_hash))


def replace_secrets(raw: sqlite3.Connection, token_id: str, secret_hash: bytes) -> None:
    """Give a token a new secret, and end every other."""
    raw.execute("DELETE FROM token_secrets WHERE token_id=?", (token_id,))
    add_secret(raw, token_id, secret_hash)


def find_token(raw: sqlite3.Connection, secret_hash: bytes, now: int) -> Token | None:
    """Return the token of a secret, live or not; None for a secret that nobody has."""
    row = raw.execute(
        "SELECT t.token_id, t.name, t.user_id, t.uid, t.permissions, t.workstream_id, t.expires,"
        " t.revoked FROM token_secrets s JOIN tokens t USING(token_id)"
        " WHERE s.hash=? AND (s.valid_until IS NULL OR s.valid_until>?)",
        (secret_hash, now),
    ).fetchone()
    return row and _token(row)


def find_named(raw: sqlite3.Connection, name: str) -> Token | None:
    """Return the live token of a name."""
    row = raw.execute(
        "SELECT token_id, name, user_id, uid, permissions, workstream_id, expires, revoked"
        " FROM tokens WHERE name=? AND revoked IS NULL",
        (name,),
    ).fetchone()
    return row and _token(row)


def add_workstream(
    raw: sqlite3.Connection, workstream_id: str, owner: str, created: int, title: str = ""
) -> None:
    """Add a live workstream."""
    raw.execute(
        "INSERT INTO workstreams(workstream_id,owner,title,state,created) VALUES (?,?,?,'live',?)",
        (workstream_id, owner, title or workstream_id, created),
    )


def workstream_owner(raw: sqlite3.Connection, workstream_id: str) -> str | None:
    """Return the owner of a live workstream, None where there is none."""
    row = raw.execute(
        "SELECT owner FROM workstreams WHERE workstream_id=? AND state='live'", (workstream_id,)
    ).fetchone()
    owner: str | None = row and row[0]
    return owner


def _token(row: sqlite3.Row) -> Token:
    return Token(
        token_id=row[0],
        name=row[1],
        user_id=row[2],
        uid=row[3],
        permissions=frozenset(row[4].split()),
        workstream_id=row[5],
        expires=row[6],
        revoked=row[7],
    )
