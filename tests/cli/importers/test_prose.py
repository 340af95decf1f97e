from __future__ import annotations

import pytest

from ricordo_cli.importers.prose import cut, first_sentence


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("One thing. Another.", "One thing."),
        ("# Title\n\nThe text goes\nover lines. More.", "The text goes over lines."),
        ("# Only a title", "Only a title"),
        ("<!--\n═══\nbanner\n-->\nThe text.", "The text."),
        ("<!-- never closed", ""),
        ("---\n***\nText", "Text"),
        ("- **Bold** item\n- other", "**Bold** item other"),
        ("> quoted! yes", "quoted!"),
        ("version 1.2 is out. Fine", "version 1.2 is out."),
        ("日本語です。次。", "日本語です。"),
        ("```sh\nmake all\n```", "make all"),
        ("~~~\nmake all\n~~~", "make all"),
        ("", ""),
    ],
)
def test_the_first_sentence_is_the_first_prose(body: str, expected: str) -> None:
    assert first_sentence(body) == expected


def test_a_long_sentence_is_cut_and_says_so() -> None:
    found = first_sentence("word " * 300)

    assert len(found) == 512
    assert found.endswith("…")


def test_what_fits_is_only_put_on_one_line() -> None:
    assert cut(" a\n  b ") == "a b"


def test_many_open_comments_take_no_long_time() -> None:
    assert first_sentence("<!--" * 100_000) == ""
