"""Which words of a shown text a search is about, to be underlined.

Pure. The daemon finds by stems and weights; this only points: a word is marked when it begins as
a searched word does, or a searched word begins as it does.
"""

from __future__ import annotations

import re
from typing import Final

_WORD: Final = re.compile(r"[^\W_]+")
_LEFT_OUT: Final = re.compile(r"(?:^|\s)-\S+")
_FIELD: Final = re.compile(r"\b(?:name|tag|type|scope|by|since):")
_STEM: Final = 4
"""Letters that a word must have to be taken for the stem of a longer searched one."""

Span = tuple[int, int]


def words(query: str) -> tuple[str, ...]:
    """Return the words that a query looks for: no operators, and nothing that it leaves out."""
    wanted = _FIELD.sub(" ", _LEFT_OUT.sub(" ", query))
    return tuple(dict.fromkeys(word[0].casefold() for word in _WORD.finditer(wanted)))


def spans(text: str, wanted: tuple[str, ...]) -> list[Span]:
    """Return where the words are in a text, in order and apart."""
    if not wanted:
        return []
    return [match.span() for match in _WORD.finditer(text) if _is_one(match[0], wanted)]


def _is_one(word: str, wanted: tuple[str, ...]) -> bool:
    folded = word.casefold()
    return any(
        folded.startswith(one)
        or (len(folded) >= _STEM and one.startswith(folded))
        # Scripts without spaces: the word is the sentence.
        or (not one.isascii() and one in folded)
        for one in wanted
    )
