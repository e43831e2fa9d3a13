import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.sparse.linalg import aslinearoperator

from plclust.spectral import FantopePoint, project_eigenvalues, project_on_fantope
from reference.constrained import fantope

spectra = arrays(np.float64, st.integers(1, 30), elements=st.floats(-1e3, 1e3))


@given(spectra, st.floats(0.0, 1.0))
def test_eigenvalues_are_a_shifted_copy_in_the_box_with_the_right_sum(values, share):
    trace = share * len(values)
    projected = project_eigenvalues(values, trace)
    assert projected.min() >= 0.0
    assert projected.max() <= 1.0
    assert projected.sum() == pytest.approx(trace, abs=1e-9)
    inside = (projected > 0.0) & (projected < 1.0)
    shifts = (projected - values)[inside]
    if inside.any():
        np.testing.assert_allclose(shifts, shifts[0], atol=1e-9)
        assert np.all((values + shifts[0])[projected == 0.0] <= 1e-9)
        assert np.all((values + shifts[0])[projected == 1.0] >= 1.0 - 1e-9)


@given(spectra, st.integers(0, 2**32 - 1))
def test_no_other_point_is_nearer(values, seed):
    """Moving mass between any two eigenvalues, within the box, does not shorten the distance."""
    trace = len(values) / 2
    projected = project_eigenvalues(values, trace)
    rng = np.random.default_rng(seed)
    other = project_eigenvalues(projected + rng.standard_normal(len(values)), trace)
    # The obtuse angle at a projection on a convex set.
    assert (values - projected) @ (other - projected) <= 1e-6


@given(spectra)
def test_eigenvalues_in_the_box_stay(values):
    inside = project_eigenvalues(values, len(values) / 3)
    np.testing.assert_allclose(project_eigenvalues(inside, inside.sum()), inside, atol=1e-9)


def test_an_impossible_trace_is_refused():
    with pytest.raises(ValueError, match=r"trace is 3, but 2 eigenvalues.*fewer clusters"):
        project_eigenvalues(np.zeros(2), 3)


def symmetric(n_samples, seed, n_large=12):
    """Noise and a few large eigenvalues, as in the solvers."""
    rng = np.random.default_rng(seed)
    noise = rng.standard_normal((n_samples, n_samples)) / np.sqrt(n_samples)
    large = rng.standard_normal((n_samples, n_large)) / np.sqrt(n_samples)
    return 0.3 * (noise + noise.T) + 4.0 * large @ large.T


@pytest.mark.parametrize("n_samples, trace", [(1, 1), (7, 3), (40, 40), (350, 5), (500, 20)])
@pytest.mark.parametrize("form", [np.asarray, aslinearoperator])
def test_partial_projection_is_the_full_one(n_samples, trace, form):
    matrix = symmetric(n_samples, seed=trace)
    found = project_on_fantope(form(matrix), trace).rows(slice(None))
    np.testing.assert_allclose(found, fantope(matrix, trace), atol=1e-7)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("diagonal", [0.0, 1.0, -3.0])
def test_a_multiple_of_the_identity(dtype, diagonal):
    """No direction is better than another; any point of the right trace is as near."""
    found = project_on_fantope(diagonal * np.eye(350, dtype=dtype), 4)
    np.testing.assert_allclose(found.values.sum(), 4.0, rtol=1e-5)
    np.testing.assert_allclose(
        found.vectors.T @ found.vectors, np.eye(len(found.values)), atol=1e-4
    )


def test_a_warm_start_changes_nothing():
    first = project_on_fantope(symmetric(400, seed=0), 8)
    matrix = symmetric(400, seed=1)
    cold = project_on_fantope(matrix, 8)
    warm = project_on_fantope(matrix, 8, start=first.basis)
    np.testing.assert_allclose(warm.rows(slice(None)), cold.rows(slice(None)), atol=1e-7)


def test_single_precision():
    matrix = symmetric(400, seed=2)
    found = project_on_fantope(matrix.astype(np.float32), 8, tol=1e-5)
    assert found.vectors.dtype == np.float32
    np.testing.assert_allclose(found.rows(slice(None)), fantope(matrix, 8), atol=1e-4)


def test_a_point_multiplies_like_its_matrix():
    point = project_on_fantope(symmetric(30, seed=3), 4)
    block = np.random.default_rng(0).standard_normal((30, 3))
    np.testing.assert_allclose(point.times(block), point.rows(slice(None)) @ block, atol=1e-12)
    assert FantopePoint.zero(30).rows(slice(0, 2)).tolist() == np.zeros((2, 30)).tolist()
