import numpy as np
import pytest
from scipy import sparse
from scipy.sparse.csgraph import connected_components
from sklearn.metrics import adjusted_rand_score

pytest.importorskip("dask", reason="Dask arrays need plclust[dask]")

from plclust.distributed._blocks import fetch
from plclust.distributed._components import connected_pieces
from plclust.distributed._matrix import block_matrix
from plclust.distributed._parts import Bounds
from plclust.graph import degrees


def pieces_of(affinity, starts):
    bounds = Bounds(np.array(starts))
    spans = [slice(*bounds.span(number)) for number in range(len(bounds))]
    matrix = block_matrix(bounds, [affinity[span] for span in spans])
    degree = degrees(affinity)
    return connected_pieces(matrix, [degree[span] for span in spans])


@pytest.mark.parametrize("starts", [[0, 60], [0, 20, 21, 60], [0, 15, 30, 45, 60]])
@pytest.mark.parametrize("seed", range(3))
def test_components_are_those_of_scipy(starts, seed):
    rng = np.random.default_rng(seed)
    ends = rng.integers(60, size=(2, 40))
    graph = sparse.coo_array((rng.uniform(0.1, 1.0, 40), ends), shape=(60, 60)).tocsr()
    affinity = sparse.csr_array(graph + graph.T + sparse.eye_array(60))
    found = pieces_of(affinity, starts)
    n_pieces, expected = connected_components(affinity, directed=False)
    piece_of = np.concatenate(fetch(found.piece_of))
    assert len(found) == n_pieces > 5
    assert adjusted_rand_score(expected, piece_of) == 1.0
    np.testing.assert_allclose(found.volumes, np.bincount(piece_of, weights=degrees(affinity)))


def test_samples_of_one_part_may_be_joined_by_another():
    edges = [(0, 2), (1, 2), (3, 3)]  # 0 and 1 meet only in the second part
    graph = sparse.coo_array((np.ones(3), tuple(zip(*edges, strict=True))), shape=(4, 4)).tocsr()
    found = pieces_of(sparse.csr_array(graph + graph.T), [0, 2, 4])
    assert len(found) == 2
    np.testing.assert_array_equal(np.concatenate(fetch(found.piece_of)), [0, 0, 0, 1])
    np.testing.assert_array_equal(found.volumes, [4.0, 2.0])
