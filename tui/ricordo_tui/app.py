"""The console as a Textual app: it owns the session, and hands keys and news to the screens."""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING, ClassVar

from textual.app import App
from textual.events import Key
from textual.worker import WorkerError, WorkerState

from ricordo_tui import bindings
from ricordo_tui.actions import Place
from ricordo_tui.messages import ConnectionChanged
from ricordo_tui.screens.dialog import Dialog
from ricordo_tui.screens.memories import MemoriesScreen
from ricordo_tui.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.binding import BindingType
    from textual.events import Event
    from textual.worker import Worker

    from ricordo_protocol.memory import Bootstrap
    from ricordo_protocol.paths import Paths
    from ricordo_tui.session import Connection
    from ricordo_tui.welcome import Discover


class ConsoleApp(App[None], inherit_bindings=False):
    """The console. `clock` counts seconds; a test may hold it still.

    `discover` finds what an empty store could import; see `ricordo_tui.welcome`.
    """

    TITLE = "ricordo"
    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = bindings.of(Place.EVERYWHERE)

    def __init__(
        self,
        paths: Paths,
        *,
        colours: bool = True,
        clock: Callable[[], float] = time.monotonic,
        discover: Discover | None = None,
    ) -> None:
        # Decided here: a theme of the terminal's own colours that is chosen later paints black
        # on black.
        super().__init__(ansi_color=None if colours else True)
        if not colours:
            self.theme = "ansi-dark"
        self.animation_level = "none"
        self.session = Session(paths, self._connection_changed)
        self.memories = MemoriesScreen(self.session, clock, discover)
        self._link: Worker[None] | None = None
        self.faults: list[BaseException] = []
        """Errors of our own that were turned into a sentence."""

    def get_default_screen(self) -> MemoriesScreen:
        """Open on the memories."""
        return self.memories

    def on_mount(self) -> None:
        """Look for the daemon, once there is something to see."""
        self.call_after_refresh(self._connect)

    def _connect(self) -> None:
        self._link = self.run_worker(self.session.run(), exit_on_error=False)

    async def on_unmount(self) -> None:
        """Leave no connection open: the loop may end before a cancelled worker has."""
        if self._link is not None:
            self._link.cancel()
            with contextlib.suppress(WorkerError):
                await self._link.wait()

    def _connection_changed(self, connection: Connection, boot: Bootstrap | None) -> None:
        self.memories.post_message(ConnectionChanged(connection, boot))

    async def on_event(self, event: Event) -> None:
        """Keep a key that was typed before a dialog could be seen from what is below it."""
        dialog = self.screen_stack[-1] if self.screen_stack else None
        if isinstance(event, Key) and isinstance(dialog, Dialog) and not dialog.takes_keys:
            dialog.early(event)
            return
        await super().on_event(event)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Keep a fault of our own, and say it: it must not end the console."""
        if event.state is WorkerState.ERROR and event.worker.error is not None:
            self.faults.append(event.worker.error)
            self.memories.problem(f"a fault of the console: {event.worker.error!r}")

    def action_leave(self) -> None:
        """Leave, also out of a dialog: one that holds unsaved text may ask once."""
        dialog = self.screen
        if not isinstance(dialog, Dialog) or dialog.may_leave():
            self.exit()

    async def action_quit(self) -> None:
        """Leave."""
        self.exit()
