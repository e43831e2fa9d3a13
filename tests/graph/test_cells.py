"""Cells find most true neighbours, whatever the samples look like."""

from dataclasses import replace

import numpy as np
import pytest

from plclust.graph import Samples, _recall, cell_graph, fit_cells, fit_neighbors, neighbor_graph
from plclust.graph import _cell_centres as centres
from plclust.graph._precision import a_few

pytest.importorskip("faiss")


@pytest.fixture(autouse=True)
def _small_cells(monkeypatch):
    monkeypatch.setattr(centres, "CELL_SIZE", 32)


def true_share(index, graph, X):
    """Share of the exact neighbours, by number in X, that the graph has."""
    order = np.arange(len(X)) if index.samples.order is None else index.samples.order
    k = graph.nnz // graph.shape[0]
    exact = neighbor_graph(fit_neighbors(X, k), k).indices.reshape(-1, k)
    found = order[graph.indices.reshape(-1, k)]
    return np.mean([np.isin(exact[i], row).mean() for i, row in zip(order, found, strict=True)])


@pytest.mark.parametrize("offset", [0.0, 300.0])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_most_true_neighbours_are_found_and_their_share_is_known(offset, dtype):
    X = (offset + np.random.default_rng(0).standard_normal((3000, 6))).astype(dtype)
    index = fit_cells(Samples(X), 8)
    graph = cell_graph(index, 8)
    share = true_share(index, graph, X)
    assert share > 0.93
    assert index.recall == pytest.approx(share, abs=0.02)
    assert graph.indices.dtype == graph.indptr.dtype == np.int32


def test_more_probes_find_more(monkeypatch):
    X = np.random.default_rng(0).standard_normal((3000, 10))
    few = fit_cells(Samples(X), 8)
    monkeypatch.setattr(_recall, "RECALL_WANTED", 1.0)
    all_of_them = fit_cells(Samples(X), 8)
    assert few.n_probes < all_of_them.n_probes
    assert all_of_them.recall == 1.0
    assert true_share(all_of_them, cell_graph(all_of_them, 8), X) > 0.999


def test_samples_are_numbered_cell_by_cell():
    X = np.random.default_rng(0).standard_normal((500, 3))
    index = fit_cells(Samples(X), 5)
    np.testing.assert_array_equal(np.sort(index.samples.order), np.arange(500))
    assert index.offsets[0] == 0
    assert index.offsets[-1] == 500
    assert (np.diff(index.offsets) >= 0).all()


def test_nearest_come_first_and_nobody_is_its_own():
    X = np.random.default_rng(0).standard_normal((700, 4))
    graph = cell_graph(fit_cells(Samples(X), 6), 6)
    assert (np.diff(graph.data.reshape(-1, 6), axis=1) >= 0.0).all()
    assert not (graph.indices.reshape(-1, 6) == np.arange(700)[:, None]).any()


def test_threads_do_not_change_the_graph():
    X = np.round(np.random.default_rng(0).standard_normal((9000, 3)), 1)
    graphs = []
    for n_jobs in (1, 2):
        index = fit_cells(Samples(X), 5, n_jobs=n_jobs)
        graphs.append(cell_graph(index, 5, n_jobs=n_jobs))
    np.testing.assert_array_equal(graphs[0].indices, graphs[1].indices)
    np.testing.assert_array_equal(graphs[0].data, graphs[1].data)


def test_duplicates_do_not_pile_up_in_one_cell():
    X = np.vstack([np.zeros((2000, 3)), np.random.default_rng(0).standard_normal((500, 3))])
    index = fit_cells(Samples(X), 5)
    assert np.diff(index.offsets).max() <= centres.LARGEST_CELL * centres.CELL_SIZE
    graph = cell_graph(index, 5)
    assert not (graph.indices.reshape(-1, 5) == np.arange(2500)[:, None]).any()
    assert (graph.data.reshape(-1, 5)[index.samples.order < 2000] < 1e-3).all()


def test_samples_in_too_small_cells_look_everywhere():
    X = np.random.default_rng(0).standard_normal((400, 2))
    index = fit_cells(Samples(X), 5)
    lonely = replace(index, n_probes=1)
    graph = cell_graph(lonely, 150)
    assert (graph.indices >= 0).all()
    assert true_share(lonely, graph, X) == pytest.approx(1.0, abs=1e-3)


def test_new_samples():
    X = np.random.default_rng(0).standard_normal((1000, 3))
    index = fit_cells(Samples(X), 5)
    graph = cell_graph(index, 1, X[:50])
    np.testing.assert_array_equal(index.samples.order[graph.indices], np.arange(50))
    assert graph.shape == (50, 1000)


def test_one_sample_far_away_among_those_that_make_cells_is_refused():
    X = np.random.default_rng(0).standard_normal((3000, 4))
    some = centres.training_samples(3000)[1]
    X[np.setdiff1d(some, a_few(some))[0]] = 1e20
    with pytest.raises(ValueError, match=r"The largest feature is 1e.*float32"):
        fit_cells(Samples(X), 5)
