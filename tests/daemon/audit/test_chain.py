"""The HMAC chain: what it proves, and what it finds."""

from __future__ import annotations

import pytest

from ricordo_daemon.audit import chain, verify
from ricordo_daemon.service import memories
from ricordo_daemon.store import log
from support.store import KEY, actor, draft

OTHER = chain.Key(2, b"o" * 32)


@pytest.fixture
def rows(store):
    """The rows of a short history, as the verifier takes them."""
    store.save("first", content="the secret recipe")
    store.save("second")
    name = draft("first").name
    store.one(
        lambda tx: memories.delete_memory(tx, actor(), name, "global", "", "no longer true", None)
    )
    return list(log.rows(store.raw))


def test_a_history_that_was_written_through_the_door_verifies(rows):
    report = verify.verify(rows, {1: KEY})

    assert (report.ok, report.rows, report.unverifiable) == (True, 3, [])


@pytest.mark.parametrize("column", [c for c in log.COLUMNS if c not in ("seq", "mac", "key_id")])
def test_a_change_to_any_column_of_any_row_is_found_at_that_row(rows, column):
    for changed in (0, 1, 2):
        forged = [dict(row) for row in rows]
        forged[changed][column] = b"x" if column == "subject" else 12345

        assert verify.verify(forged, {1: KEY}).broken_at == changed + 1


def test_a_row_taken_out_is_found(rows):
    assert verify.verify([rows[0], rows[2]], {1: KEY}).broken_at == 3


def test_rows_put_in_another_order_are_found(rows):
    assert not verify.verify([rows[1], rows[0], rows[2]], {1: KEY}).ok


def test_a_chain_computed_anew_with_another_key_is_found(rows):
    forged = [row | {"key_id": 1} for row in rows]
    forged[0]["mac"] = chain.link(OTHER, chain.GENESIS, _columns(forged[0]))

    assert verify.verify(forged, {1: KEY}).broken_at == 1


def test_rows_whose_key_is_lost_are_named_and_neither_proven_nor_disproven(rows):
    report = verify.verify(rows, {})

    assert (report.ok, report.unverifiable) == (True, [1])


def test_no_text_name_or_reason_is_in_what_is_chained(rows):
    chained = b"".join(chain.canonical(_columns(row)) for row in rows)

    for text in (b"recipe", b"first", b"no longer true", b"a description"):
        assert text not in chained


def test_the_subject_of_a_delete_is_that_of_the_revision_that_was_deleted(rows):
    saved, _second, deleted = rows

    assert deleted["subject"] == saved["subject"]
    assert (deleted["rev_before"], deleted["rev_after"]) == (saved["seq"], None)


def test_the_subject_is_keyed_so_that_a_guess_at_an_erased_text_proves_nothing():
    args = (7, "name", b"head", b"text")

    assert chain.subject(KEY, *args) != chain.subject(OTHER, *args)


def test_the_borders_of_hashed_parts_count():
    assert chain.keyed(KEY, b"p", b"ab", b"c") != chain.keyed(KEY, b"p", b"a", b"bc")


def test_a_key_does_not_show_its_secret():
    assert "k" * 8 not in repr(KEY)


def _columns(row):
    return {name: value for name, value in row.items() if name != "mac"}
