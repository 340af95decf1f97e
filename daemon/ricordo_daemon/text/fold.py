"""From one written word to the one term that all its spellings share."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from snowballstemmer.english_stemmer import EnglishStemmer

MAX_TERM = 64
"""Characters of a term: a longer word is found by its first 64."""

_STEMS = 65_536

# Marks are dropped where they colour a letter (Latin, Greek, stress in Cyrillic) or are written
# at the writer's pleasure (Arabic and Hebrew points). They stay where they spell the word: vowel
# signs and viramas of the Indic scripts and of Thai, kana's voicing, and the breve or dots of
# the letters short i, short u and yi, which their readers do not take for i and u.
_DROPPED = re.compile(
    "[\u0300-\u0305\u0307\u0309-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
    "\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u0652\u0670"
    "\u00ad\u034f\u061c\u200b-\u200f\u2060\ufeff\ufe00-\ufe0f"
    "\U0001f3fb-\U0001f3ff\U000e0100-\U000e01ef]"
    "|(?<![\u0438\u0443])\u0306|(?<!\u0456)\u0308"
)

# Letters that Unicode does not decompose, written as people without the key write them.
_LATIN = str.maketrans(
    {
        "\u00e6": "ae",
        "\u00f0": "d",
        "\u00f8": "o",
        "\u00fe": "th",
        "\u0111": "d",
        "\u0127": "h",
        "\u0131": "i",
        "\u0142": "l",
        "\u014b": "n",
        "\u0153": "oe",
        "\u0167": "t",
        "\u0199": "k",
        "\u01b4": "y",
        "\u0253": "b",
        "\u0257": "d",
    },
)


def fold(word: str) -> str:
    """Return `word` (NFKC) without case, Latin diacritics and invisible characters."""
    if word.isascii():
        return word.lower()
    return bare(word.casefold()).translate(_LATIN)


def bare(text: str) -> str:
    """Return `text` without the marks and invisible characters that do not spell, in NFC."""
    plain = _DROPPED.sub("", unicodedata.normalize("NFD", text))
    return unicodedata.normalize("NFC", plain)


def term(word: str) -> str:
    """Return the term of `word`: folded, cut to `MAX_TERM`, and stemmed if it is a-z only.

    May be empty, when `word` is made of invisible characters.
    """
    folded = fold(word)[:MAX_TERM]
    return _stem(folded) if folded.isascii() and folded.isalpha() else folded


@lru_cache(_STEMS)
def _stem(word: str) -> str:
    # A stemmer holds the word that it works on; a new one (0.3 us) is safe in any thread. The
    # class is named because the package's factory takes another implementation where it finds
    # one, and its stems might differ from those in the index.
    stemmed: str = EnglishStemmer().stemWord(word)
    return stemmed
