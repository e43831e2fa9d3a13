"""Sets, complementary labels and what counts as labelled."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from plclust.candidates import check_candidates, from_complementary, is_labelled, to_sets

matrices = arrays(bool, array_shapes(min_dims=2, max_dims=2, min_side=0, max_side=6))
labels = st.one_of(
    st.integers(0, 50), st.text("abc|", min_size=1), st.tuples(st.integers(), st.text())
)


@settings(deadline=None)
@given(matrices, st.data())
def test_sets_round_trip(matrix, data):
    q = matrix.shape[1]
    classes = data.draw(st.lists(labels, min_size=q, max_size=q, unique=True))
    candidates, named = check_candidates(matrix, classes=classes)
    back, same = check_candidates(to_sets(candidates, named), len(matrix), classes=named)
    np.testing.assert_array_equal(back, candidates)
    assert same.tolist() == named.tolist() == classes


def test_to_sets():
    sets = to_sets([[1, 0, 1], [0, 1, 0]] @ np.eye(3), ["a", "b", "c"])
    assert sets.dtype == object
    assert sets.tolist() == [{"a", "c"}, {"b"}]
    assert all(type(each) is frozenset for each in sets)


def test_unlabelled_is_the_empty_set():
    assert to_sets(np.array([[1, 1], [0, 0], [0, 1]])).tolist() == [set(), set(), {1}]


def test_to_sets_says_when_classes_do_not_fit():
    with pytest.raises(ValueError, match="y has 2 columns, expected 1"):
        to_sets(np.eye(2), ["a"])


def test_is_labelled():
    np.testing.assert_array_equal(
        is_labelled(np.array([[1, 0], [1, 1], [0, 0]])), [True, False, False]
    )
    assert is_labelled(np.ones((3, 0))).tolist() == [False] * 3


def test_with_one_class_nothing_is_labelled():
    assert is_labelled(["a", "a", None]).tolist() == [False] * 3


@pytest.mark.parametrize(
    "y",
    [
        ["a", "b|c", None],
        [{"a"}, {"b", "c"}, set()],
        np.array([[1, 0, 0], [0, 1, 1], [0, 0, 0]]),
        pd.Series(["a", ["b", "c"], np.nan]),
    ],
)
def test_from_complementary(y):
    candidates, classes = from_complementary(y, 3, classes=["a", "b", "c"])
    np.testing.assert_array_equal(candidates, [[0, 1, 1], [1, 0, 0], [1, 1, 1]])
    assert classes.tolist() == ["a", "b", "c"]


def test_complementary_labels_name_the_classes():
    candidates, classes = from_complementary([2, 0, -1, 1])
    assert classes.tolist() == [0, 1, 2]
    np.testing.assert_array_equal(candidates, [[1, 1, 0], [0, 1, 1], [1, 1, 1], [1, 0, 1]])


def test_nothing_excluded():
    assert from_complementary(None, 2, classes=["a", "b"])[0].all()
    assert from_complementary([None, None])[0].shape == (2, 0)


def test_everything_excluded():
    with pytest.raises(ValueError, match=r"y\[1\] excludes all 2 classes.*Hint: pass classes="):
        from_complementary([{"a"}, {"a", "b"}])


@settings(deadline=None)
@given(matrices.filter(lambda m: m.shape[1] > 1 and not m.all(axis=1).any()))
def test_complement_of_the_complement(matrix):
    candidates, classes = from_complementary(matrix)
    np.testing.assert_array_equal(candidates, ~matrix)
    np.testing.assert_array_equal(check_candidates(candidates, classes=classes)[0], ~matrix)


def test_masked_indicators_are_refused():
    masked = np.ma.array(np.eye(2, dtype=bool), mask=np.eye(2))
    with pytest.raises(ValueError, match="indicator matrix with masked entries"):
        is_labelled(masked)
