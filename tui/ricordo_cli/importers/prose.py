"""A description for a text that brings none: its first sentence."""

from __future__ import annotations

import re
from typing import Final

from ricordo_protocol import limits

_SENTENCE: Final = re.compile(r".+?(?:[.!?…](?=\s|$)|[。！？])")  # noqa: RUF001 # the full stops of Chinese and Japanese
_FENCE: Final = re.compile(r"(?:`{3,}[^`]*|~{3,}.*)")
_MARKS: Final = re.compile(r"^(?:#{1,6}|[>*+\-]|[0-9]{1,3}[.)])\s+")


def first_sentence(body: str) -> str:
    """Return the first sentence below headings and comments, else the first heading; or ""."""
    lines = [_worded(line.strip()) for line in _without_comments(body).split("\n")]
    prose: list[str] = []
    for line in lines:
        if line and not line.startswith("#"):
            prose.append(_MARKS.sub("", line))
        elif prose:
            break
    paragraph = " ".join(prose) or next((_MARKS.sub("", line) for line in lines if line), "")
    match = _SENTENCE.match(paragraph)
    return cut(match[0] if match else paragraph)


def _worded(line: str) -> str:
    """Return a line, or nothing where it is a rule, a fence or another line without a word."""
    return line if any(map(str.isalnum, line)) and not _FENCE.fullmatch(line) else ""


def cut(text: str, most: int = limits.DESCRIPTION_CHARS) -> str:
    """Return `text` on one line and no longer than `most`, with an ellipsis where it was cut."""
    folded = " ".join(text.split())
    return folded if len(folded) <= most else folded[: most - 1].rstrip() + "…"


def _without_comments(body: str) -> str:
    kept: list[str] = []
    rest = body
    while rest:
        before, opened, after = rest.partition("<!--")
        kept.append(before)
        _, closed, rest = after.partition("-->")
        if opened and not closed:
            break
    return "".join(kept)
