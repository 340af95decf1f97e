"""The README's pictures: the same bytes in every run, and showing what they say they show."""

from __future__ import annotations

import re
import subprocess
import sys
from html import unescape
from pathlib import Path

ROOT = Path(__file__).parents[2]


def drawn(folder):
    """Make the pictures into a folder; return them by name."""
    folder.mkdir()
    command = [sys.executable, ROOT / "screenshots/make.py", "--svg-only", "--out", folder]
    subprocess.run(command, check=True, capture_output=True, timeout=180)
    return {file.stem: file.read_text("utf-8") for file in folder.glob("*.svg")}


def test_a_second_run_gives_the_same_bytes_and_each_picture_shows_its_subject(tmp_path):
    first, second = drawn(tmp_path / "a"), drawn(tmp_path / "b")

    assert first == second
    shown = {
        "console": "4 of 310",
        "search": "for “deploy”",
        "edit": "Description of",
        "delete": "It moves to the trash",
        "help": "Keys in the list",
        "narrow": "2 of 310",
    }
    assert set(first) == set(shown)
    for name, words in shown.items():
        assert words in _text(first[name]), name


def test_every_picture_that_the_readme_shows_is_there():
    readme = (ROOT / "README.md").read_text("utf-8")
    pictures = re.findall(r"!\[.+?\]\((.+?)\)", readme)

    assert len(pictures) >= 3
    for picture in pictures:
        assert (ROOT / picture).with_suffix(".svg").exists()
        assert (ROOT / picture).exists()


def _text(svg):
    """Return a picture's words: Textual sets each run of one look in an element of its own."""
    runs = re.findall(r"<text[^>]*>(.*?)</text>", svg)
    return unescape(" ".join(runs)).replace("\u00a0", " ")
