import numpy as np
import pytest

from plclust.graph import Samples
from plclust.graph._cell_search import CellIndex, nearest_cells, search_all, search_cells


@pytest.mark.parametrize("n_probes", [1, 3, 12])
def test_nearest_cells_among_many(n_probes):
    rng = np.random.default_rng(0)
    centres, queries = (rng.standard_normal((n, 6)).astype(np.float32) for n in (500, 300))
    probes = nearest_cells(queries, centres, n_probes)
    assert probes.shape == (300, n_probes)
    distances = np.linalg.norm(queries[:, None] - centres, axis=2)
    nearest = np.argsort(distances, axis=1)[:, :n_probes]
    np.testing.assert_array_equal((probes == nearest[:, :1]).sum(axis=1), 1)
    assert np.mean([np.isin(a, b).mean() for a, b in zip(nearest, probes, strict=True)]) > 0.97


def test_all_cells_are_the_nearest_where_there_are_few():
    rng = np.random.default_rng(0)
    centres, queries = (rng.standard_normal((n, 2)).astype(np.float32) for n in (4, 9))
    np.testing.assert_array_equal(
        np.sort(nearest_cells(queries, centres, 8), axis=1), np.tile(np.arange(4), (9, 1))
    )


def test_cells_that_the_index_does_not_have_are_passed_over():
    X = np.array([[0.0], [1.0], [5.0], [6.0]], dtype=np.float32)
    index = CellIndex(Samples(X), np.array([[0.5], [5.5]], dtype=np.float32), np.array([0, 2, 4]))
    probes = np.array([[0, 1], [-1, 1], [2, 3]])
    distances, numbers = search_cells(index, X[[0, 0, 0]], probes, 3)
    np.testing.assert_array_equal(numbers, [[0, 1, 2], [2, 3, -1], [-1, -1, -1]])
    np.testing.assert_array_equal(distances[0], search_all(index.samples, X[:1], 3)[0][0])
