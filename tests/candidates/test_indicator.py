"""Matrices of 0 and 1, with and without names of the columns."""

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from scipy import sparse
from sklearn.exceptions import DataConversionWarning

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


@pytest.mark.parametrize("dtype", [int, bool])
@pytest.mark.parametrize("form", [np.array, pd.DataFrame, sparse.csr_array])
def test_a_single_column_holds_labels(form, dtype):
    column = form(np.array([[0], [1]], dtype=dtype))
    with pytest.warns(DataConversionWarning, match=r"column-vector y .*Hint: np\.ravel\(y\)"):
        candidates, classes = check_candidates(column)
    assert candidates.tolist() == [[True, False], [False, True]]
    assert classes.tolist() == [0, 1]


@pytest.mark.parametrize("dtype", [int, bool])
@pytest.mark.parametrize("form", [np.array, sparse.csr_array])
def test_a_single_column_marks_the_samples_of_a_single_class(form, dtype):
    candidates, classes = check_candidates(form(np.array([[0], [1]], dtype)), classes=["cat"])
    assert (candidates.tolist(), classes.tolist()) == ([[True], [True]], ["cat"])
    marks = pd.DataFrame({"cat": np.array([0, 1], dtype)})
    assert check_candidates(marks, classes=["cat"])[1].tolist() == ["cat"]


def test_what_marks_a_single_class_is_no_surprise():
    candidates, _ = check_candidates(["cat", None])
    np.testing.assert_array_equal(check_candidates(candidates)[0], candidates)


def test_a_table_that_numpy_cannot_read_is_named():
    class Lazy:
        shape = 3, 2

        def __len__(self):
            return 3

    with pytest.raises(ValueError, match=r"of type Lazy, of which NumPy .*Hint: convert it first"):
        check_candidates(Lazy())


def test_missing_entries_of_arrow_tables_are_refused():
    table = pa.table({"a": [True, None], "b": [False, True]})
    with pytest.raises(ValueError, match=r"y has None in row 1, column 0.*Hint: write 0 in every"):
        check_candidates(table)


MISTAKES = {
    "score": (np.array([[1, 0], [0.3, 1]]), r"y has 0\.3 in row 1, column 0.*Hint: threshold"),
    "sparse score": (sparse.csr_matrix([[1, 0], [0, 0.3]]), r"0\.3 in row 1, column 1.*threshold"),
    "count": (np.array([[1, 2]]), "y has 2 in row 0, column 1, expected an indicator matrix"),
    "nan": (np.array([[1, np.nan]]), "y has nan in row 0, column 1.*Hint: write 0 in every"),
    "sparse nan": (sparse.csr_matrix([[1, np.nan]]), "y has nan in row 0, column 1"),
    "NA": (pd.DataFrame([[1, pd.NA]], columns=["a", "b"]), "y has <NA> in row 0, column 1"),
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


def test_marks_of_a_single_class_are_0_and_1():
    with pytest.raises(ValueError, match=r"(?s)y has 2 in row 1.*Hint: pass np\.ravel\(y\)"):
        check_candidates(np.array([[1], [2]]), classes=["cat"])


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


def test_only_columns_are_unwrapped():
    assert unwrap_column(pd.DataFrame({"y": ["a|b", "c"]})) == ["a|b", "c"]
    assert unwrap_column(np.array([[{"a"}], [{"b"}]])) == [{"a"}, {"b"}]
    assert unwrap_column(pa.table({"y": [1, None]})) == [1, None]
    for y in (np.array([["a", "b"]]), sparse.eye_array(2), ["a"], np.zeros((3, 1, 2))):
        assert unwrap_column(y) is y


def test_a_column_is_unwrapped_beside_a_single_class_if_it_has_text():
    marks, names = np.array([[1], [0]]), np.array([["a"], [""]])
    assert unwrap_column(marks, np.array(["a"])) is marks
    assert unwrap_column(names, np.array(["a"])) == ["a", ""]


def test_named_columns_take_the_order_of_the_classes():
    y = pd.DataFrame([[1, 0]], columns=["b", "a"])
    marks, classes = read_matrix(y, None)
    assert (marks.tolist(), classes.tolist()) == ([[False, True]], ["a", "b"])
    marks, classes = read_matrix(y, np.array(["c", "b", "a"]))
    assert (marks.tolist(), classes.tolist()) == ([[False, True, False]], ["c", "b", "a"])


def test_columns_without_names_are_numbered():
    marks, classes = read_matrix(np.array([[0, 1, 1]]), None)
    assert (marks.tolist(), classes.tolist()) == ([[False, True, True]], [0, 1, 2])


def test_columns_may_have_any_name():
    y = pd.DataFrame({"column_names": [1, 0], "columns": [0, 1]})
    assert check_candidates(y)[1].tolist() == ["column_names", "columns"]
    assert check_candidates(pd.DataFrame({"column_names": ["x", "y"]}))[1].tolist() == ["x", "y"]
