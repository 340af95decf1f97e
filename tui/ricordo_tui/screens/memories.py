"""The memories: scopes, list, text, and the search box above them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.worker import WorkerState

from ricordo_tui import marks, status
from ricordo_tui.actions import Place
from ricordo_tui.browsing import Browser
from ricordo_tui.reading import Reader
from ricordo_tui.screens.changes import Changes
from ricordo_tui.screens.help import HelpScreen
from ricordo_tui.state import Target, View
from ricordo_tui.widgets.detail import Body, Detail
from ricordo_tui.widgets.footer import Footer
from ricordo_tui.widgets.line_input import SearchBox
from ricordo_tui.widgets.memory_list import MemoryList, ScopeList
from ricordo_tui.widgets.notice import NoticePane
from ricordo_tui.widgets.plain import Plain

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from textual.app import ComposeResult
    from textual.timer import Timer
    from textual.widgets import Input
    from textual.worker import Worker

    from ricordo_protocol.errors import RicordoError
    from ricordo_protocol.memory import Memory, ScopeCount
    from ricordo_tui.messages import ConnectionChanged
    from ricordo_tui.session import Sender
    from ricordo_tui.welcome import Discover


class MemoriesScreen(Screen[None], inherit_bindings=False):
    """Browse, search, correct and delete."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-two"), (120, "-three")]  # noqa: RUF012 # Textual's is no ClassVar

    def __init__(
        self, sender: Sender, clock: Callable[[], float], discover: Discover | None = None
    ) -> None:
        super().__init__()
        self.notice = NoticePane(discover, self.start)
        self._sender = sender
        self.browser = Browser(self, sender, self)
        self.changes = Changes(self, sender, self.browser, clock)
        self.reader = Reader(self, sender, self)
        self._problem = ""

    def compose(self) -> ComposeResult:
        """Lay out search box, panes, status line and footer."""
        yield SearchBox(placeholder="search", id="search")
        with Horizontal(id="panes"):
            yield ScopeList(id="scopes")
            with Vertical(id="middle"):
                yield self.notice
                yield MemoryList(id="memories")
            yield Detail(id="detail")
        yield Plain(id="status")
        yield Footer(id="footer")

    def on_mount(self) -> None:
        """Start on the list, with nothing hidden that the first paint should say."""
        self.rows.focus()
        self.redraw_status()

    @property
    def rows(self) -> MemoryList:
        """The list of memories."""
        return self.query_one(MemoryList)

    @property
    def detail(self) -> Detail:
        """The detail pane."""
        return self.query_one(Detail)

    # --- the daemon: it came, it went ---

    def on_connection_changed(self, event: ConnectionChanged) -> None:
        """Show what came with a greeting; on a return, refresh and keep everything."""
        self._problem = ""
        if event.boot is not None:
            self.query_one(ScopeList).show_counts(event.boot.counts)
            if self.browser.started or self.browser.wanted != View():
                self.browser.refresh()
            else:
                self.browser.seed(event.boot.page)
        self._redraw_footer()
        self.redraw_status()

    # --- what runs beside: Host ---

    def later(self, seconds: float, then: Callable[[], None]) -> Timer:
        """Call `then` once, after a while."""
        return self.set_timer(seconds, then)

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Run `work`; a fault in it becomes a sentence."""
        self.run_worker(work, exit_on_error=False)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Tell of a fault of our own: it must not end the console."""
        if event.state is WorkerState.ERROR and event.worker.error is not None:
            self.problem(f"a fault of the console: {event.worker.error!r}")
            self.app.post_message(event)

    # --- what the browser says: Front ---

    def rows_shown(self, cursor: int) -> None:
        """Draw other rows."""
        self._problem = ""
        shown = self.browser.shown
        self.rows.show_pages(shown.pages, cursor, marks.words(shown.view.query))
        self.redraw_status()

    def rows_grown(self) -> None:
        """Draw the rows that have come."""
        before = self.detail.memory_id
        self.rows.redraw(self.browser.shown.pages.total)
        memory = self.rows.memory
        if memory is not None and memory.memory_id != before:
            self._rest()
        self.redraw_status()

    def rows_failed(self, error: RicordoError) -> None:
        """Say why there are no other rows; while the daemon is away the status says so already."""
        self.problem(f"{error.sentence}. {error.hint}" if self._sender.connection.online else "")

    def rows_window(self) -> tuple[int, int]:
        """Return the rows that should be loaded."""
        return self.rows.window

    def rows_cursor(self) -> tuple[str | None, int]:
        """Return what the cursor is on."""
        memory = self.rows.memory
        return (memory.memory_id if memory else None), self.rows.cursor

    # --- what the widgets say ---

    def on_virtual_list_moved(self, event: MemoryList.Moved) -> None:
        """Fetch the text when the cursor rests."""
        if event.rows is self.rows:
            self._rest()
            self.redraw_status()

    def on_virtual_list_looked(self, event: MemoryList.Looked) -> None:
        """Load what came into view."""
        if event.rows is self.rows:
            self.browser.look()

    def on_scope_list_chosen(self, event: ScopeList.Chosen) -> None:
        """List one scope only, with the same search."""
        self.browser.want(self.browser.wanted.inside(event.scope, event.scope_id))
        self.rows.focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Search for what is typed."""
        if event.value != self.browser.wanted.query:
            wanted = self.browser.wanted.asking(event.value)
            self.browser.want(wanted, keep=not wanted.searching, typed=True)
            self.redraw_status()

    def on_descendant_focus(self) -> None:
        """Say which keys apply now."""
        self._redraw_footer()
        self.set_class(self.place is Place.DETAIL, "-reading")

    # --- what the reader says: Shelf ---

    def text_came(self, memory: Memory) -> None:
        """Show a memory, whole; its row may be behind."""
        self.detail.show(memory, marks.words(self.browser.shown.view.query))
        self.browser.changed(memory)

    def text_failed(self, target: Target, sentence: str, *, gone: bool) -> None:
        """Say why there is no text; one that is shown stays readable while the daemon is away."""
        if gone or self.detail.memory_id != target.memory_id:
            self.detail.clear(sentence)

    def counts_came(self, counts: list[ScopeCount]) -> None:
        """Show other counts."""
        self.query_one(ScopeList).show_counts(counts)

    def _rest(self) -> None:
        memory = self.rows.memory
        self.reader.rest(Target.of(memory) if memory else None)
        if memory is None:
            self.detail.clear("loading…" if self.browser.shown.pages.total else "")

    def reread(self) -> None:
        """Fetch the text under the cursor and the counts again: something has changed."""
        self._rest()
        self.reader.recount()

    # --- the lines below ---

    def problem(self, sentence: str) -> None:
        """Say what went wrong, until something goes right."""
        self._problem = sentence
        self.redraw_status()

    def redraw_status(self) -> None:
        """Bring status line and notice up to date."""
        shown, connection = self.browser.shown, self._sender.connection
        small = self.size.width < status.WIDTH or self.size.height < status.HEIGHT
        self.query_one("#status", Plain).say(
            status.line(
                connection,
                shown,
                self.rows.cursor,
                wanted=self.browser.wanted,
                problem=status.TOO_SMALL if small else self._problem,
            )
        )
        self.notice.show(connection, shown, started=self.browser.started)
        self.set_class(self.notice.empty, "-empty")
        if self.notice.empty and self.place in (Place.SCOPES, Place.DETAIL):
            self.set_focus(self.rows)

    def _redraw_footer(self) -> None:
        self.query_one(Footer).show(self.place, self._sender.connection)

    def on_resize(self) -> None:
        """Keep the focus where keys do something: a pane that had it may be hidden now."""
        self.call_after_refresh(self._keep_focus)

    def _keep_focus(self) -> None:
        if self.focused is None:
            self.rows.focus()
        self.redraw_status()

    @property
    def place(self) -> Place:
        """Where keys go now."""
        if isinstance(self.focused, SearchBox):
            return Place.SEARCH
        if isinstance(self.focused, Body):
            return Place.DETAIL
        return Place.SCOPES if isinstance(self.focused, ScopeList) else Place.LIST

    # --- keys: actions.py says which ---

    def action_open(self) -> None:
        """Go to the text."""
        if self.rows.memory is not None:
            self.add_class("-reading")
            self.detail.body.focus()

    def action_back(self) -> None:
        """Go back to the list; in the list, end the search."""
        if self.place is Place.LIST:
            self.action_end_search()
        self.rows.focus()

    def action_search(self) -> None:
        """Open the search box. At once: letters that are typed after the key belong in it."""
        box = self.query_one(SearchBox)
        box.display = True
        self.set_focus(box)

    def action_end_search(self) -> None:
        """Close the search box and list again."""
        box = self.query_one(SearchBox)
        box.value = ""
        self.set_focus(self.rows)
        box.display = False

    def action_leave_search(self) -> None:
        """Keep the search, go to its hits."""
        self.set_focus(self.rows)

    def action_refresh(self) -> None:
        """Ask the daemon again; the cursor stays on its memory."""
        self.browser.refresh()
        self.reader.recount()
        self.notice.look()
        self.redraw_status()

    def action_help(self) -> None:
        """Show the keys of the pane that has the focus."""
        self.app.push_screen(HelpScreen(self.place))

    def action_edit(self) -> None:
        """Edit the description under the cursor."""
        self.changes.edit(self.rows.memory)

    def action_delete(self) -> None:
        """Ask whether to delete the memory under the cursor."""
        self.changes.delete(self.rows.memory)

    def action_undo(self) -> None:
        """Undo our own last change."""
        self.changes.undo()
