"""PARM's blocks: the reduction to column sums against the whole dual, and the sweep in NumPy."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from plclust._kernels.parm import solve_block, sweep_blocks


def block_objective(masses, scores, kappa, dual):
    """kappa/2 ||b - s||^2 + g.(b - s) + tr(a) of the dual matrix a with row sums b."""
    left = masses - dual.sum(axis=0)
    return 0.5 * kappa * left @ left + scores @ left + np.trace(dual)


def reduced_objective(masses, scores, kappa, sums):
    """The same, with the least trace that the column sums s allow."""
    left = masses - sums
    trace = np.maximum(0.0, sums - (masses.sum() - masses)).sum()
    return 0.5 * kappa * left @ left + scores @ left + trace


def solve_whole_block(masses, scores, kappa):
    """All q^2 dual variables, by scipy."""
    q = len(masses)

    def gradient(entries):
        left = masses - entries.reshape(q, q).sum(axis=0)
        return (np.eye(q) - np.tile(kappa * left + scores, (q, 1))).ravel()

    result = minimize(
        lambda entries: block_objective(masses, scores, kappa, entries.reshape(q, q)),
        np.repeat(masses / q, q),
        jac=gradient,
        bounds=[(0.0, None)] * q**2,
        constraints={
            "type": "eq",
            "fun": lambda entries: entries.reshape(q, q).sum(axis=1) - masses,
            "jac": lambda _: np.kron(np.eye(q), np.ones(q)),
        },
        method="SLSQP",
        options={"ftol": 1e-15, "maxiter": 1000},
    )
    return result.x.reshape(q, q)


def solve(masses, scores, kappa):
    sums = np.empty_like(masses)
    solve_block(masses, scores, kappa, sums)
    return sums


@st.composite
def blocks(draw, max_classes=5):
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    q = draw(st.integers(2, max_classes))
    masses = rng.dirichlet(np.full(q, draw(st.sampled_from([0.2, 1.0])))).round(3)
    masses *= draw(st.sampled_from([0.01, 1.0, 10.0]))
    scores = draw(st.sampled_from([0.0, 1.0, 10.0])) * rng.standard_normal(q)
    return masses, scores, draw(st.sampled_from([0.1, 1.0, 50.0]))


@settings(max_examples=60)
@given(block=blocks())
def test_as_good_as_the_whole_dual(block):
    """SLSQP stops within about 1e-7 of the optimum of these 4 to 25 variables."""
    masses, scores, kappa = block
    sums = solve(*block)
    assert np.all(sums >= 0.0)
    rounding = 1e-13 * (masses.sum() + np.abs(scores).max() / kappa)
    np.testing.assert_allclose(sums.sum(), masses.sum(), rtol=0, atol=rounding)
    found = reduced_objective(*block, sums)
    rival = block_objective(*block, solve_whole_block(*block))
    scale = 1.0 + kappa * masses.sum() ** 2 + np.abs(scores).max() * masses.sum()
    assert found <= rival + 1e-7 * scale
    assert rival <= found + 1e-5 * scale


@settings(max_examples=200)
@given(block=blocks(max_classes=30))
def test_no_exchange_between_two_classes_helps(block):
    """Optimality of a convex problem on a simplex, in slopes to either side of the kinks."""
    masses, scores, kappa = block
    sums = solve(*block)
    kinks = masses.sum() - masses
    slack = 1e-10 * (1.0 + masses.sum())
    slope = kappa * (sums - masses) - scores
    up = slope + (sums >= kinks - slack)
    down = slope + (sums > kinks + slack)
    losing = sums > slack
    accuracy = 1e-9 * (1.0 + kappa) * (1.0 + masses.sum() + np.abs(scores).max())
    assert up.min() >= down[losing].max() - accuracy


def test_nothing_to_share():
    np.testing.assert_array_equal(solve(np.zeros(3), np.array([1.0, 2.0, 3.0]), 2.0), 0.0)


def test_single_class_keeps_its_mass():
    np.testing.assert_allclose(solve(np.array([0.7]), np.array([-3.0]), 2.0), 0.7)


def random_sweep(rng, n=25, d=6, q=4):
    X = rng.standard_normal((n, d))
    masses = rng.dirichlet(np.ones(q), n) * rng.uniform(0.1, 2.0, (n, 1))
    sums = np.tile(masses.mean(axis=1, keepdims=True), q)
    return X, masses, sums, X.T @ (masses - sums)


def plain_sweep(X, masses, sums):
    """One pass with W made anew for every sample."""
    for i, x in enumerate(X):
        others = np.arange(len(X)) != i
        scores = (X[others].T @ (masses - sums)[others]).T @ x
        if x @ x > 0.0:
            sums[i] = solve(masses[i], scores, x @ x)
    return sums


@pytest.mark.parametrize("n_sweeps", [1, 4])
def test_sweep_is_the_plain_one(n_sweeps):
    X, masses, sums, weights = random_sweep(np.random.default_rng(0))
    X[3] = 0.0
    weights = X.T @ (masses - sums)
    expected = sums.copy()
    for _ in range(n_sweeps):
        sweep_blocks(X, masses, sums, weights)
        plain_sweep(X, masses, expected)
    np.testing.assert_allclose(sums, expected, atol=1e-10)
    np.testing.assert_allclose(weights, X.T @ (masses - sums), atol=1e-10)


def test_dual_falls_to_the_primal_optimum():
    """Strong duality: 1/2 ||W||^2 + sum b xi meets minus the dual objective."""
    X, masses, sums, weights = random_sweep(np.random.default_rng(1))
    duals = []
    for _ in range(2000):
        sweep_blocks(X, masses, sums, weights)
        traces = np.maximum(0.0, sums - (masses.sum(axis=1, keepdims=True) - masses)).sum()
        duals.append(0.5 * np.sum(weights**2) + traces)
    assert np.all(np.diff(duals) <= 1e-9)
    scores = X @ weights
    margins = 1.0 - np.eye(4) + scores[:, None, :] - scores[:, :, None]
    primal = 0.5 * np.sum(weights**2) + np.sum(masses * margins.max(axis=2))
    np.testing.assert_allclose(primal, masses.sum() - duals[-1], rtol=1e-5)
