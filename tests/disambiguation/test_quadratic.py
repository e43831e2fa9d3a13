"""tr(F'HF) - 2<B, F> over candidate simplices: against another solver, convex and not."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from scipy.optimize import minimize

from plclust.disambiguation import nearest_confidence, solve_quadratic, uniform_confidence
from plclust.disambiguation._quadratic import row_curvatures
from reference.graphs import random_candidates, random_confidence, random_sparse
from reference.simplex import project_on_candidate_simplices


def objective(H, B, F):
    return float(np.sum(F * (H @ F)) - 2.0 * np.sum(B * F))


def stationarity(H, B, candidates, F):
    """By how much a step along the gradient can move F, at most."""
    gradient = 2.0 * (H @ F - B)
    step = 1.0 / (1.0 + np.abs(H).sum(axis=1).max())
    return np.abs(project_on_candidate_simplices(F - step * gradient, candidates) - F).max()


def solve_by_slsqp(H, B, candidates):
    rows = np.nonzero(candidates)[0]

    def unpack(entries):
        F = np.zeros(candidates.shape)
        F[candidates] = entries
        return F

    result = minimize(
        lambda entries: objective(H, B, unpack(entries)),
        uniform_confidence(candidates)[candidates],
        jac=lambda entries: 2.0 * (H @ unpack(entries) - B)[candidates],
        bounds=[(0.0, 1.0)] * len(rows),
        constraints={
            "type": "eq",
            "fun": lambda entries: unpack(entries).sum(axis=1) - 1.0,
            "jac": lambda _: (rows == np.arange(len(H))[:, None]).astype(float),
        },
        method="SLSQP",
        options={"ftol": 1e-15, "maxiter": 1000},
    )
    return project_on_candidate_simplices(unpack(result.x), candidates)


@st.composite
def problems(draw, *, convex=True):
    """H, B, candidates, and a generator for what else is random."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n, q, rank = draw(st.integers(1, 12)), draw(st.integers(1, 5)), draw(st.integers(1, 12))
    root = rng.standard_normal((n, rank))
    H = root @ root.T
    if not convex:
        H = H - np.diag(rng.random(n) * np.abs(H).sum(axis=1))
    B = draw(st.sampled_from([0.0, 1.0, 100.0])) * rng.standard_normal((n, q))
    return H, B, random_candidates(rng, n, q, n_labeled=draw(st.integers(0, n))), rng


def assert_feasible(values, candidates):
    assert np.all(values >= 0.0)
    assert np.all(values[~candidates] == 0.0)
    np.testing.assert_allclose(values.sum(axis=1), 1.0, rtol=0, atol=1e-12)


@settings(max_examples=40)
@given(problem=problems())
def test_agrees_with_another_solver(problem):
    """SLSQP stops at changes of about 1e-8; both may be that far above the minimum."""
    H, B, candidates, _ = problem
    found = solve_quadratic(H, B, candidates, tol=1e-10, max_iter=20_000)
    assert_feasible(found.values, candidates)
    scale = 1.0 + np.abs(H).sum() + np.abs(B).sum()
    np.testing.assert_allclose(found.objective, objective(H, B, found.values), atol=1e-12 * scale)
    theirs = objective(H, B, solve_by_slsqp(H, B, candidates))
    assert found.objective <= theirs + 1e-9 * scale
    assert theirs <= found.objective + 1e-6 * scale


@settings(max_examples=40)
@given(problem=problems(), tol=st.sampled_from([1e-1, 1e-3, 1e-6]))
def test_gap_bounds_the_distance_to_the_minimum(problem, tol):
    H, B, candidates, rng = problem
    start = random_confidence(rng, candidates)
    found = solve_quadratic(H, B, candidates, start=start, tol=tol)
    best = solve_quadratic(H, B, candidates, tol=1e-12, max_iter=20_000)
    scale = 1.0 + np.abs(H).sum() + np.abs(B).sum()
    assert found.gap >= 0.0
    assert found.objective - best.objective <= found.gap + 1e-12 * scale


