"""Arrays that make a table, and those that contradict each other."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from plclust.datasets import load_mat
from plclust.datasets._tables import candidate_table, label_table

MISTAKES = {
    "samples in columns": ({"data": np.zeros((4, 30))}, "transpose the samples"),
    "labels in rows": (
        {"target": np.zeros((30, 3)), "partial_target": np.zeros((30, 3))},
        "stored classes x samples",
    ),
    "no features": ({"data": np.zeros((30, 0))}, "expected one row per sample"),
    "classes": ({"partial_target": np.ones((4, 30))}, r"\(3, 30\) and partial_target \(4, 30\)"),
    "values": ({"partial_target": np.full((3, 30), 2)}, "values from 2 to 2"),
    "fractions": ({"target": np.full((3, 30), 1 / 3)}, "expected 0 and 1"),
    "missing value": ({"data": np.full((30, 4), np.nan)}, "30 samples .* NaN"),
    "infinite value": ({"data": np.full((30, 4), np.inf)}, "infinite"),
    "no truth": ({"target": np.zeros((3, 30))}, "30 samples .* no or several true labels"),
    "truth outside": ({"partial_target": np.zeros((3, 30))}, "true label of 30 samples"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_contradictions(arrays, mat, mistake):
    change, message = MISTAKES[mistake]
    path = mat({**arrays, **change})
    with pytest.raises(ValueError, match=message):
        load_mat(path)


@pytest.mark.parametrize(
    "labels", [np.array([0.5, 1]), np.array([np.nan, 1]), np.array([np.inf, 1])]
)
def test_labels_that_are_no_integers(mat, labels):
    path = mat({"X": np.eye(2), "Y": labels})
    with pytest.raises(ValueError, match="expected a column of integers"):
        load_mat(path)


def test_integer_types(arrays, mat):
    bunch = load_mat(mat(arrays))
    arrays["target"] = arrays["target"].astype(np.uint8)
    arrays["partial_target"] = arrays["partial_target"].astype(bool)
    assert_array_equal(load_mat(mat(arrays)).target, bunch.target)


def test_labels_keep_their_values():
    table = label_table(np.eye(3), np.array([[7.0, -2.0, 7.0]]), "mine")
    assert_array_equal(table.target, [7, -2, 7])
    assert_array_equal(table.classes, [-2, 7])
    assert table.target.dtype == np.int64


def test_labels_are_a_single_row_or_column():
    with pytest.raises(ValueError, match=r"labels in mine have shape \(2, 2\)"):
        label_table(np.eye(4), np.ones((2, 2)), "mine")


def test_classes_that_are_never_true_are_kept():
    table = candidate_table(
        np.ones((2, 1)), np.array([[0, 0], [1, 1]]), np.array([[0, 1], [1, 1]]), "mine"
    )
    assert_array_equal(table.classes, [0, 1])
    assert_array_equal(table.target, [1, 1])
    assert_array_equal(table.candidates, [[False, True], [True, True]])


def test_the_first_wrong_row_is_named():
    data = np.ones((3, 2))
    data[1:, 1] = np.nan
    with pytest.raises(ValueError, match=r"2 samples in mine .* the first in row 1"):
        label_table(data, np.ones((3, 1)), "mine")
