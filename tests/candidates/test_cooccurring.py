"""Wrong labels of which one is the partner of the true label."""

import numpy as np
import pytest

from plclust.candidates import (
    simulate_cooccurring,
)


def test_the_probability_of_a_partner_is_one_number():
    with pytest.raises(ValueError, match="expected a number from 0 to 1"):
        simulate_cooccurring([0, 1, 2], [0.1, 0.2, 0.3])


@pytest.mark.parametrize(
    "partners", [{0: 2, 1: 0, 2: 3, 3: 2}, [2, 0, 3, 2], np.array([2, 0, 3, 2])]
)
@pytest.mark.parametrize("r, others", [(1, 0.2), (2, 0.7)])
def test_partner_comes_with_its_probability(Y, entering_rates, partners, r, others):
    # Besides the partner, in 0.6 of the cases r - 1 of two others enter, in 0.4 r of two.
    drawn, _ = simulate_cooccurring(Y, 0.6, n_false_positives=r, partners=partners, random_state=0)
    expected = np.full((4, 4), others)
    np.fill_diagonal(expected, 1)
    expected[range(4), [2, 0, 3, 2]] = 0.6
    np.testing.assert_allclose(entering_rates(drawn), expected, atol=0.035)


def test_no_room_to_leave_the_partner_out(Y):
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


def test_without_false_positives_there_is_no_partner():
    candidates, _ = simulate_cooccurring(["a", "b"], 1.0, n_false_positives=0)
    np.testing.assert_array_equal(candidates, np.eye(2))


def test_partners_are_in_the_order_of_the_classes():
    candidates, classes = simulate_cooccurring(
        ["a", "b"], 1.0, partners=["b", "a", "c"], classes=["c", "b", "a"]
    )
    assert classes.tolist() == ["c", "b", "a"]
    np.testing.assert_array_equal(candidates, [[1, 0, 1], [0, 1, 1]])
