"""Neighbours, Eq. 1 and Eq. 2 on Ecoli (r = 2), as the authors' code has them.

Its features are scaled to unit length, both to find neighbours and to rebuild samples.
"""

import numpy as np
import pytest
from scipy import sparse
from sklearn.preprocessing import normalize

from plclust.disambiguation import solve_confidence
from plclust.graph import fit_neighbors, neighbor_graph, reconstruction_weights


@pytest.fixture(scope="module")
def features(golden):
    return normalize(golden["X"])


@pytest.fixture(scope="module")
def authors_graph(golden):
    """Their neighbours, with their weights as values."""
    n, k = golden["neighbors"].shape
    parts = (
        golden["weights_initial"].ravel(),
        golden["neighbors"].ravel(),
        np.arange(0, n * k + 1, k),
    )
    return sparse.csr_array(parts, shape=(n, n))


def test_neighbors(golden, features):
    graph = neighbor_graph(fit_neighbors(features, 10), 10)
    np.testing.assert_array_equal(graph.indices.reshape(-1, 10), golden["neighbors"])


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array])
def test_initial_weights(golden, features, authors_graph, form):
    weights = reconstruction_weights(form(features), authors_graph)
    found = weights.data.reshape(golden["weights_initial"].shape)
    np.testing.assert_allclose(found, golden["weights_initial"], rtol=0, atol=1e-6)


def test_initial_confidence(golden, authors_graph):
    candidates = golden["candidates"].astype(bool)
    theirs = golden["confidence_initial"]
    objective = np.sum((theirs - authors_graph @ theirs) ** 2)
    found = solve_confidence(authors_graph, candidates, tol=1e-9)
    assert abs(found.objective - objective) <= 1e-8 * objective
    np.testing.assert_allclose(found.values, theirs, rtol=0, atol=1e-4)


def test_initial_confidence_from_features(golden, features):
    """The same without their intermediate results."""
    graph = neighbor_graph(fit_neighbors(features, 10), 10)
    weights = reconstruction_weights(features, graph)
    found = solve_confidence(weights, golden["candidates"].astype(bool), tol=1e-9)
    np.testing.assert_allclose(found.values, golden["confidence_initial"], rtol=0, atol=1e-4)
