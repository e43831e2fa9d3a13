import numpy as np
import pytest

from plclust.graph import (
    Samples,
    fit_neighbors,
    learn_scaling,
    neighbor_graph,
    reconstruction_error,
    reconstruction_weights,
    second_neighbor_graph,
    share_of_copies,
)

pytest.importorskip("dask", reason="Dask arrays need plclust[dask]")

from plclust.distributed import _blocks as blocks
from plclust.distributed._blocks import fetch, get
from plclust.distributed._parts import Part, Partition, View
from plclust.distributed._rebuild import (
    reach_of,
    rebuild,
    rebuild_from_second_neighbors,
    rows_at,
)

N_SAMPLES = 120


@pytest.fixture(autouse=True)
def _few_at_a_time(monkeypatch):
    """Parts follow each other in two waves, and have several blocks of rows."""
    monkeypatch.setattr(blocks, "n_threads", lambda: 3)
    monkeypatch.setattr("plclust.graph._samples.BLOCK_ROWS", 16)


@pytest.fixture(params=[np.float64, np.float32])
def samples(request):
    """Two groups, of which the second knows nobody of the first; some samples have copies."""
    X = np.random.default_rng(0).standard_normal((N_SAMPLES, 4)).astype(request.param)
    X[90:, 0] += 100.0
    X[50:60] = X[50]
    return Samples.over(X, learn_scaling(X, tail_limit=1.0, offset=0.35))


@pytest.fixture(params=[[0, 120], [0, 45, 46, 90, 120]], ids=["one part", "uneven parts"])
def parts(request, samples):
    starts = np.array(request.param)
    rows = np.split(np.arange(N_SAMPLES), starts[1:-1])
    parts = [Part(Samples.over(samples.X[some], samples.scaling), some) for some in rows]
    return Partition(starts, parts, np.arange(len(starts)), starts, None)


def cut(parts, values):
    return np.split(values, parts.starts[1:-1])


def assert_rebuilt(found, features, graph):
    """Neighbours, weights, errors and copies are those of the graph in memory."""
    weights = reconstruction_weights(features, graph)
    tolerance = 1e-9 if features.dtype == np.float64 else 1e-3
    neighbors = np.concatenate(fetch(get("neighbors", found)))
    np.testing.assert_array_equal(neighbors, graph.indices.reshape(N_SAMPLES, 7))
    values = np.concatenate([part.weights for part in fetch(found)])
    np.testing.assert_allclose(values.ravel(), weights.data, atol=tolerance)
    error, copied = sum(fetch(get("error", found))), sum(fetch(get("n_copied", found)))
    assert error == pytest.approx(reconstruction_error(features, weights), rel=tolerance)
    assert copied == pytest.approx(N_SAMPLES * share_of_copies(features, graph))


def test_weights_are_those_in_memory(samples, parts):
    graph = neighbor_graph(fit_neighbors(samples[:], 7), 7)
    assert share_of_copies(samples, graph) > 0.05
    neighbors = cut(parts, graph.indices.reshape(N_SAMPLES, 7))
    assert_rebuilt(rebuild(parts, neighbors), samples, graph)


def test_second_neighbours_are_those_in_memory(samples, parts):
    votes = np.random.default_rng(1).standard_normal((N_SAMPLES, 2)).astype(samples.dtype)
    first = neighbor_graph(fit_neighbors(samples[:], 7), 7)
    neighbors = cut(parts, first.indices.reshape(N_SAMPLES, 7))
    features = samples.seen_through(samples.scaling.weighted(np.arange(4.0))).beside(votes)
    columns = zip(cut(parts, features.lengths), cut(parts, votes), strict=True)
    views = [View(features.scaling, *column) for column in columns]
    found = rebuild_from_second_neighbors(parts, neighbors, views)
    assert_rebuilt(found, features, second_neighbor_graph(features, first, first))


@pytest.mark.parametrize(
    ("span", "expected"), [((0, 4), []), ((4, 8), [4, 7]), ((8, 9), [8]), ((9, 12), [])]
)
def test_a_part_gives_the_wanted_rows_that_it_has(span, expected):
    found = rows_at(np.arange(*span)[:, None], np.array([4, 7, 8]), *span)
    np.testing.assert_array_equal(found, np.reshape(expected, (-1, 1)))


def test_both_steps_are_positions_among_the_samples_reached():
    """Of the neighbours of the samples 2 and 9, the sixth is not looked at."""
    onward = [np.array([[3, 9, 4, 5, 6, 7]]), np.array([[2, 3, 4, 5, 6, 8]])]
    found = reach_of(np.array([[9, 2]]), np.array([2, 9]), onward)
    np.testing.assert_array_equal(found.numbers, [2, 3, 4, 5, 6, 9])
    np.testing.assert_array_equal(found.near, [[5, 0]])
    np.testing.assert_array_equal(found.further[[0, 5]], [[1, 5, 2, 3, 4], [0, 1, 2, 3, 4]])
