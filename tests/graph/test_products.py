"""Products with sparse matrices against SciPy."""

import numpy as np
import pytest
from scipy import sparse

from plclust._kernels._blocks import BLOCK_ROWS
from plclust.graph import sparse_product


@pytest.fixture
def matrix():
    generator = np.random.default_rng(0)
    n_rows = BLOCK_ROWS + 100
    columns = generator.integers(0, 50, (n_rows, 4)).ravel()
    indptr = np.arange(0, columns.size + 1, 4)
    return sparse.csr_array((generator.random(columns.size), columns, indptr), shape=(n_rows, 50))


def test_the_product_does_not_depend_on_threads(matrix):
    right = np.random.default_rng(1).random((50, 10))
    one = sparse_product(matrix, right)
    np.testing.assert_allclose(one, matrix @ right, rtol=1e-14)
    np.testing.assert_array_equal(one, sparse_product(matrix, right, n_jobs=2))


def test_the_product_goes_where_it_is_wanted(matrix):
    right = np.random.default_rng(1).random((50, 3))
    out = np.empty((matrix.shape[0], 3))
    assert sparse_product(matrix, right, out=out) is out
    np.testing.assert_allclose(out, matrix @ right, rtol=1e-14)


def test_columns_in_another_order(matrix):
    right = np.asfortranarray(np.random.default_rng(1).random((50, 3)))
    np.testing.assert_allclose(sparse_product(matrix, right), matrix @ right, rtol=1e-14)


@pytest.mark.parametrize("dtype", [np.float32, np.int64])
def test_other_types_are_taken_to_that_of_the_matrix(matrix, dtype):
    right = np.arange(100).reshape(50, 2).astype(dtype)
    found = sparse_product(matrix, right)
    assert found.dtype == np.float64
    np.testing.assert_allclose(found, matrix @ right.astype(float), rtol=1e-14)


@pytest.mark.parametrize("right", [np.ones((49, 2)), np.ones(50), np.ones((50, 2, 2))])
def test_what_cannot_be_multiplied_is_told(matrix, right):
    with pytest.raises(ValueError, match=r"expected \(50, n_columns\)"):
        sparse_product(matrix, right)


def test_whole_numbers_are_told(matrix):
    with pytest.raises(TypeError, match="int64 came, expected float32 or float64"):
        sparse_product(matrix.astype(np.int64), np.ones((50, 2)))


@pytest.mark.parametrize(
    "out",
    [
        np.empty((3, 2)),
        np.empty((BLOCK_ROWS + 100, 2), dtype=np.float32),
        np.empty((BLOCK_ROWS + 100, 2), order="F"),
    ],
)
def test_another_place_for_the_product_is_told(matrix, out):
    with pytest.raises(ValueError, match=r"expected \(8292, 2\) and float64 in C order"):
        sparse_product(matrix, np.ones((50, 2)), out=out)


def test_entries_may_be_strided_and_other_formats_are_refused():
    matrix = sparse.csr_array(np.random.default_rng(0).random((50, 50)) < 0.2, dtype=float)
    right = np.random.default_rng(1).random((50, 3))
    strided = sparse.csr_array((matrix * (1 + 0j)).real)
    assert not strided.data.flags.c_contiguous
    np.testing.assert_allclose(sparse_product(strided, right), matrix @ right)
    with pytest.raises(TypeError, match=r"matrix is a csc_array, expected rows of stored entries"):
        sparse_product(matrix.tocsc(), right)
