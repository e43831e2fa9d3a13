"""Candidate sets that recur."""

from math import comb

import numpy as np
import pytest

from plclust.candidates import simulate_false_positives
from plclust.disambiguation import recurrence_likelihood
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


def plainly(sets, concentration):
    """The formula of the docstring, one set and one class at a time."""
    likelihood = np.zeros(sets.shape)
    for i, own in enumerate(sets):
        for c in range(len(own)):
            whole = own | (np.arange(len(own)) == c)
            others = [other for j, other in enumerate(sets) if j != i]
            holding = [other for other in others if other[c] and other.sum() == whole.sum()]
            n_equal = sum(np.array_equal(other, whole) for other in holding)
            n_possible = comb(len(own) - 1, int(whole.sum()) - 1)
            likelihood[i, c] = (n_equal * n_possible + concentration) / (
                len(holding) + concentration
            )
    return likelihood


def test_it_is_the_formula_at_the_likeliest_concentration(scenes):
    candidates = [plainly(scenes, concentration) for concentration in CONCENTRATIONS]
    evidence = [np.log(found.mean(axis=1, where=scenes)).sum() for found in candidates]
    best = int(np.argmax(evidence))
    assert 0 < best < len(CONCENTRATIONS) - 1
    np.testing.assert_allclose(recurrence_likelihood(scenes), candidates[best])


def test_sets_of_no_scene_are_unlikely(scenes):
    likelihood = recurrence_likelihood(scenes).max(axis=1, initial=0.0, where=scenes)
    assert likelihood[:-5].min() > 1.0
    assert likelihood[-5:].max() <= 1.0


def test_what_a_set_lacks_is_told_by_the_whole_sets():
    sets = np.array([[1, 1, 1, 0, 0]] * 9 + [[0, 0, 1, 1, 1]] * 9 + [[1, 1, 0, 0, 0]], dtype=bool)
    with_class = recurrence_likelihood(sets)[-1]
    assert with_class[2] > 1.0 > with_class[3:].max()


def test_sets_that_do_not_recur_tell_nothing():
    truth = np.arange(300) % 10
    sets, _ = simulate_false_positives(truth, 4, random_state=0)
    likelihood = recurrence_likelihood(sets)
    np.testing.assert_allclose(likelihood, 1.0, atol=0.02)


def test_very_many_classes_do_not_overflow():
    sets = np.zeros((3, 4000), dtype=bool)
    sets[:2, :1500] = True
    sets[2, 1000:2500] = True
    likelihood = recurrence_likelihood(sets)
    assert np.isfinite(likelihood).all()
    assert likelihood[0, 0] > likelihood[2, 2000]
