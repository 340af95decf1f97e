"""From a change in the store to what the index takes: analysed once, off the event loop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ricordo_daemon.index import bag
from ricordo_daemon.index.api import Document, Tombstone
from ricordo_daemon.log import LOGGER
from ricordo_daemon.store.tx import Change, Removed
from ricordo_protocol.names import is_generated

if TYPE_CHECKING:
    from collections.abc import Iterable


def documents(changes: Iterable[Change]) -> list[Document | Tombstone]:
    """Analyse changes. An odd record is skipped and named: it must not fail a committed write."""
    made: list[Document | Tombstone] = []
    for change in changes:
        try:
            made.append(_document(change))
        except Exception:  # noqa: BLE001 # any fault of the analyser costs one record, no more
            LOGGER.exception("index_skipped", extra={"rid": change.rid, "seq": change.seq})
    return made


def _document(change: Change) -> Document | Tombstone:
    if isinstance(change, Removed):
        return Tombstone(change.rid, change.seq)
    return bag.document(
        change.rid,
        change.seq,
        change.ns,
        change.type,
        name=change.title if change.title and is_generated(change.name) else change.name,
        description=change.description,
        tags=change.tags,
        content=change.content,
    )
