"""What the HTTP side knows of the daemon: whether it serves, and with what."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from ricordo_protocol.errors import Unavailable

if TYPE_CHECKING:
    from collections.abc import Callable

    from ricordo_daemon.config import Config
    from ricordo_daemon.service.ops import Ops
    from ricordo_protocol.memory import Check, Versions

Phase = Literal["starting", "ready", "stopping", "failed"]


@dataclass(slots=True)
class State:
    """Shared by every request. `ops` is there from `ready` on."""

    versions: Versions
    config: Config
    uid: int
    """The only uid that is served."""
    phase: Phase = "starting"
    ops: Ops | None = None
    checks: list[Callable[[], Check]] = field(default_factory=list)

    def serving(self) -> Ops:
        """Return the use cases, or say why there are none yet, or none any more."""
        if self.ops is None or self.phase in ("starting", "failed"):
            raise Unavailable(
                "the daemon is starting" if self.phase == "starting" else "the daemon failed",
                code="starting" if self.phase == "starting" else "failed",
                hint="Try again in a moment; `ricordo daemon status` shows how far it is.",
            )
        return self.ops
