"""Where the words of a text begin and end.

A *run* is what the analyser turns into terms: an identifier with its separators, a stretch of a
script that is written without spaces, or an emoji. Everything between runs is dropped.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

APOSTROPHES = "'\u2018\u2019\u02bb\u02bc"
"""What people type between the letters of "can't"; two of them are letters to Unicode."""

MAX_PIECES = 32
"""Separated pieces of one identifier; a longer chain goes on as the next identifier."""

# Ranges are written first-last, three characters each, as in a character class.
_SPACELESS = (
    "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece"  # Thai, Lao
    "\u1000-\u103f\u1050-\u108f\u1780-\u17d3"  # Myanmar, Khmer
    "\u1100-\u11ff\uac00-\ud7a3"  # Hangul: spaced, but particles cling to the word
    "\u3005-\u3007\u3021-\u3029\u3041-\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff"  # kana
    "\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
    "\U0001b000-\U0001b16f\U00020000-\U000323af"
)
_JOINERS = "\u00ad-\u00ad\u061c-\u061c\u200c-\u200f\u2060-\u2060\ufeff-\ufeff"
_LATE_MARKS = "\U0001f3fb-\U0001f3ff\U000e0100-\U000e01ef"  # skin tones, variation selectors
_FLAG = "[\U0001f1e6-\U0001f1ff]"
_SCANNED = range(0x80, 0x20000)
_DRAWING = range(0x2500, 0x25A0)
"""Lines and blocks of terminal tables: symbols to Unicode, but nobody's word."""

_LAST = {False: "\uffff", True: chr(sys.maxunicode)}
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")


def runs(flat: str) -> list[str]:
    """Return the runs of `flat` (NFKC), in its order."""
    return run_pattern(_ceiling(flat)).findall(flat)


def spaceless_pattern() -> re.Pattern[str]:
    """Return the pattern of one character of a script without spaces."""
    return re.compile(f"[{_SPACELESS}]")


def clusters(run: str) -> list[str]:
    """Return what readers of `run` take for its characters: each letter with its marks."""
    ceiling = _ceiling(run)
    if not _mark_pattern(ceiling).search(run):
        return list(run)
    return _cluster_pattern(ceiling).findall(run)


def _ceiling(text: str) -> str:
    """Return the last character that a pattern for `text` must know.

    A class with characters beyond U+FFFF is matched range by range, ten times slower than by
    table, and one that knows ASCII only is faster still; so each text gets the pattern it needs.
    """
    return "\x7f" if text.isascii() else _LAST[_ASTRAL.search(text) is not None]


@cache
def run_pattern(ceiling: str) -> re.Pattern[str]:
    """Return the pattern whose matches are the runs of a text without characters > `ceiling`.

    Repetitions of one class are possessive and what follows a group may be empty, so that no
    text makes it look at a character twice. Groups are not: before Python 3.11.5 `re` loops for
    ever over a possessive group (python/cpython#106052), and Debian 12 has 3.11.2. It begins
    with one class, which `re` looks for in a quick loop of its own, and decides by lookbehind
    what it has found: twice as fast as alternatives.
    """
    spaceless, symbols, extend = _upto(_SPACELESS, ceiling), "", _extend(ceiling)
    letter, first = "[0-9A-Za-z]", "[0-9A-Za-z.]"
    if spaceless:
        symbols = _upto(_symbols(), ceiling)
        letter, first = rf"[^\W_{APOSTROPHES}{spaceless}]", rf"[\w.{spaceless}{symbols}]"
    piece = f"(?:{letter}++{extend})+"
    separator = rf"(?:_++|[-.\u2010{APOSTROPHES}])"
    chain = rf"(?:{separator}{piece}){{0,{MAX_PIECES - 1}}}(?:\+\+|\#(?!\w))?"
    word = rf"(?<={letter}){extend}(?:{piece})?{chain}"
    dotted = rf"(?<=\.)(?<![\w.)\]}}].)(?=[^\W\d_]){piece}{chain}"
    if not spaceless:
        return re.compile(f"{first}(?:{word}|{dotted})")
    stretch = f"(?<=[{spaceless}]){extend}(?:[{spaceless}]{extend})*"
    emoji = f"(?<=[{symbols}]){extend}(?:(?<=\u200d)[{symbols}]{extend}){{0,9}}"
    flag = f"(?<={_FLAG}){_FLAG}"
    return re.compile(f"{first}(?:{word}|{dotted}|{stretch}|{flag}|{emoji})")


@cache
def _mark_pattern(ceiling: str) -> re.Pattern[str]:
    return re.compile(f"[{_upto(_marks(), ceiling)}]")


@cache
def _cluster_pattern(ceiling: str) -> re.Pattern[str]:
    return re.compile(f".{_extend(ceiling)}", re.DOTALL)


def _extend(ceiling: str) -> str:
    """Return the pattern of what continues a word without being a letter.

    `re` knows no Mn or Mc: a word of an Indic script would be cut at every vowel sign.
    """
    marks = _upto(_marks(), ceiling)
    return f"[{marks}]*+" if marks else ""


def _upto(ranges: str, ceiling: str) -> str:
    return "".join(ranges[i : i + 3] for i in range(0, len(ranges), 3) if ranges[i + 2] <= ceiling)


@cache
def _marks() -> str:
    return _ranges(_code_points("Mn", "Mc", "Me")) + _JOINERS + _LATE_MARKS


@cache
def _symbols() -> str:
    return _ranges(code for code in _code_points("So") if code not in _DRAWING)


def _code_points(*categories: str) -> Iterator[int]:
    return (code for code in _SCANNED if unicodedata.category(chr(code)) in categories)


def _ranges(codes: Iterator[int]) -> str:
    """Write ascending code points as ranges, none of which crosses U+FFFF."""
    written = []
    for _, group in groupby(enumerate(codes), lambda pair: (pair[1] - pair[0], pair[1] >> 16)):
        block = [code for _, code in group]
        written.append(f"{chr(block[0])}-{chr(block[-1])}")
    return "".join(written)
