"""Symmetric affinity, degrees and normalised adjacency against dense formulas."""

import numpy as np
import pytest
from scipy import sparse

from plclust.graph import degrees, normalized_adjacency, symmetrize
from reference.graphs import random_reconstruction
from reference.objective import symmetrized


@pytest.fixture
def reconstruction():
    return random_reconstruction(np.random.default_rng(0), 25, 3, isolated=3)


def test_symmetrize(reconstruction):
    affinity = symmetrize(reconstruction)
    np.testing.assert_allclose(affinity.toarray(), symmetrized(reconstruction.toarray()))
    assert affinity.has_sorted_indices
    assert isinstance(affinity, sparse.csr_array)


def test_symmetrize_of_unsorted_rows_leaves_them_alone():
    indices = np.array([2, 1, 0, 0])
    reconstruction = sparse.csr_array(
        (np.array([0.3, 0.7, 1.0, 1.0]), indices, np.array([0, 2, 3, 4])), shape=(3, 3)
    )
    dense = reconstruction.toarray()
    np.testing.assert_allclose(symmetrize(reconstruction).toarray(), symmetrized(dense))
    np.testing.assert_array_equal(reconstruction.indices, [2, 1, 0, 0])


def test_symmetrize_forgets_edges_without_weight():
    reconstruction = sparse.csr_array(
        (np.array([0.0, 1.0, 1.0, 1.0]), np.array([1, 2, 2, 0]), np.array([0, 2, 3, 4]))
    )
    assert symmetrize(reconstruction).nnz == 4
    assert reconstruction.nnz == 4


def test_degrees(reconstruction):
    affinity = symmetrize(reconstruction)
    found = degrees(affinity)
    np.testing.assert_allclose(found, affinity.toarray().sum(axis=1))
    assert found.shape == (25,)


def test_normalized_adjacency(reconstruction):
    affinity = symmetrize(reconstruction)
    W = affinity.toarray()
    A = np.diag(1.0 / np.sqrt(W.sum(axis=1)))
    np.testing.assert_allclose(normalized_adjacency(affinity).toarray(), A @ W @ A, atol=1e-15)
    largest = np.linalg.eigvalsh(normalized_adjacency(affinity).toarray())[-1]
    np.testing.assert_allclose(largest, 1.0)


def test_normalized_adjacency_of_isolated_samples_is_zero():
    affinity = sparse.csr_array([[0, 2.0, 0], [2.0, 0, 0], [0, 0, 0]])
    np.testing.assert_allclose(
        normalized_adjacency(affinity).toarray(), [[0, 1, 0], [1, 0, 0], [0, 0, 0]], atol=1e-15
    )


def test_matrices_are_taken_as_well_as_arrays():
    W = np.array([[0, 2.0], [2.0, 0]])
    assert degrees(sparse.csr_matrix(W)).tolist() == [2.0, 2.0]
    assert normalized_adjacency(sparse.csr_matrix(W)).toarray().round(12).tolist() == [
        [0, 1],
        [1, 0],
    ]
