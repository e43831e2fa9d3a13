"""Non-negative weights: every row solves its least-squares problem."""

import numpy as np
import pytest
from scipy import sparse
from scipy.optimize import nnls

from plclust.graph import fit_neighbors, neighbor_graph, nonnegative_weights


@pytest.fixture
def rng():
    return np.random.default_rng(0)


def assert_rows_are_those_of_scipy(weights, X, references):
    for i in range(weights.shape[0]):
        edges = slice(weights.indptr[i], weights.indptr[i + 1])
        expected = nnls(references[weights.indices[edges]].T, X[i])[0]
        np.testing.assert_allclose(weights.data[edges], expected, atol=1e-9)


def test_samples_rebuild_each_other(rng):
    X = rng.standard_normal((60, 8))
    graph = neighbor_graph(fit_neighbors(X, 5), 5)
    weights = nonnegative_weights(X, graph)
    np.testing.assert_array_equal(weights.diagonal(), np.zeros(60))
    assert_rows_are_those_of_scipy(weights, X, X)


def test_unseen_samples_are_rebuilt_from_references(rng):
    X, references = rng.standard_normal((7, 8)), rng.standard_normal((60, 8))
    graph = neighbor_graph(fit_neighbors(references, 4), 4, X)
    weights = nonnegative_weights(X, graph, references=references)
    assert weights.shape == (7, 60)
    assert_rows_are_those_of_scipy(weights, X, references)


def test_a_copy_rebuilds_its_sample_alone(rng):
    X = rng.standard_normal((12, 20))
    X[5] = X[0]
    weights = nonnegative_weights(X, neighbor_graph(fit_neighbors(X, 4), 4)).toarray()
    np.testing.assert_allclose(weights[[0, 5], [5, 0]], 1.0, atol=1e-12)
    np.testing.assert_allclose(weights[[0, 5]].sum(axis=1), 1.0, atol=1e-12)


def test_pattern_is_that_of_the_graph_with_stored_zeros_and_empty_rows(rng):
    graph = sparse.csr_array(
        (np.array([0.0, 1.0, 2.0, 0.0]), np.array([3, 1, 0, 2]), np.array([0, 2, 2, 4, 4])),
        shape=(4, 4),
    )
    weights = nonnegative_weights(rng.random((4, 3)), graph)
    np.testing.assert_array_equal(weights.indptr, graph.indptr)
    np.testing.assert_array_equal(weights.indices, graph.indices)
    np.testing.assert_array_equal(graph.data, [0.0, 1.0, 2.0, 0.0])


@pytest.mark.usefixtures("small_blocks")
def test_number_of_threads_changes_nothing(rng):
    X = rng.standard_normal((900, 3))
    neighbors = (np.arange(900)[:, None] + rng.integers(1, 900, (900, 5))) % 900
    graph = sparse.csr_array((np.ones(4_500), neighbors.ravel(), np.arange(0, 4_501, 5)))
    one, two = (nonnegative_weights(X, graph, n_jobs=n_jobs) for n_jobs in (1, 2))
    np.testing.assert_array_equal(one.data, two.data)


def test_samples_of_another_graph_are_refused():
    X = np.random.default_rng(0).standard_normal((9, 2))
    graph = neighbor_graph(fit_neighbors(X, 3), 3)
    with pytest.raises(ValueError, match=r"features has 4 .*expected 9"):
        nonnegative_weights(X[:4], graph)
    with pytest.raises(TypeError, match=r"sparse, expected an array"):
        nonnegative_weights(sparse.csr_array(X), graph)