@settings(max_examples=60)
@given(problem=problems(convex=False), max_iter=st.sampled_from([1, 2, 5, 20_000]))
def test_never_rises_and_becomes_stationary_without_convexity(problem, max_iter):
    H, B, candidates, rng = problem
    start = random_confidence(rng, candidates)
    copy = start.copy()
    found = solve_quadratic(H, B, candidates, start=start, tol=1e-13, max_iter=max_iter)
    assert_feasible(found.values, candidates)
    np.testing.assert_array_equal(start, copy)
    scale = 1.0 + np.abs(H).sum() + np.abs(B).sum()
    assert found.objective <= objective(H, B, start) + 1e-12 * scale
    if max_iter == 20_000 and found.n_iter < max_iter:
        assert stationarity(H, B, candidates, found.values) < 1e-4


def test_sparse_and_dense_are_the_same():
    rng = np.random.default_rng(0)
    root = random_sparse(rng, (40, 40), 0.1) + sparse.eye_array(40)
    H = sparse.csr_array(root.T @ root)
    B, candidates = rng.standard_normal((40, 4)), random_candidates(rng, 40, 4, n_labeled=30)
    one, other = (solve_quadratic(h, B, candidates, tol=1e-10) for h in (H, H.toarray()))
    np.testing.assert_allclose(one.values, other.values, atol=1e-6)


def test_warm_start_is_soon_done():
    rng = np.random.default_rng(0)
    root = rng.standard_normal((60, 60))
    H, B = root @ root.T, 10.0 * rng.standard_normal((60, 4))
    candidates = random_candidates(rng, 60, 4, n_labeled=30)
    cold = solve_quadratic(H, B, candidates, tol=1e-9)
    warm = solve_quadratic(H, B, candidates, start=cold.values, tol=1e-9)
    assert cold.n_iter > 50
    assert warm.n_iter <= 5


@pytest.mark.usefixtures("small_blocks")
def test_number_of_threads_changes_nothing():
    rng = np.random.default_rng(0)
    H = sparse.csr_array(sparse.diags_array(rng.random(5000) + 0.5))
    B, candidates = rng.standard_normal((5000, 3)), random_candidates(rng, 5000, 3, n_labeled=99)
    one, two = (solve_quadratic(H, B, candidates, n_jobs=n_jobs) for n_jobs in (1, 2))
    np.testing.assert_array_equal(one.values, two.values)
    assert one[1:] == two[1:]


@pytest.mark.parametrize("H", [np.zeros((3, 3)), sparse.csr_array((3, 3))])
def test_linear_objective_takes_the_best_candidates(H):
    candidates = np.array([[True, True, True], [True, True, False], [False, True, True]])
    B = np.array([[1.0, 2.0, 3.0], [1.0, 2.0, 3.0], [1.0, 3.0, 2.0]])
    found = solve_quadratic(H, B, candidates)
    np.testing.assert_allclose(found.values, np.eye(3)[[2, 1, 1]], atol=1e-12)


@pytest.mark.parametrize("convex", [True, False])
def test_curvatures_dominate(convex):
    rng = np.random.default_rng(0)
    H = rng.standard_normal((20, 20))
    H = H @ H.T if convex else H + H.T
    lowest = np.linalg.eigvalsh(np.diag(row_curvatures(H)) - 2.0 * H)[0]
    assert lowest >= -1e-9


def test_nearest_confidence():
    rng = np.random.default_rng(0)
    values, candidates = rng.standard_normal((30, 5)), random_candidates(rng, 30, 5, n_labeled=20)
    copy = values.copy()
    expected = project_on_candidate_simplices(values, candidates)
    np.testing.assert_allclose(nearest_confidence(values, candidates), expected, atol=1e-12)
    expected = project_on_candidate_simplices(values, np.ones((30, 5), bool))
    np.testing.assert_allclose(nearest_confidence(values), expected, atol=1e-12)
    np.testing.assert_array_equal(values, copy)


def test_candidates_of_other_samples_are_refused():
    with pytest.raises(ValueError, match=r"candidates has shape \(2, 3\)"):
        nearest_confidence(np.zeros((6, 3)), np.ones((2, 3), dtype=bool))


def test_a_start_of_other_classes_is_refused():
    candidates = np.ones((2, 2), dtype=bool)
    with pytest.raises(ValueError, match=r"start is of shape \(2, 3\), expected"):
        solve_quadratic(np.eye(2), np.zeros((2, 2)), candidates, start=np.zeros((2, 3)))
