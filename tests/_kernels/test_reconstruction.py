"""Gram matrices of neighbour differences against plain NumPy."""

import numpy as np
import pytest
from scipy import sparse

from plclust._kernels.reconstruction import (
    add_gram_of_differences,
    add_gram_of_sparse_differences,
    sparse_dot,
)
from reference.graphs import random_sparse
from reference.weights import gram_of_differences


def sparse_rows(matrix):
    return matrix.indptr, matrix.indices, matrix.data


@pytest.fixture
def sparse_pair():
    rng = np.random.default_rng(0)
    left, right = (random_sparse(rng, (n, 20), 0.3) for n in (8, 11))
    left = sparse.csr_array(sparse.vstack([left, sparse.csr_array((1, 20))]))
    left.sort_indices()
    right.sort_indices()
    return left, right


def test_sparse_dot(sparse_pair):
    left, right = sparse_pair
    products = [
        [sparse_dot(sparse_rows(left), i, sparse_rows(right), j) for j in range(right.shape[0])]
        for i in range(left.shape[0])
    ]
    np.testing.assert_allclose(products, left.toarray() @ right.toarray().T, atol=1e-14)


def test_sparse_gram_is_added_to_what_is_there(sparse_pair):
    left, right = sparse_pair
    neighbors = np.array([7, 0, 3, 10])
    gram = np.eye(4)
    add_gram_of_sparse_differences(sparse_rows(left), 2, sparse_rows(right), neighbors, gram)
    expected = np.eye(4) + gram_of_differences(left.toarray()[2], right.toarray()[neighbors])
    np.testing.assert_allclose(gram, expected, atol=1e-13)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_dense_gram_is_added_to_what_is_there(dtype):
    rng = np.random.default_rng(0)
    point, references = rng.random(5).astype(dtype), rng.random((9, 5)).astype(dtype)
    neighbors = np.array([8, 1, 5])
    gram = np.eye(3)
    add_gram_of_differences(point, references, neighbors, gram)
    expected = np.eye(3) + gram_of_differences(
        point.astype(float), references[neighbors].astype(float)
    )
    np.testing.assert_allclose(gram, expected, rtol=1e-14 if dtype == np.float64 else 1e-6)
