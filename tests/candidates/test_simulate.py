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
Y = np.repeat(np.arange(4), 5000)


def entering_rates(candidates):
    """Share of candidates by true class (row) and class (column)."""
    return np.array([candidates[c == Y].mean(axis=0) for c in range(4)])


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
def test_seed_determines_the_draw(simulate):
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
def test_false_positives_are_uniform(r):
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
def test_flip_probabilities(probability):
    rates = entering_rates(simulate_flips(Y, probability, random_state=0)[0])
    expected = np.array(np.broadcast_to(probability, (4, 4)))
    np.fill_diagonal(expected, 1)
    np.testing.assert_allclose(rates, expected, atol=0.035)


def test_flips_are_independent():
    candidates = simulate_flips(Y, 0.5, random_state=0)[0][Y == 0]
    together = (candidates[:, 1] & candidates[:, 2]).mean()
    np.testing.assert_allclose(together, 0.25, atol=0.031)


def test_the_probability_of_a_partner_is_one_number():
    with pytest.raises(ValueError, match="expected a number from 0 to 1"):
        simulate_cooccurring([0, 1, 2], [0.1, 0.2, 0.3])


def test_certain_flips_leave_nothing_to_learn():
    assert simulate_flips(Y, 1.0)[0].all()
    np.testing.assert_array_equal(simulate_flips(np.arange(3), 0.0)[0], np.eye(3))


@pytest.mark.parametrize("probability", [-0.1, 1.5, np.nan, [0, 0, 0, 20], "high"])
@pytest.mark.parametrize("simulate", [simulate_flips, simulate_cooccurring])
def test_impossible_probability(simulate, probability):
    with pytest.raises(
        ValueError, match=r"probability is .*expected (a number|numbers) from 0 to 1.*Hint"
    ):
        simulate(Y, probability)


def test_probability_of_wrong_shape():
    with pytest.raises(ValueError, match=r"probability has shape \(3,\).*\(4,\) or \(4, 4\).*Hint"):
        simulate_flips(Y, [0.1, 0.2, 0.3])


@pytest.mark.parametrize(
    "partners", [{0: 2, 1: 0, 2: 3, 3: 2}, [2, 0, 3, 2], np.array([2, 0, 3, 2])]
)
@pytest.mark.parametrize("r, others", [(1, 0.2), (2, 0.7)])
def test_partner_comes_with_its_probability(partners, r, others):
    # Besides the partner, in 0.6 of the cases r - 1 of two others enter, in 0.4 r of two.
    drawn, _ = simulate_cooccurring(Y, 0.6, n_false_positives=r, partners=partners, random_state=0)
    expected = np.full((4, 4), others)
    np.fill_diagonal(expected, 1)
    expected[range(4), [2, 0, 3, 2]] = 0.6
    np.testing.assert_allclose(entering_rates(drawn), expected, atol=0.035)


def test_no_room_to_leave_the_partner_out():
    assert simulate_cooccurring(Y, 0.0, n_false_positives=3)[0].all()


def test_random_partners_are_other_classes_and_all_possible():
    seen = np.zeros((4, 4), dtype=bool)
    for seed in range(40):
        candidates, _ = simulate_cooccurring(np.arange(4), 1.0, random_state=seed)
        assert (candidates.sum(axis=0) == 2).all()  # each class is the partner of one other
        seen |= candidates
    assert seen.all()


@pytest.mark.parametrize(
    "partners, message",
    [
        ({"a": "b", "b": "a"}, "partners gives class 'c' itself or nothing.*Hint: leave partners"),
        ({"a": "b", "b": "b", "c": "a"}, "partners gives class 'b' itself or nothing"),
        ({"a": "b", "b": "z", "c": "a"}, r"partners\[1\] names 'z', which is not among"),
        (["b", "a"], "partners has 2 entries, expected 3, one per class.*Hint: pass a mapping"),
    ],
)
def test_impossible_partners(partners, message):
    with pytest.raises(ValueError, match=message):
        simulate_cooccurring(["a", "b", "c"], partners=partners)
