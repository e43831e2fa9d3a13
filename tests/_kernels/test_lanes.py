"""Weighted sums of a few columns at a time."""

import numba
import numpy as np
import pytest

from plclust._kernels._lanes import sum_of_lanes

sum_pairs = sum_of_lanes(2)


@numba.njit
def add_up(indices, weights, begin, end, rows, one, other, out, i):
    sum_pairs(indices, weights, begin, end, rows, one, other, out, i)


@pytest.fixture
def entries():
    """Rows of seven columns, and five weighted entries."""
    rng = np.random.default_rng(0)
    return np.array([3, 0, 3, 1, 2]), rng.standard_normal(5), rng.standard_normal((4, 7))


@pytest.mark.parametrize("index, number", [(np.int32, np.float64), (np.int64, np.float32)])
def test_two_groups_of_columns_are_summed_and_no_others(entries, index, number):
    indices, weights, rows = (
        part.astype(dtype) for part, dtype in zip(entries, (index, number, number), strict=True)
    )
    out = np.full((3, 7), np.nan, dtype=number)
    add_up(indices, weights, 1, 4, rows, 0, 5, out, 1)
    expected = weights[1:4] @ rows[indices[1:4]]
    np.testing.assert_allclose(out[1, [0, 1, 5, 6]], expected[[0, 1, 5, 6]], rtol=1e-5)
    assert np.isnan(out[1, 2:5]).all()
    assert np.isnan(out[[0, 2]]).all()


def test_groups_may_overlap(entries):
    indices, weights, rows = entries
    out = np.full((1, 7), np.nan)
    add_up(indices, weights, 0, 5, rows, 2, 3, out, 0)
    np.testing.assert_allclose(out[0, 2:5], (weights @ rows[indices])[2:5])


def test_the_sum_of_nothing_is_zero(entries):
    indices, weights, rows = entries
    out = np.full((1, 7), np.nan)
    add_up(indices, weights, 2, 2, rows, 0, 4, out, 0)
    np.testing.assert_array_equal(out[0, [0, 1, 4, 5]], 0.0)
