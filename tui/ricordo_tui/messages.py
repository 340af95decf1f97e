"""What the session tells the screens, in the past tense. Widgets keep their own messages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

if TYPE_CHECKING:
    from ricordo_protocol.memory import Bootstrap
    from ricordo_tui.session import Connection


@dataclass
class ConnectionChanged(Message):
    """How we stand with the daemon has changed; with `boot`, we have just arrived."""

    connection: Connection
    boot: Bootstrap | None
