import math

import numpy as np
import pytest

from ricordo_daemon.index.score import best, gains, idf, leading, norms


def test_idf_is_lucenes_and_positive_even_for_a_word_in_every_document():
    assert idf(10, 2) == pytest.approx(math.log(1 + 8.5 / 2.5))
    assert idf(10, 10) > 0


def test_a_gain_is_bm25_with_the_standard_parameters():
    lengths, weights = np.array([5.0, 20.0]), np.array([1.0, 4.0])
    expected = [
        2.0 * w * 2.2 / (w + 1.2 * (0.25 + 0.75 * length / 10.0))
        for w, length in zip(weights, lengths, strict=True)
    ]
    assert gains(weights, norms(lengths, 10.0), 2.0) == pytest.approx(expected)


def test_the_best_are_in_order_and_ties_are_newest_first():
    scores, seqs = np.array([1.0, 3.0, 2.0, 3.0, 2.0]), np.array([1, 2, 3, 4, 5])
    assert best(scores, seqs, 4).tolist() == [3, 1, 4, 2]


@pytest.mark.parametrize("k", [0, 1, 5, 9])
def test_the_best_are_no_more_than_asked_for_or_there(k):
    assert len(best(np.ones(5), np.arange(5), k)) == min(k, 5)


def test_all_that_tie_with_the_last_lead():
    assert leading(np.array([1.0, 2.0, 2.0, 3.0]), 2).tolist() == [1, 2, 3]


def test_nothing_has_no_best():
    assert best(np.empty(0), np.empty(0, np.int64), 3).tolist() == []
