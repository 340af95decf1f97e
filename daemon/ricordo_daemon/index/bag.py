"""One weighted bag of terms for each memory (DESIGN section 7)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ricordo_daemon.index.api import Document
from ricordo_daemon.text.analyse import analyse

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ricordo_daemon.policy.model import Ns, Rid, Seq

NAME_WEIGHT = 3.0
DESCRIPTION_WEIGHT = 2.0
TAG_WEIGHT = 2.0


def document(  # noqa: PLR0913  a memory has this many indexed columns
    rid: Rid,
    seq: Seq,
    ns: Ns,
    type_: str,
    *,
    name: str,
    description: str,
    tags: Iterable[str],
    content: str,
) -> Document:
    """Return the memory as the index sees it.

    Pass an empty `name` for a generated one, and an empty `description` for a derived row, whose
    text must count once. Weights are whole numbers, so sums of them are exact in any order.
    """
    bag = {term: float(count) for term, count in Counter(analyse(content)).items()}
    fields = (
        (name, NAME_WEIGHT),
        (description, DESCRIPTION_WEIGHT),
        ("\n".join(tags), TAG_WEIGHT),  # no run of the analyser crosses a line
    )
    for text, weight in fields:
        for term in analyse(text):
            bag[term] = bag.get(term, 0.0) + weight
    return Document(rid, seq, ns, type_, bag, sum(bag.values()))
