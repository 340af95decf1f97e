"""A memory's name: one rule, one door.

The rule (DESIGN §3): casefold; runs of Unicode spaces or dashes become one `_`; Latin diacritics
and ligatures fold to ASCII; the result matches `[a-z0-9]+(_[a-z0-9]+)*` and has 1 to 256
characters. Anything else is refused with a sentence: a name is never changed in silence beyond
this rule, so two spellings that a person reads as one are one, and no others are.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from typing import Final, Self

from ricordo_protocol import limits
from ricordo_protocol.errors import InvalidInput

_SHAPE: Final = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)*\Z")

_GENERATED: Final = re.compile(r"[a-z]+(?:_[a-z]+)*_[0-9a-f]{8}(?:_[0-9]+)?\Z")

# Letters that no Unicode decomposition takes apart. casefold has already spelt out ß and the
# presentation ligatures.
_LETTERS: Final = str.maketrans(
    {
        "æ": "ae",
        "œ": "oe",
        "ĳ": "ij",
        "ø": "o",
        "đ": "d",
        "ð": "d",
        "ł": "l",
        "þ": "th",
        "ħ": "h",
        "\N{LATIN SMALL LETTER DOTLESS I}": "i",
        "ŋ": "n",
        "ŧ": "t",
        "ŀ": "l",
    }
)


class Name(str):
    """A name that has passed the rule. `Name.parse` is the only door."""

    __slots__ = ()

    @classmethod
    def parse(cls, text: object) -> Self:
        """Return the stored form of what a caller wrote.

        Raises `InvalidInput` (`invalid_name`) whose sentence says what to do instead.
        """
        if not isinstance(text, str) or not text.strip():
            raise _refused("memory name is required", "Give a short name such as deploy_process.")
        name = fold(text)
        if len(name) > limits.NAME_CHARS:
            raise _refused(
                f"memory name exceeds {limits.NAME_CHARS} characters after normalization"
                f" ({len(name)})",
                "Shorten the name; keep the wording in the description.",
            )
        if _SHAPE.match(name):
            return cls(name)
        raise _explained(name)


def fold(text: str) -> str:
    """Return `text` casefolded, unaccented where it is Latin, its spaces and dashes as `_`."""
    out: list[str] = []
    gap = False
    for char in unicodedata.normalize("NFD", text.strip().casefold().translate(_LETTERS)):
        if unicodedata.category(char) in ("Zs", "Pd"):
            gap = True
            continue
        if gap:
            out.append("_")
            gap = False
        if unicodedata.combining(char) and out and "a" <= out[-1] <= "z":
            continue
        out.append(char)
    return "".join(out) + ("_" if gap else "")


def is_generated(name: str) -> bool:
    """Whether a name has the shape of one that stands for a text without ASCII letters.

    Such a name says nothing to a person: where there is a title, that is shown and searched.
    """
    return _GENERATED.match(name) is not None


def derive(text: str, source: str, taken: set[str] | frozenset[str] = frozenset()) -> Name:
    """Make a name for something that has none of ours: an imported title, a stored text.

    What can be kept of `text` is kept, every other run becoming one `_`; a text without any
    ASCII letter or digit becomes `<source>_<hash8>`. A name in `taken` gets `_2`, `_3`, …, its
    base truncated so that the whole fits.
    """
    kept = re.sub(r"[^a-z0-9]+", "_", fold(text)).strip("_")
    if not kept:
        digest = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:8]
        kept = f"{source}_{digest}"
    base = kept[: limits.NAME_CHARS].rstrip("_")
    name, number = base, 1
    while name in taken:
        number += 1
        suffix = f"_{number}"
        name = base[: limits.NAME_CHARS - len(suffix)].rstrip("_") + suffix
    return Name.parse(name)


def _explained(name: str) -> InvalidInput:
    if any(char.isalpha() and not char.isascii() for char in name):
        return _refused(
            "memory name has letters that do not fold to ASCII",
            "Choose an ASCII semantic key such as travel_plans and keep native-language wording"
            " in the description or content.",
        )
    if re.fullmatch(r"[a-z0-9_]*", name):
        return _refused(
            "memory name must normalize to snake_case without leading, trailing or repeated"
            " underscores",
            "Write it like deploy_process.",
        )
    return _refused(
        "memory name may contain only Latin letters, digits, spaces, hyphens and single"
        " underscores",
        "Leave out punctuation, slashes, control characters and emoji.",
    )


def _refused(sentence: str, hint: str) -> InvalidInput:
    return InvalidInput(sentence, code="invalid_name", hint=hint)
