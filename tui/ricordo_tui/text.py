"""Stored text as a terminal may show it: no control reaches the screen, no wide glyph is halved.

Pure. What is stored is never changed: only what is drawn is. Every replacement is one character
for one character, so that offsets into the stored text are offsets into the shown text.
"""

from __future__ import annotations

import re
from typing import Final

from rich.cells import cell_len, split_graphemes

REPLACED: Final = "\N{REPLACEMENT CHARACTER}"
"""What stands for a character that has no picture of its own."""

ELLIPSIS: Final = "…"

_TAGS: Final = range(0xE0000, 0xE0080)


def _pictures() -> dict[int, str]:
    table = {code: chr(0x2400 + code) for code in range(0x20)}
    table[0x7F] = "\N{SYMBOL FOR DELETE}"
    table |= dict.fromkeys(range(0x80, 0xA0), REPLACED)
    # Marks, embeddings, overrides and isolates turn the order of what follows them.
    bidi = [0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
    table |= dict.fromkeys(bidi, "\N{RIGHTWARDS ARROW OVER LEFTWARDS ARROW}")
    table |= dict.fromkeys((0x2028, 0x2029), "\N{SYMBOL FOR NEWLINE}")
    table |= dict.fromkeys(range(0xD800, 0xE000), REPLACED)
    # Invisible copies of ASCII: a person must see that an agent would read something there.
    table |= dict.fromkeys(_TAGS, REPLACED)
    return table


_PICTURES: Final = _pictures()
_UNSAFE: Final = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
    r"\U000e0000-\U000e007f]"
)
FOLD: Final = 512
"""Characters after which a line of a body goes on in the next one, at a space if there is one."""

_LONG_LINE: Final = re.compile(
    rf"[^\n]{{{FOLD // 2},{FOLD - 1}}}[ \t](?=[^\n])"
    rf"|[^\n]{{{FOLD}}}(?=[^\n\u0300-\u036f\u200d\ufe0f])"
)
_LINE_ENDS: Final = re.compile(r"\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")


def visible(text: str, keep: str = "") -> str:
    """Return `text` with each control character as a symbol, but for those in `keep`."""

    def picture(match: re.Match[str]) -> str:
        char = match[0]
        return char if char in keep else _PICTURES[ord(char)]

    return _UNSAFE.sub(picture, text)


def paragraphs(text: str) -> str:
    """Return a body as lines: `visible`, with line ends and tabs kept, and long lines folded.

    A text area wraps a line anew for each row that it fills: one line of 65,536 wide characters
    took a second a page, folded it takes 50 ms.
    """
    shown = visible(text.replace("\r\n", "\n"), keep="\n\t")
    return _LONG_LINE.sub(_fold, shown)


def _fold(match: re.Match[str]) -> str:
    return f"{match[0]}\n"


def joined(text: str) -> str:
    """Return a pasted text as one line: each line end becomes one space, nothing is lost."""
    return _LINE_ENDS.sub(" ", text)


def cut(text: str, cells: int) -> str:
    """Return as much of `text` as fits in `cells`, with an ellipsis where some is left out."""
    if cell_len(text) <= cells:
        return text
    if cells <= 0:
        return ""
    room = cells - 1
    used = end = 0
    for stop, width in _clusters(text):
        if used + width > room:
            break
        used += width
        end = stop
    return text[:end] + ELLIPSIS


def fit(text: str, cells: int) -> str:
    """Return `text` cut or padded to exactly `cells`."""
    short = cut(text, cells)
    return short + " " * (cells - cell_len(short))


def _clusters(text: str) -> list[tuple[int, int]]:
    """Return the end and width of each cluster that must stay whole."""
    found: list[tuple[int, int]] = []
    half_flag = False
    for start, end, width in split_graphemes(text)[0]:
        first = text[start]
        flag = "\N{REGIONAL INDICATOR SYMBOL LETTER A}" <= first <= "\U0001f1ff"
        tone = "\U0001f3fb" <= first <= "\U0001f3ff"
        if found and (tone or (flag and half_flag)):
            found[-1] = (end, found[-1][1] + width)
            half_flag = False
        else:
            found.append((end, width))
            half_flag = flag
    return found
