"""The description, edited in place. What was typed is never lost to anybody else's change."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from textual.containers import Vertical

from ricordo_protocol import limits
from ricordo_protocol.errors import PreconditionFailed, RicordoError
from ricordo_protocol.fields import parse_description
from ricordo_tui import actions, bindings
from ricordo_tui.actions import Place
from ricordo_tui.screens.dialog import Dialog
from ricordo_tui.state import Target, place
from ricordo_tui.widgets.line_input import DescriptionInput
from ricordo_tui.widgets.plain import Plain

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from textual.app import ComposeResult
    from textual.binding import BindingType

    from ricordo_protocol.memory import Memory

    Save = Callable[[Target, str], Awaitable[object]]


class EditDialog(Dialog[bool]):
    """Answers True when the description was saved. `save` raises what the daemon refuses with."""

    BINDINGS: ClassVar[list[BindingType]] = bindings.of(Place.EDIT)
    TYPE_AHEAD = True

    def __init__(self, memory: Memory, save: Save, clock: Callable[[], float]) -> None:
        super().__init__(clock)
        self.target = Target.of(memory)
        self._original = memory.description
        self._save = save
        self._saving = False
        self._warned = False

    def compose(self) -> ComposeResult:
        """Lay out the line, what is said about it, and its keys."""
        where = place(self.target.scope, self.target.scope_id)
        with Vertical(classes="dialog wide"):
            yield Plain(f"Description of {self.target.name} ({where})", id="question")
            yield DescriptionInput(self._original, id="description")
            yield Plain(_count(self._original), id="count", classes="aside")
            yield Plain(id="theirs")
            yield Plain(id="message")
            yield Plain(actions.spelt(Place.EDIT), classes="keys")

    @property
    def text(self) -> str:
        """What is typed."""
        return self.query_one(DescriptionInput).value

    @property
    def unsaved(self) -> bool:
        """Whether something is typed that is stored nowhere."""
        return self.text != self._original

    def on_input_changed(self, event: DescriptionInput.Changed) -> None:
        """Count, and take back what was said about the text before."""
        event.stop()
        self.query_one("#count", Plain).say(_count(event.value))
        self._warned = False
        self._say("")

    def action_save(self) -> None:
        """Save, unless it can be seen from here that it would be refused."""
        if self._saving:
            return
        try:
            text = parse_description(self.text)
        except RicordoError as error:
            self._say(_sentence(error))
            return
        self._saving = True
        self._say("saving…")
        # On the app: a save that is on its way is seen through, even when this dialog is closed.
        self.app.run_worker(self._send(text), exit_on_error=False)

    def action_cancel(self) -> None:
        """Close; where text would be lost, only when asked twice."""
        if self.may_leave():
            self.dismiss(result=False)

    def may_leave(self) -> bool:
        """Warn once where text would be lost."""
        if not self.unsaved or self._warned:
            return True
        self._warned = True
        self._say("This text is not saved. The same key again drops it; enter saves it.")
        return False

    async def _send(self, text: str) -> None:
        try:
            await self._save(self.target, text)
        except PreconditionFailed as error:
            self._show_theirs(error)
        except RicordoError as error:
            self._say(f"Not saved, your text stays: {_sentence(error)}")
        else:
            if self.app.screen is self:
                self.dismiss(result=True)
        finally:
            self._saving = False

    def _show_theirs(self, error: PreconditionFailed) -> None:
        """Show what is stored now beside what is typed; a second save replaces it knowingly."""
        current = error.details.get("current")
        found: dict[str, Any] = current if isinstance(current, dict) else {}
        revision = found.get("revision")
        if not isinstance(revision, int):
            self._say(f"Not saved, your text stays: {_sentence(error)}")
            return
        self.target = replace(self.target, revision=revision)
        by = found.get("updated_by", "somebody")
        theirs = found.get("description", "")
        if self.is_attached:
            self.query_one("#theirs", Plain).say(f"Now stored (by {by}): {theirs}")
        self._say("It was changed meanwhile. enter saves yours over it; esc keeps theirs.")

    def _say(self, text: str) -> None:
        if self.is_attached:
            self.query_one("#message", Plain).say(text)


def _count(text: str) -> str:
    return f"{len(text.strip()):,} of {limits.DESCRIPTION_CHARS} characters"


def _sentence(error: RicordoError) -> str:
    return f"{error.sentence}. {error.hint}".strip()
