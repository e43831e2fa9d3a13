"""Candidate sets that recur."""

from math import comb

import numpy as np
import pytest

from plclust.candidates import simulate_false_positives
from plclust.disambiguation import recurrence_likelihoods
from plclust.disambiguation._recurrence import CONCENTRATIONS


@pytest.fixture
def scenes():
    """Sets of four scenes that come up again and again, and five sets of no scene."""
    kinds = np.array(
        [[1, 1, 0, 0, 0, 0], [0, 1, 1, 1, 0, 0], [0, 0, 0, 1, 1, 0], [1, 0, 0, 0, 0, 1]]
    )
    odd = np.array(
        [
            [1, 0, 1, 0, 0, 0],
            [0, 1, 0, 0, 1, 0],
            [1, 1, 0, 0, 0, 1],
            [0, 0, 1, 0, 0, 1],
            [0] * 5 + [1],
        ]
    )
    return np.vstack([np.repeat(kinds, 12, axis=0), odd]).astype(bool)


def share_of_set(whole, c, others, concentration):
    """The formula of the docstring, for one set that holds class c."""
    holding = [other for other in others if other[c] and other.sum() == whole.sum()]
    n_equal = sum(np.array_equal(other, whole) for other in holding)
    n_possible = comb(len(whole) - 1, int(whole.sum()) - 1)
    return (n_equal * n_possible + concentration) / (len(holding) + concentration)


def plainly(sets, concentration):
    """Likelihoods of given, extended and swapped sets, one set and one class at a time."""
    given, extended, swapped = np.ones((3, *sets.shape))
    each = np.eye(sets.shape[1], dtype=bool)
    for i, own in enumerate(sets):
        others = np.delete(sets, i, axis=0)
        for c in range(len(own)):
            if own[c]:
                given[i, c] = share_of_set(own, c, others, concentration)
                continue
            extended[i, c] = share_of_set(own | each[c], c, others, concentration)
            swaps = [own & ~each[r] | each[c] for r in np.flatnonzero(own)]
            swapped[i, c] = np.mean(
                [share_of_set(swap, c, others, concentration) for swap in swaps]
            )
    return given, extended, swapped


def test_it_is_the_formula_at_the_likeliest_concentration(scenes):
    candidates = [plainly(scenes, concentration) for concentration in CONCENTRATIONS]
    evidence = [np.log(given.mean(axis=1, where=scenes)).sum() for given, *_ in candidates]
    best = int(np.argmax(evidence))
    assert 0 < best < len(CONCENTRATIONS) - 1
    for found, expected in zip(recurrence_likelihoods(scenes), candidates[best], strict=True):
        np.testing.assert_allclose(found, expected)


def test_sets_of_no_scene_are_unlikely(scenes):
    likelihood = recurrence_likelihoods(scenes).given.max(axis=1, initial=0.0, where=scenes)
    assert likelihood[:-5].min() > 1.0
    assert likelihood[-5:].max() <= 1.0


def test_what_a_set_lacks_is_told_by_the_whole_sets():
    sets = np.array([[1, 1, 1, 0, 0]] * 9 + [[0, 0, 1, 1, 1]] * 9 + [[1, 1, 0, 0, 0]], dtype=bool)
    with_class = recurrence_likelihoods(sets).extended[-1]
    assert with_class[2] > 1.0 > with_class[3:].max()


def test_what_a_class_took_the_place_of_is_told_by_the_sets_it_should_be_in():
    sets = np.array([[1, 1, 0, 0, 0]] * 9 + [[0, 0, 1, 1, 0]] * 9 + [[1, 0, 0, 0, 1]], dtype=bool)
    instead = recurrence_likelihoods(sets).swapped[-1]
    assert instead[1] > 1.0 > instead[2:4].max()


def test_sets_that_do_not_recur_tell_nothing():
    truth = np.arange(300) % 10
    sets, _ = simulate_false_positives(truth, 4, random_state=0)
    for likelihood in recurrence_likelihoods(sets):
        np.testing.assert_allclose(likelihood, 1.0, atol=0.02)


def test_very_many_classes_do_not_overflow():
    sets = np.zeros((3, 4000), dtype=bool)
    sets[:2, :1500] = True
    sets[2, 1000:2500] = True
    likelihoods = recurrence_likelihoods(sets)
    assert all(np.isfinite(likelihood).all() for likelihood in likelihoods)
    assert likelihoods.given[0, 0] > likelihoods.given[2, 2000]
