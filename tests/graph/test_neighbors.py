"""Neighbour graphs: nobody rebuilds itself, the nearest come first, zeros are entries."""

import numpy as np
import pytest
from scipy import sparse
from sklearn.neighbors import KNeighborsTransformer, RadiusNeighborsTransformer

from plclust.graph import affinity_graph, fit_neighbors, keep_nearest, neighbor_graph
from plclust.graph._neighbors import places_in_groups, without_own


def rows_of(graph):
    """Columns and values of each row in stored order."""
    columns, values = (np.split(part, graph.indptr[1:-1]) for part in (graph.indices, graph.data))
    return list(zip(columns, values, strict=True))


def assert_nobody_is_its_own_neighbor(graph):
    rows = np.repeat(np.arange(graph.shape[0]), np.diff(graph.indptr))
    assert not np.any(rows == graph.indices)


@pytest.fixture(name="X")
def random_features():
    return np.random.default_rng(0).standard_normal((40, 3))


def brute_force(X, references, k, *, drop_self):
    distances = np.linalg.norm(X[:, None] - references[None], axis=2)
    if drop_self:
        np.fill_diagonal(distances, np.inf)
    return np.argsort(distances, axis=1)[:, :k], np.sort(distances, axis=1)[:, :k]


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array, np.float32])
def test_exact_neighbors_in_order(X, form):
    data = form(X)
    graph = neighbor_graph(fit_neighbors(data, 5), 5)
    neighbors, distances = brute_force(X, X, 5, drop_self=True)
    np.testing.assert_array_equal(graph.indices.reshape(40, 5), neighbors)
    np.testing.assert_allclose(graph.data.reshape(40, 5), distances, rtol=1e-5)
    assert isinstance(graph, sparse.csr_array)


def test_metric_is_passed_on(X):
    graph = neighbor_graph(fit_neighbors(X, 3, metric="chebyshev"), 3)
    distances = np.abs(X[:, None] - X[None]).max(axis=2)
    np.fill_diagonal(distances, np.inf)
    np.testing.assert_array_equal(graph.indices.reshape(40, 3), np.argsort(distances)[:, :3])


@pytest.mark.parametrize("copies", [2, 4, 5, 12])
@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array])
def test_nobody_is_its_own_neighbor_among_duplicates(X, copies, form):
    """With more copies than neighbours, the sample may be missing from its own nearest."""
    duplicated = np.repeat(X[:6], copies, axis=0)
    graph = neighbor_graph(fit_neighbors(form(duplicated), 4), 4)
    assert_nobody_is_its_own_neighbor(graph)
    assert np.all(np.diff(graph.indptr) == 4)
    if copies > 4:
        np.testing.assert_array_equal(graph.data, 0.0)


def test_unseen_samples_may_coincide_with_indexed_ones(X):
    graph = neighbor_graph(fit_neighbors(X, 3), 3, X[:7])
    neighbors, _ = brute_force(X[:7], X, 3, drop_self=False)
    assert graph.shape == (7, 40)
    np.testing.assert_array_equal(graph.indices.reshape(7, 3), neighbors)
    np.testing.assert_array_equal(graph.indices[::3], np.arange(7))


def test_transformer_of_scikit_learn_is_asked_for_its_graph(X):
    """Its transform would count a sample as its own neighbour."""
    transformer = KNeighborsTransformer(n_neighbors=7).fit(X)
    graph = neighbor_graph(transformer, 4)
    np.testing.assert_array_equal(graph.indices, neighbor_graph(fit_neighbors(X, 4), 4).indices)


def test_what_a_transformer_gives_is_cut_to_the_nearest(X):
    """All distances within a radius: ragged rows, in the order of the indexed samples."""
    within = RadiusNeighborsTransformer(radius=1.2).fit(X).transform(X[:9])
    graph = keep_nearest(within, 3)
    neighbors, distances = brute_force(X[:9], X, 3, drop_self=False)
    assert graph.shape == (9, 40)
    sizes = np.diff(graph.indptr)
    assert sizes.min() < 3
    assert sizes.max() == 3
    for i, (columns, values) in enumerate(rows_of(graph)):
        np.testing.assert_array_equal(columns, neighbors[i, : len(columns)])
        np.testing.assert_allclose(values, distances[i, : len(values)])
        assert values[0] == 0.0


