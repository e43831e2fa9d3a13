"""Nearest references, however few there are."""

import numpy as np
import pytest

from plclust.classify._neighbors import nearest_graph

REFERENCES = np.array([[0.0], [1.0], [3.0], [7.0]])


def test_distances_to_the_nearest():
    graph = nearest_graph(REFERENCES, np.array([[2.5]]), 2, None)
    np.testing.assert_allclose(graph.toarray(), [[0.0, 1.5, 0.5, 0.0]])


def test_references_are_not_their_own_neighbours():
    graph = nearest_graph(REFERENCES, None, 1, None)
    np.testing.assert_array_equal(graph.indices, [1, 0, 1, 2])
    np.testing.assert_allclose(graph.data, [1.0, 1.0, 2.0, 4.0])


@pytest.mark.parametrize("X, n_found", [(None, 3), (np.array([[2.0], [5.0]]), 4)])
def test_all_are_neighbours_where_there_are_few(X, n_found):
    graph = nearest_graph(REFERENCES, X, 9, None)
    np.testing.assert_array_equal(np.diff(graph.indptr), n_found)


@pytest.mark.parametrize(
    "references, X",
    [
        (REFERENCES[:1], None),
        (REFERENCES[:0], None),
        (REFERENCES[:0], REFERENCES),
        (REFERENCES, REFERENCES[:0]),
    ],
    ids=["alone", "none", "no references", "no samples"],
)
def test_maybe_there_are_none(references, X):
    graph = nearest_graph(references, X, 2, None)
    assert graph.shape == (len(references if X is None else X), len(references))
    assert graph.nnz == 0


def test_a_far_origin_changes_nothing():
    rng = np.random.default_rng(0)
    references, X = rng.integers(0, 100, (40, 20)), rng.integers(0, 100, (5, 20))
    near, far = (nearest_graph(references + o, X + o, 3, None) for o in (0.0, 2.0**30))
    np.testing.assert_array_equal(far.indices, near.indices)
    np.testing.assert_allclose(far.data, near.data, rtol=1e-9)
