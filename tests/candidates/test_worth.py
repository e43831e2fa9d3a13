"""What candidate sets are worth."""

import numpy as np
import pytest

from plclust.candidates import labels_per_class


def test_plain_labels_count_one_each():
    candidates = np.vstack([np.eye(3, dtype=bool)] * 4 + [np.ones((5, 3), dtype=bool)])
    assert labels_per_class(candidates) == pytest.approx(4.0)


def test_larger_sets_are_worth_less():
    sets = [np.arange(8) < size for size in range(1, 9)]
    worths = [labels_per_class(np.array([chosen])) for chosen in sets]
    assert worths == sorted(worths, reverse=True)
    assert worths[-1] == 0.0


@pytest.mark.parametrize("n_classes", [0, 1])
def test_without_a_choice_nothing_is_said(n_classes):
    assert labels_per_class(np.ones((4, n_classes), dtype=bool)) == 0.0


def test_candidates_of_any_form():
    assert labels_per_class(["a", "b|a", None, "c"]) == pytest.approx(
        (2 + 1 - np.log(2) / np.log(3)) / 3
    )
