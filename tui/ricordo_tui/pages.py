"""The rows of a list that may be long: pages of a keyset cursor, kept as far as they are needed.

Pure. The daemon gives the next page only, so a row is reached by loading forward; a page that
was dropped for room is fetched again by the cursor that led to it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

KEEP: Final = 8_192
"""Rows kept, some 10 MB: far more than any screen shows, or what it shows would never settle."""


class Identified(Protocol):
    """What a page holds: rows with an id."""

    @property
    def memory_id(self) -> str:
        """The row's identity, whatever its place."""


R = TypeVar("R", bound=Identified)


@dataclass(frozen=True, slots=True)
class Ask:
    """A page that is to be fetched: its number, and the cursor to send."""

    page: int
    cursor: str


@dataclass(slots=True)
class _Page(Generic[R]):
    cursor: str
    start: int
    count: int
    first: str
    rows: list[R] | None


class Pages(Generic[R]):
    """The rows of one view, addressed by their place in it."""

    def __init__(self, keep: int = KEEP) -> None:
        self._keep = keep
        self._pages: list[_Page[R]] = []
        self._recent: OrderedDict[int, None] = OrderedDict()
        self._total = 0
        self._next: str | None = ""

    @property
    def total(self) -> int:
        """How many rows the view has, loaded or not."""
        return self._reached if self.complete else max(self._total, self._reached)

    @property
    def complete(self) -> bool:
        """Whether the last page has come."""
        return self._next is None

    @property
    def reached(self) -> int:
        """How many rows from the top have been seen; those beyond are only counted."""
        return self._reached

    @property
    def _reached(self) -> int:
        return self._pages[-1].start + self._pages[-1].count if self._pages else 0

    def row(self, index: int) -> R | None:
        """Return the row at a place, or None where it is not loaded."""
        if not 0 <= index < self._reached:
            return None
        number = self._page_of(index)
        page = self._pages[number]
        if page.rows is None:
            return None
        self._recent.move_to_end(number)
        return page.rows[index - page.start]

    def index_of(self, memory_id: str) -> int | None:
        """Return the place of a row among those that are loaded."""
        for index, row in self._loaded():
            if row.memory_id == memory_id:
                return index
        return None

    def missing(self, first: int, last: int) -> Ask | None:
        """Return the next page to fetch so that rows `first` to `last` are there, if any."""
        end = min(last + 1, self._reached)
        number = self._page_of(max(first, 0)) if max(first, 0) < self._reached else None
        while number is not None and number < len(self._pages):
            page = self._pages[number]
            if page.start >= end:
                break
            if page.rows is None:
                return Ask(number, page.cursor)
            number += 1
        if last >= self._reached and self._next is not None:
            return Ask(len(self._pages), self._next)
        return None

    def store(self, ask: Ask, rows: Sequence[R], total: int, cursor: str | None) -> None:
        """Take the reply to an `Ask`; one that is no longer wanted is dropped."""
        self._total = total
        if ask.page == len(self._pages) and ask.cursor == self._next:
            self._append(ask.cursor, list(rows), cursor)
        elif ask.page < len(self._pages) and self._pages[ask.page].rows is None:
            self._refill(ask.page, list(rows), cursor)

    def remove(self, memory_id: str) -> bool:
        """Take one row out, as its delete does; the rows below move up."""
        index = self.index_of(memory_id)
        if index is None:
            return False
        number = self._page_of(index)
        page = self._pages[number]
        assert page.rows is not None  # noqa: S101 # index_of finds loaded rows only
        del page.rows[index - page.start]
        if page.rows:
            page.first = page.rows[0].memory_id
        self._resize(number, page.count - 1)
        self._total = max(0, self._total - 1)
        return True

    def replace(self, row: R) -> bool:
        """Put a row's new state in its place."""
        index = self.index_of(row.memory_id)
        if index is None:
            return False
        page = self._pages[self._page_of(index)]
        assert page.rows is not None  # noqa: S101 # index_of finds loaded rows only
        page.rows[index - page.start] = row
        return True

    def _loaded(self) -> Iterator[tuple[int, R]]:
        for page in self._pages:
            for offset, row in enumerate(page.rows or ()):
                yield page.start + offset, row

    def _page_of(self, index: int) -> int:
        # Of pages that were emptied, which share their start, the last is the one with rows.
        return bisect_right(self._pages, index, key=lambda page: page.start) - 1

    def _append(self, cursor: str, rows: list[R], following: str | None) -> None:
        # A page without rows has no next: asking for it for ever would never end.
        self._next = (following or None) if rows else None
        if rows:
            first = rows[0].memory_id
            self._pages.append(_Page(cursor, self._reached, len(rows), first, rows))
            self._touch(len(self._pages) - 1)

    def _refill(self, number: int, rows: list[R], following: str | None) -> None:
        """Fill a dropped page: up to where the next one begins, since rows may have moved."""
        page = self._pages[number]
        if number + 1 == len(self._pages):
            self._next = following or None
        else:
            border = self._pages[number + 1].first
            found = next((i for i, row in enumerate(rows) if row.memory_id == border), page.count)
            rows = rows[:found]
        page.rows = rows
        page.first = rows[0].memory_id if rows else page.first
        self._resize(number, len(rows))
        self._touch(number)

    def _resize(self, number: int, count: int) -> None:
        shift = count - self._pages[number].count
        self._pages[number].count = count
        if shift:
            for page in self._pages[number + 1 :]:
                page.start += shift

    def _touch(self, number: int) -> None:
        self._recent[number] = None
        self._recent.move_to_end(number)
        kept = sum(self._pages[recent].count for recent in self._recent)
        while kept > self._keep and len(self._recent) > 1:
            dropped, _ = self._recent.popitem(last=False)
            self._pages[dropped].rows = None
            kept -= self._pages[dropped].count
