"""Deleting, editing and undoing, from the key to the toast."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from ricordo_protocol.errors import NotFound, PreconditionFailed, RicordoError
from ricordo_tui import actions
from ricordo_tui.actions import Place
from ricordo_tui.changing import Changer, deleted, undone
from ricordo_tui.lane import Host
from ricordo_tui.screens.delete_dialog import DeleteDialog
from ricordo_tui.screens.edit_dialog import EditDialog
from ricordo_tui.state import Target, Undoable
from ricordo_tui.text import visible

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import App

    from ricordo_protocol.memory import Memory
    from ricordo_tui.browsing import Browser
    from ricordo_tui.session import Sender


class Page(Host, Protocol):
    """The screen that the changes are made from."""

    @property
    def app(self) -> App[object]:
        """The app, which shows dialogs and toasts."""

    def problem(self, sentence: str) -> None:
        """Say why a key did nothing."""

    def reread(self) -> None:
        """Fetch the text under the cursor and the counts again."""


class Changes:
    """One screen's deletes, edits and undos."""

    def __init__(
        self, page: Page, sender: Sender, browser: Browser, clock: Callable[[], float]
    ) -> None:
        self._page = page
        self._sender = sender
        self._browser = browser
        self._clock = clock
        self._changer = Changer(sender)
        self._undoing = False

    def delete(self, memory: Memory | None) -> None:
        """Ask, then delete what was asked about, whatever the rows do meanwhile."""
        if memory is None or not self._may("delete"):
            return
        target = Target.of(memory)

        def answered(yes: bool | None) -> None:  # noqa: FBT001 # Textual's callback
            if yes:
                self._page.start(self._delete(target))

        self._page.app.push_screen(DeleteDialog(target, self._clock), answered)

    def edit(self, memory: Memory | None) -> None:
        """Open the editor on a description."""
        if memory is not None and self._may("edit"):
            self._page.app.push_screen(EditDialog(memory, self._describe, self._clock))

    def undo(self) -> None:
        """Undo the newest change that was not undone."""
        change = self._changer.last
        if change is None:
            self._say("There is nothing of yours to undo.")
        elif not self._undoing and self._may("undo"):
            self._undoing = True
            self._page.start(self._undo(change))

    def _may(self, action_id: str) -> bool:
        """Whether this console has the right to an action; says why not."""
        connection = self._sender.connection
        needs = actions.one(action_id, Place.LIST).needs
        if not connection.online or connection.may(needs):
            return True
        self._page.problem(f"no {action_id}: this console's token has no right to {needs}")
        return False

    async def _delete(self, target: Target) -> None:
        try:
            await self._changer.delete(target)
        except PreconditionFailed:
            self._fail(f"{target.name} was changed meanwhile; it was not deleted.")
            self._browser.refresh()
            self._page.reread()
        except NotFound:
            self._fail(f"{target.name} was already gone.")
            self._browser.removed(target.memory_id)
        except RicordoError as error:
            self._fail(f"{target.name} was not deleted: {error.sentence}. {error.hint}")
        else:
            self._browser.removed(target.memory_id)
            self._page.reread()
            self._say(deleted(target))

    async def _describe(self, target: Target, text: str) -> None:
        memory = await self._changer.describe(target, text)
        self._browser.changed(memory)
        self._page.reread()
        self._say(f"Saved the description of {target.name}. Press u to undo.")

    async def _undo(self, change: Undoable) -> None:
        try:
            reply = await self._changer.undo(change)
        except RicordoError as error:
            self._fail(f"Could not undo {change.what}: {error.sentence}. {error.hint}")
        else:
            self._say(undone(change, reply))
            self._browser.refresh(on=reply.undone[0].memory_id if reply.undone else None)
            self._page.reread()
        finally:
            self._undoing = False

    def _say(self, text: str) -> None:
        self._toast(text, failed=False)

    def _fail(self, text: str) -> None:
        self._toast(text, failed=True)

    def _toast(self, text: str, *, failed: bool) -> None:
        shown = visible(text)
        self._page.app.notify(shown, severity="error" if failed else "information", markup=False)
