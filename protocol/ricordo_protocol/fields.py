"""The fields of a memory, checked once: by the daemon always, by a client before it sends."""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec

from ricordo_protocol import limits
from ricordo_protocol.errors import InvalidInput

# Unicode whitespace as str.split knows it, and U+FEFF, which only ECMAScript counts as such.
_SPACES: Final = re.compile(r"[\s\x85\ufeff]+")
_SURROGATES: Final = re.compile(r"[\ud800-\udfff]")


def parse_description(text: object) -> str:
    """Return a description as it is stored: one line, 1 to 512 characters.

    Raises `InvalidInput` (`invalid_description`) for a blank, over-long or unstorable one.
    """
    if not isinstance(text, str):
        raise _refused("description", "is required and must be a string")
    folded = _SPACES.sub(" ", text).strip()
    if not folded:
        raise _refused(
            "description",
            "is required and must be non-empty",
            "Say in one line what the memory is for; it is what search and lists show.",
        )
    check_text("description", folded)
    return _within("description", folded, limits.DESCRIPTION_CHARS)


def parse_content(text: object, most: int = limits.CONTENT_CHARS) -> str:
    """Return a content as it is stored: outer whitespace trimmed, inner kept.

    Raises `InvalidInput` (`invalid_content`) for a blank, over-long or unstorable one.
    """
    if not isinstance(text, str):
        raise _refused("content", "is required and must be a string")
    trimmed = text.strip()
    if not trimmed:
        raise _refused("content", "is required", "Give the text that is to be remembered.")
    check_text("content", trimmed)
    return _within("content", trimmed, most)


def parse_title(text: object) -> str | None:
    """Return a title as it is stored, or None where none (or a blank one) is given."""
    if text is None:
        return None
    if not isinstance(text, str):
        raise _refused("title", "must be a string")
    folded = _SPACES.sub(" ", text).strip()
    check_text("title", folded)
    return _within("title", folded, limits.TITLE_CHARS) or None


def parse_tags(tags: object) -> tuple[str, ...]:
    """Return tags as they are stored: a set, folded to lower case, trimmed, sorted."""
    if not isinstance(tags, list | tuple) or not all(isinstance(tag, str) for tag in tags):
        raise _refused("tags", "must be a list of strings")
    folded = sorted({_SPACES.sub(" ", tag).strip().casefold() for tag in tags})
    if len(folded) > limits.TAGS:
        raise _refused("tags", f"has {len(folded)} entries; at most {limits.TAGS}")
    for tag in folded:
        check_text("tags", tag)
        if not tag or len(tag) > limits.TAG_CHARS:
            raise _refused("tags", f"must each have 1 to {limits.TAG_CHARS} characters")
    return tuple(folded)


def parse_metadata(value: object) -> dict[str, Any]:
    """Return metadata as it is stored: a JSON object of at most 16,384 bytes."""
    if not isinstance(value, dict):
        raise _refused("metadata", "must be an object")
    if _depth(value) > limits.METADATA_DEPTH:
        raise _refused("metadata", f"is nested deeper than {limits.METADATA_DEPTH} levels")
    try:
        size = len(msgspec.json.encode(value))
    except (UnicodeEncodeError, OverflowError, TypeError, RecursionError):
        raise _refused("metadata", "must be plain JSON without lone surrogates") from None
    if size > limits.METADATA_BYTES:
        raise _refused("metadata", f"has {size} bytes; at most {limits.METADATA_BYTES}")
    return value


def parse_reason(text: object) -> str | None:
    """Return the reason of a delete on one line, or None where none is given."""
    if text is None:
        return None
    if not isinstance(text, str):
        raise _refused("reason", "must be a string")
    folded = _SPACES.sub(" ", text).strip()
    check_text("reason", folded)
    return _within("reason", folded, limits.REASON_CHARS) or None


def parse_query(text: object) -> str:
    """Return a search query; a blank one is refused, never taken for everything."""
    if not isinstance(text, str) or not text.strip():
        raise _refused(
            "query",
            "is required and must be a non-empty string",
            "Give some words to look for; to see everything, list instead.",
        )
    check_text("query", text)
    return _within("query", text, limits.QUERY_CHARS)


def parse_limit(value: object, most: int, default: int) -> int:
    """Return a page size from 1 to `most`; text of ASCII digits is taken as a number."""
    if value is None:
        return default
    number = _whole(value)
    if number is None:
        raise _refused("limit", "must be an integer", f"Give a number from 1 to {most}.")
    if not 1 <= number <= most:
        raise _refused("limit", f"must be between 1 and {most}", f"Give 1 to {most}.", limit=most)
    return number


def clamp_limit(value: object, most: int, default: int) -> int:
    """Return a page size brought into 1 to `most`, as the admin routes do."""
    if value is None:
        return default
    number = _whole(value)
    if number is None:
        raise _refused("limit", "must be an integer", f"Give a number from 1 to {most}.")
    return max(1, min(most, number))


def check_text(field: str, text: str) -> None:
    """Refuse what cannot be stored and shown faithfully: NUL and lone surrogates."""
    if "\0" in text:
        raise _refused(field, "must not contain NUL characters", "Remove U+0000.")
    if _SURROGATES.search(text):
        raise _refused(
            field,
            "holds half of a surrogate pair",
            "The text was cut inside an emoji or another wide character; send it whole.",
        )


def _depth(value: object, most: int = limits.METADATA_DEPTH + 1) -> int:
    """Return how deep containers nest, counted no further than is refused."""
    if most == 0 or not isinstance(value, dict | list):
        return 0
    inner = value.values() if isinstance(value, dict) else value
    return 1 + max((_depth(one, most - 1) for one in inner), default=0)


def _whole(value: object) -> int | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and re.fullmatch(r"[+-]?[0-9]{1,20}", value, re.ASCII):
        return int(value)
    return None


def _within(field: str, text: str, most: int) -> str:
    if len(text) > most:
        raise _refused(
            field,
            f"exceeds the {most} character limit ({len(text)} characters)",
            "Shorten it, or split it over several memories.",
            limit=most,
        )
    return text


def _refused(field: str, what: str, hint: str = "", limit: int | None = None) -> InvalidInput:
    details = {} if limit is None else {"limit": limit}
    return InvalidInput(f"{field} {what}", code=f"invalid_{field}", hint=hint, **details)
