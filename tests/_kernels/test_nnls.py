"""||A w - b|| over w >= 0, against SciPy and by its optimality conditions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import nnls

from plclust._kernels.nnls import descend_coordinates, solve_nnls

ACCURACY = 1e-10  # of ||b||^2


def random_problem(rng, family, k, d):
    """A and b; every family has its own way to be degenerate."""
    A, b = rng.standard_normal((d, k)), rng.standard_normal(d)
    if family == "generic":
        return A, b
    if family == "opposite":
        A[:, k // 2 : 2 * (k // 2)] = -A[:, : k // 2]
        return A, b
    if family == "ties":
        return np.round(A), np.round(b)
    A, b = np.abs(A), np.abs(b)
    if family in {"duplicates", "nearly_duplicates"}:
        A = A[:, rng.integers(0, max(k // 2, 1), k)]
    if family == "nearly_duplicates":
        A = A + 1e-7 * rng.standard_normal((d, k))
    if family == "mixed_scales":
        A = A * 10.0 ** rng.uniform(-6, 6, k)
    if family == "inside":
        b = A @ rng.random(k)
    if family == "zero_columns":
        A = A * (rng.random(k) < 0.5)
    return A, b


FAMILIES = (
    "generic",
    "positive",
    "opposite",
    "ties",
    "duplicates",
    "nearly_duplicates",
    "mixed_scales",
    "inside",
    "zero_columns",
)


def solve(A, b):
    weights = np.full(A.shape[1], np.nan)
    solve_nnls(A.T @ A, A.T @ b, weights)
    return weights


def distance_by_scipy(A, b):
    try:
        return nnls(A, b)[1]
    except RuntimeError:  # SciPy 1.13 may go in circles
        return np.inf


@given(
    seed=st.integers(0, 2**32 - 1),
    family=st.sampled_from(FAMILIES),
    k=st.integers(1, 15),
    d=st.integers(1, 40),
)
def test_as_good_as_scipy(seed, family, k, d):
    A, b = random_problem(np.random.default_rng(seed), family, k, d)
    weights = solve(A, b)
    assert np.all(weights >= 0.0)
    found = np.sum((A @ weights - b) ** 2)
    # A minimiser over a few columns is feasible: SciPy may only be beaten.
    assert found <= distance_by_scipy(A, b) ** 2 + ACCURACY * np.sum(b**2)


@pytest.mark.parametrize("family", FAMILIES)
def test_optimality_conditions(family):
    rng = np.random.default_rng(0)
    for _ in range(100):
        A, b = random_problem(rng, family, 10, 20)
        weights = solve(A, b)
        lengths = np.linalg.norm(A, axis=0)
        gradient = A.T @ (A @ weights - b) / (np.where(lengths > 0, lengths, 1) * np.linalg.norm(b))
        assert gradient.min() >= -ACCURACY
        assert np.abs(gradient[weights > 0]).max(initial=0.0) <= ACCURACY


def test_weights_are_those_of_scipy_where_they_are_unique():
    rng = np.random.default_rng(0)
    for _ in range(100):
        A, b = random_problem(rng, "positive", 8, 20)
        np.testing.assert_allclose(solve(A, b), nnls(A, b)[0], atol=1e-10)


def test_nothing_points_the_way_of_b():
    np.testing.assert_array_equal(solve(np.eye(3), -np.ones(3)), np.zeros(3))


def test_no_columns_or_only_zeros():
    assert solve(np.empty((3, 0)), np.ones(3)).shape == (0,)
    np.testing.assert_array_equal(solve(np.zeros((3, 2)), np.ones(3)), np.zeros(2))


@pytest.mark.parametrize("family", ["generic", "positive", "ties", "duplicates"])
def test_last_resort_is_optimal_too(family):
    """The descent along coordinates is rarely reached, so it is called by itself."""
    rng = np.random.default_rng(0)
    for _ in range(20):
        A, b = random_problem(rng, family, 4, 12)
        lengths = np.linalg.norm(A, axis=0)
        A = A / np.where(lengths > 0, lengths, 1)
        weights = rng.random(4)
        descend_coordinates(A.T @ A, A.T @ b, weights)
        assert np.all(weights >= 0.0)
        found = np.sum((A @ weights - b) ** 2)
        assert found <= distance_by_scipy(A, b) ** 2 + ACCURACY * np.sum(b**2)
