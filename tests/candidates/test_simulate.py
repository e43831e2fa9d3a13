"""False positives drawn without looking at the samples: counts, probabilities, mistakes.

The tolerances of the statistical checks are about five standard deviations.
"""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plclust.candidates import (
    simulate_cooccurring,
    simulate_false_positives,
    simulate_flips,
)

SIMULATORS = [simulate_false_positives, simulate_flips, simulate_cooccurring]


@pytest.mark.parametrize("simulate", SIMULATORS)
@pytest.mark.parametrize(
    "y",
    [
        ["b", "a", "c", "a"],
        np.array([1, 0, 2, 0]),
        pd.Series(["b", "a", "c", "a"], dtype="category"),
        ["a|b", "a", "c", "a"],
        [(1, 2), (0, 1), (3, 4), (0, 1)],
        [True, "a", 2.5, "a"],
    ],
)
def test_true_label_is_always_in(simulate, y):
    candidates, classes = simulate(y, random_state=0)
    assert candidates.dtype == bool
    assert candidates.shape == (4, 3)
    position = classes.tolist().index
    assert candidates[np.arange(4), [position(label) for label in list(y)]].all()


@pytest.mark.parametrize("simulate", SIMULATORS)
def test_seed_determines_the_draw(simulate, Y):
    first, again = (simulate(Y, random_state=7)[0] for _ in range(2))
    np.testing.assert_array_equal(first, again)
    other = simulate(Y, random_state=np.random.RandomState(8))[0]
    assert (first != other).any()


@pytest.mark.parametrize("simulate", SIMULATORS)
def test_classes_nobody_has(simulate):
    candidates, classes = simulate(["a"] * 500, 1, classes=["z", "a", "b"], random_state=0)
    assert classes.tolist() == ["z", "a", "b"]
    assert candidates[:, 1].all()
    assert candidates[:, [0, 2]].any()


@pytest.mark.parametrize("simulate", SIMULATORS)
@pytest.mark.parametrize("missing", [None, -1, np.nan])
def test_missing_truth(simulate, missing):
    with pytest.raises(ValueError, match=r"y\[1\] is missing, expected the true label.*Hint: drop"):
        simulate([0, missing, 1])


@pytest.mark.parametrize("simulate", SIMULATORS)
def test_truth_outside_classes(simulate):
    with pytest.raises(ValueError, match=r"y\[2\] names 'c'"):
        simulate(["a", "b", "c"], classes=["a", "b"])


@settings(deadline=None)
@given(st.integers(2, 8), st.data())
def test_exact_number_of_false_positives(q, data):
    r = data.draw(st.integers(0, q - 1))
    for simulate in (simulate_false_positives, simulate_cooccurring):
        candidates, _ = simulate(np.arange(q), n_false_positives=r, random_state=0)
        assert (candidates.sum(axis=1) == r + 1).all()


@pytest.mark.parametrize("r", [1, 2])
def test_false_positives_are_uniform(r, Y, entering_rates):
    rates = entering_rates(simulate_false_positives(Y, r, random_state=0)[0])
    expected = np.full((4, 4), r / 3)
    np.fill_diagonal(expected, 1)
    np.testing.assert_allclose(rates, expected, atol=0.035)


@pytest.mark.parametrize("simulate", [simulate_false_positives, simulate_cooccurring])
@pytest.mark.parametrize("r", [-1, 4, 1.0])
def test_impossible_number_of_false_positives(simulate, r):
    message = f"n_false_positives is {r}, expected an integer from 0 to 3.*Hint: pass classes="
    with pytest.raises(ValueError, match=message):
        simulate(np.arange(4), n_false_positives=r)


SCALAR = 0.3
VECTOR = np.array([0.0, 0.2, 0.7, 1.0])
MATRIX = np.linspace(0, 1, 16).reshape(4, 4)


@pytest.mark.parametrize(
    "probability", [SCALAR, VECTOR, MATRIX], ids=["scalar", "vector", "matrix"]
)
def test_flip_probabilities(probability, Y, entering_rates):
    rates = entering_rates(simulate_flips(Y, probability, random_state=0)[0])
    expected = np.array(np.broadcast_to(probability, (4, 4)))
    np.fill_diagonal(expected, 1)
    np.testing.assert_allclose(rates, expected, atol=0.035)


def test_flips_are_independent(Y):
    candidates = simulate_flips(Y, 0.5, random_state=0)[0][Y == 0]
    together = (candidates[:, 1] & candidates[:, 2]).mean()
    np.testing.assert_allclose(together, 0.25, atol=0.031)


def test_certain_flips_leave_nothing_to_learn(Y):
    assert simulate_flips(Y, 1.0)[0].all()
    np.testing.assert_array_equal(simulate_flips(np.arange(3), 0.0)[0], np.eye(3))


@pytest.mark.parametrize("probability", [-0.1, 1.5, np.nan, [0, 0, 0, 20], "high"])
@pytest.mark.parametrize("simulate", [simulate_flips, simulate_cooccurring])
def test_impossible_probability(simulate, probability, Y):
    with pytest.raises(
        ValueError, match=r"probability is .*expected (a number|numbers) from 0 to 1.*Hint"
    ):
        simulate(Y, probability)


def test_probability_of_wrong_shape(Y):
    with pytest.raises(ValueError, match=r"probability has shape \(3,\).*\(4,\) or \(4, 4\).*Hint"):
        simulate_flips(Y, [0.1, 0.2, 0.3])


def test_minus_one_is_a_true_label_if_the_classes_are_signs():
    with pytest.raises(ValueError, match=r"y\[1\] is missing.*Hint: .*pass classes=\[-1, 1\]"):
        simulate_flips([1, -1], 0.0)
    candidates, _ = simulate_flips([1, -1], 0.0, classes=[-1, 1])
    assert candidates.tolist() == [[False, True], [True, False]]
