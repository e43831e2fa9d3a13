"""Candidates from annotators."""

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from plclust.candidates import from_votes

VOTES = [["a", "a", "b"], ["b", "c", None], [None, None, None], ["c", "c", "c"]]
FORMS = {
    "lists": VOTES,
    "rows as arrays": [np.array(row, dtype=object) for row in VOTES],
    "array": np.array(VOTES, dtype=object),
    "frame": pd.DataFrame(VOTES, columns=["ann", "bob", "cid"]),
    "arrow": pa.Table.from_pandas(pd.DataFrame(VOTES, columns=["ann", "bob", "cid"])),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "min_votes, expected",
    [
        (1, [[1, 1, 0], [0, 1, 1], [1, 1, 1], [0, 0, 1]]),
        (2, [[1, 0, 0], [0, 1, 1], [1, 1, 1], [0, 0, 1]]),
        (5, [[1, 0, 0], [0, 1, 1], [1, 1, 1], [0, 0, 1]]),
    ],
)
def test_votes(form, min_votes, expected):
    candidates, classes = from_votes(FORMS[form], min_votes=min_votes)
    np.testing.assert_array_equal(candidates, expected)
    assert candidates.dtype == bool
    assert classes.tolist() == ["a", "b", "c"]


def test_polars_votes():
    pl = pytest.importorskip("polars")
    frame = pl.DataFrame(VOTES, schema=["ann", "bob", "cid"], orient="row")
    np.testing.assert_array_equal(from_votes(frame)[0], from_votes(VOTES)[0])


@pytest.mark.parametrize("missing", [-1, np.nan])
def test_numeric_votes(missing):
    candidates, classes = from_votes(np.array([[3, 5, missing], [5, 5, 3]]), min_votes=2)
    assert classes.tolist() == [3, 5]
    assert classes.dtype.kind == "i"
    np.testing.assert_array_equal(candidates, [[1, 1], [0, 1]])


def test_missing_vote_beside_strings():
    assert from_votes([["a", -1], ["b", np.nan]])[1].tolist() == ["a", "b"]


def test_classes_are_kept():
    candidates, classes = from_votes(VOTES, classes=["z", "c", "b", "a"])
    assert classes.tolist() == ["z", "c", "b", "a"]
    np.testing.assert_array_equal(candidates[0], [0, 0, 1, 1])


@pytest.mark.parametrize("shape", [(0, 3), (3, 0)])
def test_no_votes_at_all(shape):
    assert from_votes(np.empty(shape))[0].shape == (shape[0], 0)


@pytest.mark.parametrize(
    "votes, message",
    [
        ([["a"], ["a", "b"]], r"votes has rows of \[1, 2\] votes.*Hint: fill missing votes with N"),
        (["a", "b"], r"votes has rows of \[0\] votes, expected one row per sample"),
        (np.array([0, 1]), r"votes has shape \(2,\)"),
        (pd.Series(["a"]), r"votes has shape \(1,\)"),
        ([["a", ["b"]]], r"votes\.ravel\(\)\[1\] has a label that cannot be a class"),
    ],
)
def test_not_a_table(votes, message):
    with pytest.raises(ValueError, match=message):
        from_votes(votes)


def test_unknown_vote():
    with pytest.raises(ValueError, match=r"votes\.ravel\(\)\[3\] names 'b'"):
        from_votes([["a", "a"], ["a", "b"]], classes=["a"])


@pytest.mark.parametrize("min_votes", [0, 1.5, None, "2"])
def test_min_votes_out_of_range(min_votes):
    with pytest.raises(ValueError, match=r"expected an integer of at least 1.*Hint"):
        from_votes(VOTES, min_votes=min_votes)


def test_masked_votes_are_missing():
    votes = np.ma.array([[0, 1], [1, 2]], mask=[[0, 0], [0, 1]])
    for form in (votes, list(votes)):
        candidates, classes = from_votes(form)
        assert classes.tolist() == [0, 1]
        assert candidates.tolist() == [[True, True], [False, True]]


def test_minus_one_may_vote_if_the_classes_are_signs():
    votes = [[1, -1], [1, 1], [-1, None]]
    assert from_votes(votes)[1].tolist() == [1]
    candidates, _ = from_votes(votes, classes=[-1, 1])
    assert candidates.tolist() == [[True, True], [False, True], [True, False]]
