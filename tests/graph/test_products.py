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