def stored(rows, shape):
    """CSR array with exactly these (column, value) pairs stored."""
    indptr = np.cumsum([0, *map(len, rows)])
    columns = [column for row in rows for column, _ in row]
    values = [value for row in rows for _, value in row]
    return sparse.csr_array((np.array(values, float), np.array(columns, int), indptr), shape=shape)


RAGGED = stored(
    [
        [(3, 0.0), (0, 0.0), (1, 2.0), (2, 1.0)],
        [],
        [(1, 5.0)],
        [(3, 0.0), (2, 4.0), (1, 4.0), (0, 9.0)],
    ],
    (4, 4),
)


def test_keep_nearest_keeps_zero_distances_and_short_rows():
    columns = [row.tolist() for row, _ in rows_of(keep_nearest(RAGGED, 3))]
    assert columns == [[0, 3, 2], [], [1], [3, 1, 2]]


def test_keep_nearest_drops_self():
    kept = rows_of(keep_nearest(RAGGED, 2, drop_self=True))
    assert [row.tolist() for row, _ in kept] == [[3, 2], [], [1], [1, 2]]
    assert [row.tolist() for _, row in kept] == [[0.0, 1.0], [], [5.0], [4.0, 4.0]]


def test_keep_nearest_leaves_its_argument_alone():
    before = RAGGED.copy()
    keep_nearest(RAGGED, 1, drop_self=True)
    for name in ("data", "indices", "indptr"):
        np.testing.assert_array_equal(getattr(RAGGED, name), getattr(before, name))


def test_indices_are_compact(X):
    for graph in (neighbor_graph(fit_neighbors(X, 3), 3), keep_nearest(RAGGED, 2)):
        assert graph.indices.dtype == np.int32
        assert graph.indptr.dtype == np.int32


@pytest.mark.parametrize("form", [np.asarray, sparse.csr_array, sparse.coo_array])
def test_affinity_graph_keeps_the_strongest(form):
    affinity = np.array(
        [[9.0, 1.0, 3.0, 2.0], [1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [2.0, 2.0, 4.0, 7.0]]
    )
    graph = affinity_graph(form(affinity), 2, drop_self=True)
    expected = np.zeros((4, 4))
    expected[0, [2, 3]] = 3 / 5, 2 / 5
    expected[1, 0] = 1.0
    expected[3, [2, 0]] = 4 / 6, 2 / 6
    np.testing.assert_allclose(graph.toarray(), expected, rtol=1e-15)


def test_affinity_graph_between_two_sets_of_samples():
    graph = affinity_graph(np.array([[1, 0, 3]]), 2, drop_self=False)
    np.testing.assert_allclose(graph.toarray(), [[0.25, 0.0, 0.75]])


def test_affinity_graph_forgets_stored_zeros():
    affinity = stored([[(1, 0.0), (2, 1.0)], [], []], (3, 3))
    graph = affinity_graph(affinity, 2, drop_self=True)
    assert graph.indptr.tolist() == [0, 1, 1, 1]


def test_affinity_graph_leaves_its_argument_alone():
    affinity = stored([[(1, 0.0), (2, 1.0)], [], []], (3, 3))
    affinity_graph(affinity, 2, drop_self=True)
    assert affinity.nnz == 2
    np.testing.assert_array_equal(affinity.data, [0.0, 1.0])


@pytest.mark.filterwarnings("ignore:divide by zero")
def test_affinity_graph_keeps_positive_affinities_only():
    graph = affinity_graph(np.array([[0.0, -1.0, 1.0]]), 2, drop_self=True)
    np.testing.assert_array_equal(graph.toarray(), [[0.0, 0.0, 1.0]])


def test_the_farthest_goes_where_the_sample_itself_is_not_found():
    distances, indices = without_own(
        np.array([7, 0]),
        np.array([[1.0, 2.0, 3.0], [0.0, 2.0, 3.0]]),
        np.array([[1, 2, 3], [0, 2, 3]]),
    )
    assert distances.tolist() == [[1.0, 2.0], [2.0, 3.0]]
    assert indices.tolist() == [[1, 2], [2, 3]]


@pytest.mark.parametrize("sizes", [[3, 1, 2], [0, 4, 0, 1], [0], []])
def test_places_begin_anew_in_each_group(sizes):
    expected = [place for size in sizes for place in range(size)]
    assert places_in_groups(np.array(sizes, dtype=int)).tolist() == expected
