"""The terms of one identifier: its parts, and the whole under one spelling.

snake_case, camelCase, kebab-case and dotted.names of one key are joined without separators, so
they meet each other and the run-together lower-case form that people type. Between two digits a
separator stays, as a dot: 20.04 is not 2004.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

from ricordo_daemon.text.fold import fold, term
from ricordo_daemon.text.runs import APOSTROPHES

MAX_PARTS = 32
"""Parts of one identifier that become terms; the whole stands for the rest."""

MAX_PIECE = 256
"""Characters of one piece that are looked at."""

MAX_CHANGES = 4
"""Changes between letters and digits in one identifier: beyond, it is a hash or a UUID, whose
one-letter and one-digit parts would match everything."""

_SEPARATOR = re.compile(rf"[-_.\u2010{APOSTROPHES}]+")
_CLITIC = re.compile(rf"(?i:[{APOSTROPHES}](?:s|re|ll|ve|d|m))(?![^\W_])")
_NOT = re.compile(rf"(?i:(?<=n)[{APOSTROPHES}](?=t(?![^\W_])))")

# Of a piece's kinds of characters: U upper case, l lower or uncased, s the letter s, d digit.
_PART = re.compile(r"UU+s(?![ls])|U+(?=U[ls])|U?[ls]+|U+|d+")
_CHANGE = re.compile(r"(?<=d)[Uls]|(?<=[Uls])d")
_ASCII_KINDS = str.maketrans(
    {
        **dict.fromkeys("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "U"),
        **dict.fromkeys("abcdefghijklmnopqrtuvwxyz", "l"),
        **dict.fromkeys("0123456789", "d"),
    },
)


def identifier_terms(run: str) -> tuple[str, ...]:
    """Return the terms of `run` (NFKC), parts first, the whole last; a plain word has one."""
    if run.isascii() and run.isalpha() and (run.isupper() or run[1:].islower() or not run[1:]):
        return (term(run),)
    dotted = run[0] == "."
    body = run.rstrip("+#")
    suffix = run[len(body) :]
    pieces = [piece[:MAX_PIECE] for piece in _SEPARATOR.split(_plain(body)) if piece]
    whole = _glue([fold(piece) for piece in pieces])
    terms = _parts(pieces)
    if terms != [term(whole)]:
        terms.append(term(whole))
    if suffix:
        # "C++" is not "C", but "notepad++" is looked for as "notepad".
        terms = [*(t for t in terms if len(whole) > 1), whole + suffix]
    if dotted:
        terms.append("." + whole)
    return tuple(t for t in terms if t)


def _plain(body: str) -> str:
    """Drop a possessive or verb clitic, so that "bot's" is "bot"; "can't" becomes "cant"."""
    if not any(mark in body for mark in APOSTROPHES):
        return body
    return _NOT.sub("", _CLITIC.sub("", body))


def _glue(pieces: list[str]) -> str:
    glued = "".join(pieces[:1])
    for before, after in pairwise(pieces):
        glued += "." + after if before[-1:].isdigit() and after[:1].isdigit() else after
    return glued


def _parts(pieces: list[str]) -> list[str]:
    kinds = [_kinds(piece) for piece in pieces]
    if sum(len(_CHANGE.findall(kind)) for kind in kinds) > MAX_CHANGES:
        return [term(piece) for piece in pieces[:MAX_PARTS]]
    words: list[str] = []
    for piece, kind in zip(pieces, kinds, strict=True):
        for match in _PART.finditer(kind):
            # The plural of an acronym is found by the acronym: "PRs" by "PR".
            plural = match[0].endswith("s") and match[0].startswith("UU")
            words.append(piece[match.start() : match.end() - plural])
    return [term(word) for word in words[:MAX_PARTS]]


def _kinds(piece: str) -> str:
    """Return one kind for each character of `piece`; a mark is of the letter's kind."""
    if piece.isascii():
        return piece.translate(_ASCII_KINDS)
    kinds = ""
    for char in piece:
        if char.isupper() or char.istitle():
            kinds += "U"
        elif char.isnumeric():
            kinds += "d"
        elif unicodedata.category(char)[0] in "LN" or not kinds.endswith("d"):
            kinds += "l"
        else:
            kinds += "d"
    return kinds
