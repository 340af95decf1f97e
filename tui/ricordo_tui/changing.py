"""Changing what is remembered: each change is sent once, remembered for undo, told in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ricordo_protocol.errors import Conflict, NotFound
from ricordo_tui import requests
from ricordo_tui.state import Target, Undoable, UndoStack, place

if TYPE_CHECKING:
    from ricordo_protocol.memory import Memory, UndoneBatch
    from ricordo_tui.session import Sender

_REASONS = {
    "changed_since": "it was changed since",
    "name_taken": "another memory has its name now",
    "purged": "it was purged",
    "namespace_gone": "its scope is gone",
}


class Changer:
    """Sends the changes of one console, and knows how to undo them."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender
        self._stack = UndoStack()

    @property
    def last(self) -> Undoable | None:
        """What the next undo undoes."""
        return self._stack.last()

    async def delete(self, target: Target) -> None:
        """Move a memory to the trash if it is still as it was seen."""
        call = requests.delete(target, admin=self._sender.connection.admin)
        reply = await self._sender.send(call)
        self._stack.push(Undoable(reply.batch_id, f"the delete of {target.name}"))

    async def describe(self, target: Target, text: str) -> Memory:
        """Change a description if the memory is still as it was seen; return it as it is now."""
        call = requests.describe(target, text, admin=self._sender.connection.admin)
        reply = await self._sender.send(call)
        self._stack.push(Undoable(reply.batch_id, f"the new description of {target.name}"))
        return reply

    async def undo(self, change: Undoable) -> UndoneBatch:
        """Undo a change. It stays undoable unless the daemon has answered for good."""
        try:
            reply = await self._sender.send(requests.undo(change.batch_id))
        except (Conflict, NotFound):
            self._stack.drop(change)
            raise
        self._stack.drop(change)
        return reply


def undone(change: Undoable, reply: UndoneBatch) -> str:
    """Say what an undo did, and what it left alone."""
    said = f"Undid {change.what}."
    if reply.skipped:
        reasons = sorted({_REASONS.get(row.reason, row.reason) for row in reply.skipped})
        said += f" Left alone: {len(reply.skipped)} ({'; '.join(reasons)})."
    return said


def deleted(target: Target) -> str:
    """Say what was deleted, and how to get it back."""
    where = place(target.scope, target.scope_id)
    return f"Deleted {target.name} ({where}). Press u to undo; it also waits in the trash."
