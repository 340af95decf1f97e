"""The HMAC chain (DESIGN §6): what is chained, and how.

`mac = HMAC-SHA256(key, previous mac || canonical bytes)`; the canonical bytes are the compact
sorted-key JSON of every audit column but the mac, the subject as hex. Texts stay outside: the
chain holds a keyed hash of them, so that erasing a text leaves the chain whole, and so that a
guess at an erased text cannot be confirmed without the key.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

GENESIS: Final = bytes(32)
"""The mac before the first row."""


@dataclass(frozen=True, slots=True, repr=False)
class Key:
    """A chain key: its number, which each row names, and its secret bytes."""

    key_id: int
    secret: bytes

    def __repr__(self) -> str:
        return f"Key({self.key_id}, ***)"


def canonical(columns: Mapping[str, Any]) -> bytes:
    """Return the bytes of one row that are chained. `columns` has all but `mac`."""
    plain = {k: v.hex() if isinstance(v, bytes) else v for k, v in columns.items()}
    return json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


def link(key: Key, previous: bytes, columns: Mapping[str, Any]) -> bytes:
    """Return the mac of the row after the one whose mac is `previous`."""
    return hmac.digest(key.secret, previous + canonical(columns), "sha256")


def subject(key: Key, ns: int, name: str, head: bytes, content: bytes) -> bytes:
    """Return the keyed hash that stands for one revision's texts in the chain."""
    return keyed(key, b"subject", json.dumps([ns, name]).encode(), head, content)


def keyed(key: Key, purpose: bytes, *parts: bytes) -> bytes:
    """Return a keyed hash over parts whose borders count: ("ab","c") is not ("a","bc")."""
    mac = hmac.new(key.secret, purpose, hashlib.sha256)
    for part in parts:
        mac.update(len(part).to_bytes(8, "big"))
        mac.update(part)
    return mac.digest()
