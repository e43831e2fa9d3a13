import numpy as np
import pytest
from scipy import sparse

from plclust.graph import Samples, fit_neighbors, neighbor_graph, second_neighbor_graph
from plclust.graph import _second_neighbors as home
from plclust.graph._second_neighbors import ONWARD


@pytest.fixture(name="problem")
def samples_and_graph():
    rng = np.random.default_rng(0)
    X = rng.standard_normal((5000, 3))
    return X, neighbor_graph(fit_neighbors(X, 7), 7), rng.standard_normal((5000, 2))


def reachable(i, first, graph):
    own = first.indices.reshape(-1, 7)[i]
    return np.unique(np.concatenate([own, graph.indices.reshape(-1, 7)[own, :ONWARD].ravel()]))


def test_nearest_of_neighbours_and_their_neighbours(problem):
    _, graph, other = problem
    found = second_neighbor_graph(other, graph, graph)
    for i in range(0, 5000, 250):
        options = np.setdiff1d(reachable(i, graph, graph), [i])
        distances = np.linalg.norm(other[options] - other[i], axis=1)
        nearest = np.argsort(distances)[:7]
        np.testing.assert_array_equal(found.indices[7 * i : 7 * i + 7], options[nearest])
        np.testing.assert_allclose(found.data[7 * i : 7 * i + 7], distances[nearest], rtol=1e-6)


def test_unchanged_features_keep_exact_neighbours(problem):
    X, graph, _ = problem
    np.testing.assert_array_equal(second_neighbor_graph(X, graph, graph).indices, graph.indices)


@pytest.mark.usefixtures("small_blocks")
def test_threads_and_rows_on_demand_do_not_change_it(problem, monkeypatch):
    _, graph, other = problem
    monkeypatch.setattr(home, "rows_at_a_time", lambda *_features, **_counts: 16)
    one = second_neighbor_graph(other, graph, graph)
    two = second_neighbor_graph(Samples(other), graph, graph, n_jobs=2)
    np.testing.assert_array_equal(one.indices, two.indices)
    np.testing.assert_array_equal(one.data, two.data)


def test_new_samples_may_coincide_with_known_ones(problem):
    X, graph, _ = problem
    first = neighbor_graph(fit_neighbors(X, 7), 7, X[:20])
    found = second_neighbor_graph(X[:20], first, graph, references=X)
    assert found.shape == (20, 5000)
    np.testing.assert_array_equal(found.indices.reshape(-1, 7)[:, 0], np.arange(20))
    assert isinstance(found, sparse.csr_array)


@pytest.mark.parametrize("dtype", [np.uint8, np.int64])
def test_features_may_be_integers(dtype):
    X = np.random.default_rng(0).integers(0, 200, (40, 4))
    graph = neighbor_graph(fit_neighbors(X.astype(float), 5), 5)
    found = second_neighbor_graph(X.astype(dtype), graph, graph)
    expected = second_neighbor_graph(X.astype(float), graph, graph)
    np.testing.assert_array_equal(found.indices, expected.indices)
    np.testing.assert_array_equal(found.data, expected.data)
