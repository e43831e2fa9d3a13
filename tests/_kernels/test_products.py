"""Products of sparse and narrow matrices against SciPy."""

import numpy as np
import pytest
from scipy import sparse

from plclust._kernels.products import mix_rows, multiply_rows
from reference.graphs import random_sparse


def random_matrix(n_rows, n_columns, dtype, index_dtype=np.int32):
    matrix = random_sparse(np.random.default_rng(0), (n_rows, n_columns), 0.2).astype(dtype)
    matrix.indptr = matrix.indptr.astype(index_dtype)
    matrix.indices = matrix.indices.astype(index_dtype)
    return matrix


@pytest.mark.parametrize("n_columns", [0, *range(1, 35), 64])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_any_number_of_columns(n_columns, dtype):
    matrix = random_matrix(30, 20, dtype)
    right = np.random.default_rng(1).standard_normal((20, n_columns)).astype(dtype)
    out = np.full((30, n_columns), np.nan, dtype=dtype)
    multiply_rows(0, 30, matrix.indptr, matrix.indices, matrix.data, right, out)
    np.testing.assert_allclose(out, matrix.toarray() @ right, rtol=0, atol=20 * np.finfo(dtype).eps)


def test_indices_of_eight_bytes():
    matrix = random_matrix(30, 20, np.float64, np.int64)
    right = np.random.default_rng(1).standard_normal((20, 5))
    out = np.empty((30, 5))
    multiply_rows(0, 30, matrix.indptr, matrix.indices, matrix.data, right, out)
    np.testing.assert_allclose(out, matrix.toarray() @ right, atol=1e-14)


def test_only_the_rows_asked_for_are_written():
    matrix = random_matrix(9, 9, np.float64)
    right = np.ones((9, 11))
    out = np.full((9, 11), -1.0)
    multiply_rows(4, 6, matrix.indptr, matrix.indices, matrix.data, right, out)
    np.testing.assert_allclose(out[4:6], (matrix @ right)[4:6])
    assert (out[:4] == -1.0).all()
    assert (out[6:] == -1.0).all()


def test_rows_without_entries_are_zero():
    empty = sparse.csr_array((3, 4))
    out = np.full((3, 6), np.nan)
    multiply_rows(0, 3, empty.indptr, empty.indices, empty.data, np.ones((4, 6)), out)
    assert (out == 0.0).all()


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_a_mixture_takes_the_place_of_its_last_part(dtype):
    one, other, last = np.random.default_rng(0).random((3, 7, 5)).astype(dtype)
    factors = np.array([2.0, -1.0, 0.5], dtype=dtype)
    expected = 2.0 * one - other + 0.5 * last
    untouched = last[3:].copy()
    mix_rows(0, 3, factors, one, other, last)
    np.testing.assert_allclose(last[:3], expected[:3], rtol=10 * np.finfo(dtype).eps, atol=1e-7)
    np.testing.assert_array_equal(last[3:], untouched)
