"""BM25, and the exact best of many scores.

`n`, `df` and the average length are always of the documents that the caller may see: a global
df would tell how many memories of others hold a word. A filter by type narrows the hits only, so
that a memory scores the same with and without it.
"""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

K1 = 1.2
B = 0.75


def idf(n: int, df: int) -> float:
    """Return Lucene's inverse document frequency: positive for every df from 0 to n."""
    return log(1.0 + (n - df + 0.5) / (df + 0.5))


def norms(lengths: NDArray[np.float64], average: float) -> NDArray[np.float64]:
    """Return what BM25 adds to the frequency of a term in documents of these lengths."""
    return K1 * (1.0 - B) + lengths * (K1 * B / average)


def gains(
    weights: NDArray[np.float64], norms_: NDArray[np.float64], idf_: float
) -> NDArray[np.float64]:
    """Return what one term adds to the scores of documents that hold it with these weights."""
    return weights / (weights + norms_) * (idf_ * (K1 + 1.0))


def leading(scores: NDArray[np.float64], k: int) -> NDArray[np.intp]:
    """Return the positions of scores that are no worse than the `k`-th best; linear."""
    if k >= len(scores):
        return np.arange(len(scores))
    if k == 0:
        return np.empty(0, np.intp)
    kth = len(scores) - k
    return np.flatnonzero(scores >= np.partition(scores, kth)[kth])


def best(scores: NDArray[np.float64], seqs: NDArray[np.int64], k: int) -> NDArray[np.intp]:
    """Return the positions of the `k` best scores, best first; ties newest `seq` first."""
    chosen = leading(scores, k)
    return chosen[np.lexsort((-seqs[chosen], -scores[chosen]))][:k]
