"""Matrices of 0 and 1, with and without names of the columns."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from plclust.candidates import check_candidates
from plclust.candidates._indicator import is_matrix, read_matrix, unwrap_column


def test_explicit_zeros_of_a_sparse_matrix_are_zeros():
    y = sparse.coo_matrix(([1, 0, 1], ([0, 0, 1], [0, 1, 1])), shape=(2, 2))
    np.testing.assert_array_equal(check_candidates(y)[0], np.eye(2))


def test_one_dimensional_sparse_array():
    with pytest.raises(ValueError, match=r"y has shape \(3,\)"):
        check_candidates(sparse.coo_array([1, 0, 1]))


def test_masked_indicators_are_refused():
    with pytest.raises(ValueError, match=r"masked entries.*Hint: y.filled\(0\)"):
        check_candidates(np.ma.array(np.eye(3), mask=np.eye(3)))


@pytest.mark.parametrize("column", [np.array([[0], [1]]), pd.DataFrame({"label": [0, 1]})])
def test_column_of_labels_is_no_indicator(column):
    with pytest.raises(ValueError, match=r"pass np\.ravel"):
        check_candidates(column)
    assert check_candidates(column.astype(bool))[0].shape == (2, 1)
    assert check_candidates(np.asarray(column), classes=["cat"])[1].tolist() == ["cat"]


MISTAKES = {
    "score": (np.array([[1, 0], [0.3, 1]]), r"y has 0\.3 in row 1, column 0.*Hint: threshold"),
    "sparse score": (sparse.csr_matrix([[1, 0], [0, 0.3]]), r"0\.3 in row 1, column 1.*threshold"),
    "count": (np.array([[1, 2]]), "y has 2 in row 0, column 1, expected an indicator matrix"),
    "nan": (np.array([[1, np.nan]]), "y has nan in row 0, column 1.*Hint: write 0 in every"),
    "sparse nan": (sparse.csr_matrix([[1, np.nan]]), "y has nan in row 0, column 1"),
    "NA": (pd.DataFrame([[1, pd.NA]], columns=["a", "b"]), "y has <NA> in row 0, column 1"),
    "column": (np.array([[1], [2]]), r"y has 2 in row 1, column 0.*Hint: pass np\.ravel\(y\)"),
    "frame column": (pd.DataFrame({"y": [0, -1]}), r"y has -1 in row 1.*np\.ravel\(y\)"),
    "votes": (np.array([["a", "b"]]), "y has 'a' in row 0, column 0.*list of sets, votes.*from_v"),
    "cube": (np.zeros((2, 2, 2)), r"y has shape \(2, 2, 2\), expected \(n_samples, n_classes\)"),
    "repeated column": (
        pd.DataFrame([[1, 0]], columns=["a", "a"]),
        "'a' occurs more than once in the columns of y.*Hint: rename or merge",
    ),
    "missing column": (pd.DataFrame([[1, 0]], columns=["a", None]), "stands for a missing label"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistakes(mistake):
    y, message = MISTAKES[mistake]
    with pytest.raises(ValueError, match=f"(?s){message}"):
        check_candidates(y)


@pytest.mark.parametrize(
    "y, classes, message",
    [
        (np.eye(2), ["a"], "y has 2 columns, expected 1, one per class.*Hint: name the columns"),
        (sparse.eye(2), ["a"], "y has 2 columns, expected 1"),
        (pd.DataFrame({"a": [1], "b": [0]}), ["a"], "y has a column 'b'.*Hint: add it to classes"),
    ],
)
def test_columns_that_are_no_classes(y, classes, message):
    with pytest.raises(ValueError, match=f"(?s){message}"):
        check_candidates(y, classes=classes)


@pytest.mark.parametrize(
    "y, expected",
    [
        (np.eye(2), True),
        (sparse.eye_array(2), True),
        (pd.DataFrame({"a": [1]}), True),
        (np.zeros(3), False),
        (pd.Series([1]), False),
        ([[1, 0]], False),
    ],
)
def test_lists_are_no_matrices(y, expected):
    assert is_matrix(y) is expected


def test_only_columns_of_text_or_sets_are_unwrapped():
    assert unwrap_column(pd.DataFrame({"y": ["a|b", "c"]})) == ["a|b", "c"]
    assert unwrap_column(np.array([[{"a"}], [{"b"}]])) == [{"a"}, {"b"}]
    for y in (np.array([[1], [0]]), np.array([["a", "b"]]), sparse.eye_array(1), ["a"]):
        assert unwrap_column(y) is y


def test_named_columns_take_the_order_of_the_classes():
    y = pd.DataFrame([[1, 0]], columns=["b", "a"])
    marks, classes = read_matrix(y, None)
    assert (marks.tolist(), classes.tolist()) == ([[False, True]], ["a", "b"])
    marks, classes = read_matrix(y, np.array(["c", "b", "a"]))
    assert (marks.tolist(), classes.tolist()) == ([[False, True, False]], ["c", "b", "a"])


def test_columns_without_names_are_numbered():
    marks, classes = read_matrix(np.array([[0, 1, 1]]), None)
    assert (marks.tolist(), classes.tolist()) == ([[False, True, True]], [0, 1, 2])
