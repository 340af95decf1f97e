import sys
import unicodedata

import pytest

from ricordo_daemon.text.fold import MAX_TERM, fold, term


def test_every_letter_folds_to_something_that_folds_to_itself():
    letters = (chr(code) for code in range(0x80, sys.maxunicode))
    unstable = [
        letter
        for letter in letters
        if unicodedata.category(letter) in {"Lu", "Ll", "Lt"}
        and fold(fold(normal := unicodedata.normalize("NFKC", letter))) != fold(normal)
    ]
    assert unstable == []


@pytest.mark.parametrize(("word", "folded"), [("\u00d0", "d"), ("\u00de", "th"), ("\u0152", "oe")])
def test_latin_letters_without_decomposition_are_written_in_ascii(word, folded):
    assert fold(word) == folded


def test_only_words_of_a_to_z_are_stemmed():
    assert term("Running") == "run"
    assert term("utf8s") == "utf8s"
    assert term("\u03b9\u03bd\u03b3s") == "\u03b9\u03bd\u03b3s"


def test_a_long_word_is_found_by_its_beginning():
    assert term("x" * 500) == term("x" * 80) == "x" * MAX_TERM
