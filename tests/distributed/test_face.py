import numpy as np
import pytest
from scipy import sparse

from plclust.disambiguation import _confidence as in_memory
from plclust.disambiguation import uniform_confidence

pytest.importorskip("dask", reason="Dask arrays need plclust[dask]")

from plclust.distributed import _face as face
from plclust.distributed._blocks import fetch
from plclust.distributed._matrix import block_matrix
from plclust.distributed._parts import Bounds

BOUNDS = Bounds(np.array([0, 25, 60, 80]))
SPANS = [slice(*BOUNDS.span(number)) for number in range(len(BOUNDS))]


def cut(values):
    return [values[span] for span in SPANS]


@pytest.fixture(params=[np.float64, np.float32])
def problems(request):
    """The same problem in memory and by blocks, and a feasible F."""
    rng = np.random.default_rng(0)
    weights = rng.random((80, 80)) * (rng.random((80, 80)) < 0.08) + 1e-3 * np.eye(80)
    weights = (weights / weights.sum(axis=1, keepdims=True)).astype(request.param)
    candidates = rng.random((80, 4)) < 0.6
    candidates[~candidates.any(axis=1)] = True
    whole = in_memory._Problem(sparse.csr_array(weights), candidates, None)
    blocks = face.Problem(
        block_matrix(BOUNDS, cut(whole.operator)),
        block_matrix(BOUNDS, cut(whole.twice_adjoint)),
        cut(candidates),
        cut(whole.curvature),
    )
    return whole, blocks, uniform_confidence(candidates).astype(request.param)


@pytest.mark.parametrize("n_steps", [1, 8, 60])
def test_steps_are_those_in_memory(problems, n_steps):
    whole, blocks, values = problems
    downhill = -whole.gradient(whole.residual(values)[0])
    expected = whole._conjugate_gradients(values, downhill, n_steps)
    found = np.concatenate(fetch(face._conjugate_gradients(blocks, cut(values), n_steps)))
    assert found.dtype == values.dtype
    tolerance = 1e-9 if values.dtype == np.float64 else 1e-3
    np.testing.assert_allclose(found, expected, atol=tolerance * abs(expected).max())


def test_the_objective_falls_and_the_start_stays(problems):
    _, blocks, values = problems
    given = cut(values.copy())
    before = blocks.objective(given)
    after, _ = face.minimise_in_face(blocks, given, before, 10)
    assert blocks.objective(after) < 0.9 * before
    np.testing.assert_array_equal(np.concatenate(given), values)


def test_steps_leave_the_blocks_that_they_read(problems):
    _, blocks, values = problems
    row, curvature = fetch(blocks.twice_adjoint.rows[:1])[0], blocks.curvature[0]
    images = [values[SPANS[part]] for part in blocks.twice_adjoint.parts[0]]
    descent = face._start(row, images, values[SPANS[0]], curvature)
    step = face._first_step(descent, curvature)
    kept = [array.copy() for array in (descent.total, descent.downhill, step)]
    length = face.Length(0.5, 0.5, 1.0, 1.0, True)
    moved = face._move(row, images, descent, step, values[SPANS[0]], curvature, length)
    face._next_step(step, moved, curvature, length)
    for array, before in zip((descent.total, descent.downhill, step), kept, strict=True):
        np.testing.assert_array_equal(array, before)
