import numpy as np

from ricordo_daemon.index.masks import CACHED_SETS, Masks
from ricordo_daemon.policy.model import Ns, Visible

NAMESPACES = np.array([1, 2, 1, 5])
LENGTHS = np.array([1.0, 2.0, 4.0, 8.0])
ALL_ALIVE = np.ones(4, np.bool_)


def shown(*namespaces):
    return Visible(frozenset(map(Ns, namespaces)))


def test_a_mask_shows_the_namespaces_asked_for_and_counts_them():
    sight = Masks(NAMESPACES, LENGTHS).sight(shown(1, 9), ALL_ALIVE)
    assert sight.mask.tolist() == [True, False, True, False]
    assert (sight.count, sight.length) == (2, 5.0)


def test_the_empty_set_shows_nothing():
    sight = Masks(NAMESPACES, LENGTHS).sight(shown(), ALL_ALIVE)
    assert sight.mask.tolist() == [False] * 4
    assert (sight.count, sight.length) == (0, 0.0)


def test_a_sight_of_everything_needs_no_mask():
    assert Masks(NAMESPACES, LENGTHS).sight(shown(1, 2, 5), ALL_ALIVE).mask is None


def test_the_dead_are_not_seen_once_the_masks_are_forgotten():
    masks, alive = Masks(NAMESPACES, LENGTHS), ALL_ALIVE.copy()
    before = masks.sight(shown(1), alive)
    alive[0] = False
    masks.forget()
    after = masks.sight(shown(1), alive)
    assert (before.count, after.count, after.length) == (2, 1, 4.0)


def test_a_mask_is_kept_while_it_is_asked_for_and_only_so_many_are():
    masks = Masks(NAMESPACES, LENGTHS)
    first = masks.sight(shown(1), ALL_ALIVE)
    for ns in range(2, CACHED_SETS + 1):
        masks.sight(shown(ns), ALL_ALIVE)
    assert masks.sight(shown(1), ALL_ALIVE) is first
    for ns in range(100, 100 + CACHED_SETS):
        masks.sight(shown(ns), ALL_ALIVE)
    assert masks.sight(shown(1), ALL_ALIVE) is not first


def test_norms_follow_the_average_length():
    sight = Masks(NAMESPACES, LENGTHS).sight(shown(1), ALL_ALIVE)
    ten = sight.norms(10.0)
    assert sight.norms(10.0) is ten
    assert sight.norms(5.0)[3] > ten[3]
