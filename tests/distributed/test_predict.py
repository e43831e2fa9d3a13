import numpy as np
import pytest

from plclust.graph import (
    Samples,
    Scaling,
    fit_neighbors,
    neighbor_graph,
    reconstruction_weights,
    second_neighbor_graph,
)

da = pytest.importorskip("dask.array", reason="Dask arrays need plclust[dask]")
pytest.importorskip("faiss", reason="Dask arrays need plclust[faiss]")

from plclust.distributed import _predict as home  # noqa: E402
from plclust.distributed._parts import View, partition  # noqa: E402
from plclust.distributed._predict import BlockNeighborhood  # noqa: E402
from plclust.distributed._search import fetch_rows  # noqa: E402
from plclust.graph import _cell_centres  # noqa: E402

N_SAMPLES, N_NEIGHBORS = 300, 7
WEIGHTS = np.array([2.0, 0.5, 1.0])


@pytest.fixture(params=[(300, np.float64), (110, np.float64), (110, np.float32)])
def fitted(request, monkeypatch):
    """Samples in one part or three, in cells of 32 on average, and their neighbours."""
    n_rows, dtype = request.param
    monkeypatch.setattr(_cell_centres, "CELL_SIZE", 32)
    X = np.random.default_rng(0).standard_normal((N_SAMPLES, 3)).astype(dtype)
    parts = partition(da.from_array(X, chunks=(n_rows, -1)), scaling=Scaling())
    features = fetch_rows(parts, np.arange(N_SAMPLES))
    graph = neighbor_graph(fit_neighbors(features, N_NEIGHBORS), N_NEIGHBORS)
    return parts, features, graph


def known_by(fitted, votes):
    parts, _, graph = fitted
    neighbors = np.split(graph.indices.reshape(N_SAMPLES, -1), parts.starts[1:-1])
    views = None
    if votes is not None:
        blocks = np.split(votes, parts.starts[1:-1])
        views = [View(Scaling(weights=WEIGHTS), None, block) for block in blocks]
    n_cells = len(parts.offsets) - 1
    return BlockNeighborhood(parts, neighbors, views, N_NEIGHBORS, n_cells, None, 1.0)


def new_samples(features):
    """The first are samples of one cell that are known, so most parts have nothing for them."""
    X = np.random.default_rng(2).standard_normal((20, 3)).astype(features.dtype)
    X[:3] = features[:3]
    return Samples(X)


@pytest.fixture
def asked(monkeypatch):
    """How many new samples were looked at, each time."""
    counts = []

    def neighbors_of(parts, queries, *rest):
        counts.append(len(queries))
        return found(parts, queries, *rest)

    found = home.neighbors_of
    monkeypatch.setattr(home, "neighbors_of", neighbors_of)
    return counts


@pytest.mark.parametrize(("block_rows", "counts"), [(8192, [20]), (3, [3] * 6 + [2])])
@pytest.mark.parametrize("guided", [False, True])
def test_weights_are_those_in_memory(fitted, guided, block_rows, counts, asked, monkeypatch):
    monkeypatch.setattr(home, "BLOCK_ROWS", block_rows)
    _, features, graph = fitted
    new, votes, references = new_samples(features), None, Samples(features)
    first = neighbor_graph(fit_neighbors(features, N_NEIGHBORS), N_NEIGHBORS, new[:])
    if guided:
        rng = np.random.default_rng(1)
        votes = rng.standard_normal((N_SAMPLES, 2))
        weighted = Scaling(weights=WEIGHTS)
        references = references.seen_through(weighted).beside(votes)
        new = new.seen_through(weighted).beside(rng.standard_normal((20, 2)))
        first = second_neighbor_graph(new, first, graph, references=references)
    expected = reconstruction_weights(new, first, references=references)
    found = known_by(fitted, votes).weights_of(new)
    assert found.shape == (20, N_SAMPLES)
    np.testing.assert_allclose(found.toarray(), expected.toarray(), atol=1e-4)
    assert asked == counts
