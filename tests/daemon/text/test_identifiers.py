import pytest

from ricordo_daemon.text.analyse import analyse
from ricordo_daemon.text.identifiers import MAX_PARTS
from ricordo_daemon.text.runs import MAX_PIECES


@pytest.mark.requirement("TK-03")
@pytest.mark.parametrize(
    "spelling",
    ["SERVICE_HTTP_PORT", "service-http-port", "serviceHttpPort", "Service.Http.Port",
     "serviceHTTPPort", "service\u2010http\u2010port"],
)  # fmt: skip
def test_all_spellings_of_one_key_have_the_same_terms(spelling):
    assert analyse(spelling) == ["servic", "http", "port", "servicehttpport"]


@pytest.mark.requirement("TK-01")
def test_a_camel_case_name_typed_in_lower_case_meets_the_whole():
    assert analyse("openSettingsDialog")[-1] == analyse("opensettingsdialog")[0]


@pytest.mark.requirement("TK-02")
def test_a_part_of_a_snake_case_name_meets_it():
    assert set(analyse("csv_rows")) & set(analyse("parse_csv_rows"))
    assert set(analyse("parse csv rows")) < set(analyse("parse_csv_rows"))


@pytest.mark.requirement("TK-05")
def test_letter_digit_names_meet_with_and_without_separator():
    assert analyse("K-9") == analyse("k9") == analyse("k_9") == ["k", "9", "k9"]


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("HTTPServer", ["http", "server", "httpserver"]),
        ("PRs", ["pr", "prs"]),
        ("APIs", ["api"]),
        ("sha256", ["sha", "256", "sha256"]),
        ("__init__", ["init"]),
        ("U.S.A", ["u", "s", "a", "usa"]),
        ("\u00c9tatCivil", ["etat", "civil", "etatcivil"]),
    ],
)
def test_names_split_where_a_reader_would(text, terms):
    assert analyse(text) == terms


def test_a_separator_between_two_digits_counts():
    assert analyse("20.04") == analyse("20-04") == ["20", "04", "20.04"]
    assert "2004" not in analyse("20.04")
    assert analyse("v1.2")[-1] == "v1.2"


@pytest.mark.requirement("QS-05")
@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("C++", ["c++"]),
        ("C++17", ["c++", "17"]),
        ("C#", ["c#"]),
        ("F#", ["f#"]),
        ("notepad++", ["notepad", "notepad++"]),
        (".NET", ["net", ".net"]),
        ("'.env'", ["env", ".env"]),
    ],
)
def test_names_with_signs_survive(text, terms):
    assert analyse(text) == terms


def test_a_method_call_or_an_ellipsis_is_no_dotted_name():
    assert analyse("load().parse ...then") == ["load", "pars", "then"]


def test_a_hash_or_uuid_is_not_split_into_letters_and_digits():
    assert analyse("3fa85f64-5717-4562-b3fc-2c963f66afa6") == [
        *("3fa85f64", "5717", "4562", "b3fc", "2c963f66afa6"),
        "3fa85f64.5717.4562b3fc2c963f66afa6",
    ]


def test_the_parts_of_one_name_are_capped_and_the_whole_stays():
    assert len(analyse("aB" * 2_500)) == MAX_PARTS + 1


def test_a_longer_chain_goes_on_as_the_next_name_and_loses_no_part():
    words = [f"{a}{b}q" for a in "bcdfg" for b in "aeioklmn"]
    assert len(words) > MAX_PIECES
    assert set(words) <= set(analyse("_".join(words)))
