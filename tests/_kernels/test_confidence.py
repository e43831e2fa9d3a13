"""Row kernels of the label confidence against plain NumPy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from plclust._kernels.confidence import (
    descend_rows,
    extrapolate_rows,
    follow_rows,
    project_on_candidates,
    project_rows,
    tangent_rows,
    turn_rows,
)
from reference.simplex import project_on_candidate_simplices, project_on_simplex


@given(
    q=st.integers(1, 30),
    exponent=st.integers(-9, 9),
    tied=st.booleans(),
    seed=st.integers(0, 2**32 - 1),
)
def test_projection_agrees_with_sorting(q, exponent, tied, seed):
    rng = np.random.default_rng(seed)
    values = rng.standard_normal(q) * 10.0**exponent
    if tied:
        values = rng.choice(values, q)
    allowed = rng.random(q) < 0.6
    allowed[rng.integers(q)] = True
    expected = project_on_simplex(values[allowed])
    project_on_candidates(values, allowed, np.empty(q))
    assert np.all(values[~allowed] == 0.0)
    assert np.all(values >= 0.0)
    slack = 1e-14 * q * (1.0 + 10.0**exponent)
    np.testing.assert_allclose(values[allowed], expected, rtol=0, atol=slack)
    np.testing.assert_allclose(values.sum(), 1.0, rtol=0, atol=q * slack)


def test_distributions_are_their_own_projection():
    values = np.array([0.25, 0.0, 0.75])
    project_on_candidates(values, np.array([True, True, True]), np.empty(3))
    np.testing.assert_allclose(values, [0.25, 0.0, 0.75], atol=1e-15)


def test_only_candidate_gets_everything():
    values = np.array([5.0, -3.0, 9.0])
    project_on_candidates(values, np.array([False, True, False]), np.empty(3))
    np.testing.assert_array_equal(values, [0.0, 1.0, 0.0])


@pytest.fixture
def rows():
    rng = np.random.default_rng(0)
    candidates = rng.random((12, 4)) < 0.5
    candidates[:, 0] = True
    return rng, candidates


def test_project_rows_leaves_other_rows_alone(rows):
    rng, candidates = rows
    values = rng.standard_normal((12, 4))
    before = values.copy()
    project_rows(3, 7, candidates, values)
    expected = project_on_candidate_simplices(before, candidates)
    np.testing.assert_allclose(values[3:7], expected[3:7], atol=1e-14)
    np.testing.assert_array_equal(
        np.delete(values, slice(3, 7), 0), np.delete(before, slice(3, 7), 0)
    )


def test_descend_rows_step_bound_and_turn(rows):
    rng, candidates = rows
    curvature = rng.uniform(1.0, 3.0, 12)
    gradient, point, previous = rng.standard_normal((3, 12, 4))
    following = np.zeros((12, 4))
    lowest, turning = descend_rows(
        0, 12, candidates, curvature, gradient, point, previous, following
    )
    target = point - gradient / curvature[:, None]
    expected = project_on_candidate_simplices(target, candidates)
    np.testing.assert_allclose(following, expected, atol=1e-14)
    least = np.where(candidates, gradient, np.inf).min(axis=1)
    np.testing.assert_allclose(lowest, least.sum(), rtol=1e-12)
    products = (point - expected) * (expected - previous)
    np.testing.assert_allclose(turning, np.sum(curvature[:, None] * products), rtol=1e-11)


def test_tangent_rows_is_the_projection_on_the_face(rows):
    rng, _ = rows
    values = rng.dirichlet(np.ones(4), 12)
    values[rng.random((12, 4)) < 0.3] = 0.0
    values[:, 0] += 0.1
    direction = rng.standard_normal((12, 4))
    expected = np.zeros_like(direction)
    for i in range(12):
        free = values[i] > 0.0
        expected[i, free] = direction[i, free] - direction[i, free].mean()
    tangent_rows(0, 12, values, direction)
    np.testing.assert_allclose(direction, expected, atol=1e-14)


def test_extrapolate_rows_goes_on_along_the_last_step(rows):
    rng, _ = rows
    previous, current, point = rng.standard_normal((3, 12, 4))
    untouched = point[:5].copy()
    extrapolate_rows(5, 12, 0.3, previous, current, point)
    np.testing.assert_allclose(point[5:], (current + 0.3 * (current - previous))[5:])
    np.testing.assert_array_equal(point[:5], untouched)


def test_a_conjugate_step_is_one_of_plain_formulas(rows):
    """`follow_rows` and `turn_rows` against the same step on whole arrays."""
    rng, _ = rows
    values = rng.dirichlet(np.ones(4), 12)
    values[rng.random((12, 4)) < 0.3] = 0.0
    values[:, 0] += 0.1
    curvature = rng.uniform(1.0, 3.0, 12)
    change, step, total, downhill = rng.standard_normal((4, 12, 4))
    for inside in (step, total, downhill):
        tangent_rows(0, 12, values, inside)
    tangent = change.copy()
    tangent_rows(0, 12, values, tangent)
    expected_total, expected_downhill = total + 0.7 * step, downhill - 0.7 * tangent
    size = follow_rows(0, 12, values, curvature, 0.7, change, step, total, downhill)
    np.testing.assert_allclose(total, expected_total, atol=1e-14)
    np.testing.assert_allclose(downhill, expected_downhill, atol=1e-14)
    assert size == pytest.approx(np.sum(downhill**2 / curvature[:, None]))
    expected_step = 0.4 * step + downhill / curvature[:, None]
    turn_rows(0, 12, 0.4, curvature, downhill, step)
    np.testing.assert_allclose(step, expected_step, atol=1e-14)
