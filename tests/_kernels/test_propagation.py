"""Distances along edges against plain NumPy."""

import numpy as np

from plclust._kernels.propagation import edge_distances
from reference import propagation as reference
from reference.graphs import random_reconstruction


def test_edge_distances():
    rng = np.random.default_rng(0)
    graph = random_reconstruction(rng, 30, 4, isolated=2)
    values, counts = rng.random((30, 5)), rng.integers(0, 9, 5).astype(float)
    found = np.full(graph.nnz, -1.0)
    pattern = graph.indptr, graph.indices
    edge_distances(0, 30, *pattern, values, counts, found)
    np.testing.assert_allclose(
        found, reference.edge_distances(*pattern, values, counts), rtol=1e-13
    )


def test_edge_distances_of_a_block_of_rows():
    rng = np.random.default_rng(1)
    graph = random_reconstruction(rng, 10, 3)
    values, counts = rng.random((10, 2)), np.ones(2)
    found = np.full(graph.nnz, -1.0)
    edge_distances(4, 6, graph.indptr, graph.indices, values, counts, found)
    inside = np.zeros(graph.nnz, dtype=bool)
    inside[graph.indptr[4] : graph.indptr[6]] = True
    assert np.all(found[~inside] == -1.0)
    assert np.all(found[inside] >= 0.0)
