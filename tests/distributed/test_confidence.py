import numpy as np
import pytest

from plclust.disambiguation import solve_confidence as solve_in_memory
from plclust.disambiguation import uniform_confidence
from plclust.graph import fit_neighbors, neighbor_graph, reconstruction_weights

pytest.importorskip("dask", reason="Dask arrays need plclust[dask]")

from plclust.distributed._blocks import fetch
from plclust.distributed._confidence import Momentum, Step, _extrapolate, solve_confidence
from plclust.distributed._matrix import Reconstruction
from plclust.distributed._parts import Bounds

BOUNDS = Bounds(np.array([0, 50, 120, 150]))
SPANS = [slice(*BOUNDS.span(number)) for number in range(len(BOUNDS))]


def cut(values):
    return [values[span] for span in SPANS]


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_momentum_repeats_a_share_of_the_last_step(dtype):
    previous, current = Step(np.full((2, 3), 1.0, dtype)), Step(np.full((2, 3), 3.0, dtype))
    point = _extrapolate(current, previous, Momentum(1.0, 0.25, 0.0))
    np.testing.assert_array_equal(point, np.full((2, 3), 3.5, dtype), strict=True)
    np.testing.assert_array_equal(current.values, 3.0)  # blocks are read again


@pytest.mark.parametrize(("dtype", "started"), [(np.float64, False), (np.float32, True)])
def test_confidences_are_those_in_memory(dtype, started):
    rng = np.random.default_rng(0)
    X = rng.standard_normal((150, 3)) + 3.0 * np.eye(3)[np.arange(150) % 3]
    R = reconstruction_weights(X, neighbor_graph(fit_neighbors(X, 5), 5))
    candidates = (rng.random((150, 3)) < 0.3) | np.eye(3, dtype=bool)[np.arange(150) % 3]
    start = uniform_confidence(candidates).astype(dtype)
    given = cut(start.copy()) if started else None
    weights = Reconstruction(cut(R), cut(R.T.tocsr()))
    blocks, objective = solve_confidence(
        BOUNDS, weights, cut(candidates), start=given, tol=1e-3, max_iter=5000, dtype=dtype
    )
    found, expected = np.concatenate(fetch(blocks)), solve_in_memory(R, candidates, tol=1e-6)
    assert found.dtype == dtype
    assert objective == pytest.approx(expected.objective, rel=1e-3)
    np.testing.assert_allclose(found, expected.values, atol=0.02)
    if started:
        np.testing.assert_array_equal(np.concatenate(given), start)


def test_few_labels_get_as_far_as_in_memory_on_a_drawn_out_graph():
    """Steps inside of faces grow while nothing stands in their way."""
    X = np.arange(150.0)[:, None]
    R = reconstruction_weights(X, neighbor_graph(fit_neighbors(X, 4), 4))
    candidates = np.ones((150, 2), dtype=bool)
    candidates[3, 0] = candidates[-4, 1] = False
    weights, budget = Reconstruction(cut(R), cut(R.T.tocsr())), {"tol": 1e-6, "max_iter": 700}
    _, objective = solve_confidence(BOUNDS, weights, cut(candidates), start=None, **budget)
    assert objective < 1.1 * solve_in_memory(R, candidates, **budget).objective
