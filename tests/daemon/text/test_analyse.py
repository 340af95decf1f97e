"""The analyser on the scripts and signs that people write; all of it is our own text."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ricordo_daemon.text.analyse import analyse
from ricordo_daemon.text.fold import MAX_TERM

MODEST = settings(deadline=None, max_examples=150, derandomize=True, database=None)
CODER = "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{PERSONAL COMPUTER}"

LONG = [
    "a" * 65_536,
    "_" * 5_000,
    "aB" * 2_500,
    "\N{ROCKET} " * 5_000,
    "a_" * 10_000,
    "-a" * 10_000,
    "1a" * 10_000,
    "n't" * 5_000,
    "a\u0301" * 10_000,
    "\u0301" * 10_000,
    "\N{WOMAN}\u200d" * 5_000,
    "." * 10_000,
    "\u7f51" * 10_000,
]


def meet(one, other):
    """Tell whether a query for `one` has a term of a text with `other`."""
    return bool(set(analyse(one, singles=False)) & set(analyse(other)))


def test_plain_words_are_folded_and_stemmed_in_their_order():
    assert analyse("Deployed the services, deploys again!") == [
        "deploy",
        "the",
        "servic",
        "deploy",
        "again",
    ]


def test_stop_words_and_one_letter_words_stay():
    assert analyse("to be or not to be: plan B, x") == [
        *("to", "be", "or", "not", "to", "be"),
        *("plan", "b", "x"),
    ]


@pytest.mark.requirement("UN-05")
@pytest.mark.parametrize("text", ["caf\u00e9 menu", "\ud55c\uae00 \uba54\ubaa8", "\u30ac\u30b9"])
def test_composed_and_decomposed_spellings_have_the_same_terms(text):
    decomposed = unicodedata.normalize("NFD", text)
    assert decomposed != text
    assert analyse(decomposed) == analyse(text)


@pytest.mark.requirement("UN-06", "UN-09", "SM-58")
@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("personlicher", "Pers\u00f6nlicher"),
        ("PERS\u00d6NLICHER", "personlicher"),
        ("lodz", "\u0141\u00f3d\u017a"),
        ("\u0141\u00d3D\u0179", "\u0142\u00f3d\u017a"),
        ("istanbul", "\u0130stanbul"),
        ("isik", "I\u015f\u0131k"),
        ("strasse", "Stra\u00dfe"),
        ("aero", "\u00c6r\u00f8"),
        ("file", "\ufb01le"),
        ("api", "\uff21\uff30\uff29"),
        ("\u00c9cole", "\u00c9COLE"),
        ("\u00c9cole", "ecole"),
        ("\u03bf\u03b4\u03bf\u03c3", "\u039f\u03b4\u03cc\u03c2"),
        ("\u0435\u043b\u043a\u0430", "\u0401\u043b\u043a\u0430"),
        ("\u0645\u062d\u0645\u062f", "\u0645\u064f\u062d\u064e\u0645\u0651\u064e\u062f"),
    ],
)
def test_case_diacritics_and_compatibility_forms_do_not_matter(typed, written):
    assert meet(typed, written)


def test_letters_that_only_look_marked_stay_apart():
    assert not meet("\u043c\u043e\u0438", "\u043c\u043e\u0439")  # "my", plural and singular


def test_words_of_indic_scripts_are_not_cut_at_their_vowel_signs():
    words = ["\u0939\u093f\u0928\u094d\u0926\u0940", "\u0ba4\u0bae\u0bbf\u0bb4\u0bcd"]
    assert analyse(" ".join(words)) == words


@pytest.mark.requirement("UN-01")
def test_words_are_found_inside_chinese_and_japanese_sentences():
    chinese = "\u6211\u4eec\u660e\u5929\u53bb\u56fe\u4e66\u9986"
    japanese = "\u6765\u9031\u306f\u4f1a\u8b70\u5ba4\u3092\u4f7f\u3044\u307e\u3059"
    assert meet("\u56fe\u4e66\u9986", chinese)
    assert meet("\u4f1a\u8b70", japanese)
    assert not meet("\u4e1c\u4eac", chinese)
    assert not meet("\u4e1c\u4eac", japanese)


def test_a_pair_does_not_find_a_text_that_shares_one_of_its_characters():
    assert not meet("\u4e1c\u4eac", "\u5317\u4eac")


@pytest.mark.requirement("UN-02")
def test_words_of_two_characters_and_of_one_are_found():
    text = "\u670d\u52a1\u5668\u4e0e\u7f51\u5173"
    assert meet("\u7f51\u5173", text)
    assert meet("\u7f51", text)


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("\u0e20\u0e32\u0e29\u0e32", "\u0e40\u0e23\u0e35\u0e22\u0e19\u0e20\u0e32\u0e29\u0e32"),
        ("\uc11c\uc6b8", "\uc11c\uc6b8\uc5d0\uc11c"),
        ("\u30cf\u30f3", "\uff8a\uff9d\uff76\uff78"),
    ],
    ids=["Thai", "Korean with a particle", "half-width kana"],
)
def test_words_are_found_inside_other_unspaced_runs(typed, written):
    assert meet(typed, written)


def test_latin_words_inside_a_japanese_run_are_words():
    assert "api" in analyse("\u65e5\u672c\u8a9eAPI\u8a2d\u5b9a")


@pytest.mark.requirement("UN-07")
def test_an_emoji_is_a_word():
    assert analyse("done \N{ROCKET}") == ["done", "\N{ROCKET}"]
    assert analyse("\N{ROCKET}\N{ROCKET}") == ["\N{ROCKET}", "\N{ROCKET}"]


def test_emoji_presentation_and_skin_tone_do_not_matter():
    assert analyse("\u2764\ufe0f") == analyse("\u2764") == ["\u2764"]
    assert analyse("\N{THUMBS UP SIGN}\U0001f3fd") == ["\N{THUMBS UP SIGN}"]


def test_a_joined_emoji_is_found_whole_and_by_its_parts():
    assert analyse(CODER) == ["\N{WOMAN}", "\N{PERSONAL COMPUTER}", CODER]


def test_a_flag_is_one_word_and_a_keycap_is_its_digit():
    assert analyse("\U0001f1e9\U0001f1ea") == ["\U0001f1e9\U0001f1ea"]
    assert analyse("1\ufe0f\u20e3") == ["1"]


def test_lines_of_a_drawn_table_are_not_words():
    assert analyse("\u250c\u2500\u2510 a \u2588") == ["a"]


@pytest.mark.requirement("QS-02")
def test_apostrophes_make_no_difference():
    assert analyse("can't don\u2019t bots' bot's") == ["cant", "dont", "bot", "bot"]
    assert analyse("we'll I'd you're") == ["we", "i", "you"]
    assert meet("ecole", "l'\u00e9cole")
    assert meet("obrien", "O'Brien")
    assert meet("brien", "O\u2019Brien")


def test_signs_nul_and_lone_surrogates_separate_words():
    assert analyse("a\0b \ud800c (d)") == ["a", "b", "c", "d"]
    assert analyse("* ? % \\ \u3000 ^ ~ +") == []


@pytest.mark.requirement("QD-07")
@pytest.mark.parametrize("text", LONG, ids=lambda text: ascii(text[:4]))
def test_long_runs_have_few_and_short_terms(text):
    terms = analyse(text)
    assert len(terms) <= 2 * len(text)
    assert max(map(len, terms), default=0) <= MAX_TERM
    assert len(set(terms)) <= 64


@given(st.text())
@MODEST
def test_any_text_has_non_empty_terms_of_bounded_length(text):
    assert all(0 < len(term) <= 2 * MAX_TERM for term in analyse(text))


@given(st.text(st.characters(exclude_categories=())))
@MODEST
def test_normal_forms_agree_on_any_text(text):
    composed = unicodedata.normalize("NFC", text)
    assert analyse(composed) == analyse(unicodedata.normalize("NFD", composed))


@given(st.text())
@MODEST
def test_a_query_for_a_text_meets_the_text(text):
    assert set(analyse(text, singles=False)) <= set(analyse(text))
