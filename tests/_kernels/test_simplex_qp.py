"""w'Gw + c'w over the simplex, against two other solvers and by its duality gap."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plclust._kernels.simplex_qp import exchange_pairs, solve_simplex_qp
from reference.weights import (
    duality_gap,
    problem_scale,
    solve_by_projected_gradient,
    solve_by_slsqp,
    solve_by_supports,
    weight_objective,
)

N_BATCHES, BATCH = 120, 100
ACCURACY = 1e-10  # of the problem's scale


def random_problems(rng, family, count, k, d, exponent, linear_exponent):
    """Gram matrices and linear terms; every family has its own way to be degenerate."""
    differences = rng.standard_normal((count, k, d))
    if family == "duplicates":
        differences = differences[:, rng.integers(0, max(k // 2, 1), k)]
    elif family == "nearly_duplicates":
        differences = differences[:, rng.integers(0, max(k // 2, 1), k)]
        differences += 1e-7 * rng.standard_normal((count, k, d))
    elif family == "far":
        differences += 1e4 * rng.standard_normal((count, 1, d))
    elif family == "mixed_scales":
        differences *= 10.0 ** rng.uniform(-6, 6, (count, k, 1))
    elif family == "zero":
        differences[:] = 0.0
    elif family == "ties":
        differences = np.round(differences)
    gram = differences @ differences.transpose(0, 2, 1)
    linear = rng.random((count, k))
    if family == "ties":
        linear = np.round(2.0 * linear)
    gram, linear = gram * 10.0**exponent, linear * 10.0 ** (exponent + linear_exponent)
    if linear_exponent == min(LINEAR_EXPONENTS):
        linear[:] = 0.0
    return gram, linear


FAMILIES = (
    "generic",
    "duplicates",
    "nearly_duplicates",
    "far",
    "mixed_scales",
    "zero",
    "ties",
)
LINEAR_EXPONENTS = (-99, -12, -6, -1, 0, 1, 6, 12)


def solve_all(gram, linear, start):
    weights = start.copy()
    for problem in zip(gram, linear, weights, strict=True):
        solve_simplex_qp(*problem)
    return weights


def assert_feasible(weights):
    assert np.all(weights >= 0.0)
    np.testing.assert_allclose(weights.sum(axis=-1), 1.0, rtol=0, atol=1e-12)


@settings(max_examples=N_BATCHES)
@given(
    family=st.sampled_from(FAMILIES),
    k=st.integers(1, 5),
    d=st.integers(1, 8),
    exponent=st.sampled_from((0, -100, -12, -3, 3, 12, 100)),
    linear_exponent=st.sampled_from(LINEAR_EXPONENTS),
    seed=st.integers(0, 2**32 - 1),
)
def test_optimal_from_any_start(family, k, d, exponent, linear_exponent, seed):
    rng = np.random.default_rng(seed)
    gram, linear = random_problems(rng, family, BATCH, k, d, exponent, linear_exponent)
    slack = ACCURACY * problem_scale(gram, linear)

    cold = solve_all(gram, linear, np.zeros_like(linear))
    assert_feasible(cold)
    found = weight_objective(gram, linear, cold)
    rival = weight_objective(gram, linear, solve_by_supports(gram, linear))
    assert np.all(found <= rival + slack)
    assert np.all(rival <= found + slack)
    assert np.all(duality_gap(gram, linear, cold) <= slack)

    inside = rng.dirichlet(np.ones(k), BATCH)
    corners = np.eye(k)[rng.integers(0, k, BATCH)]
    for start in (inside, corners):
        warm = solve_all(gram, linear, start)
        assert_feasible(warm)
        assert np.all(np.abs(weight_objective(gram, linear, warm) - found) <= slack)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("k", [8, 15, 30, 31, 90])  # of more than 30 it begins at a vertex
def test_optimal_for_many_neighbors(family, k):
    rng = np.random.default_rng(k)
    gram, linear = random_problems(rng, family, 50, k, 6, 0, 0)
    weights = solve_all(gram, linear, np.zeros_like(linear))
    assert_feasible(weights)
    assert np.all(duality_gap(gram, linear, weights) <= ACCURACY * problem_scale(gram, linear))


@pytest.mark.parametrize("k", [8, 15])
@pytest.mark.parametrize("d", [4, 20])
@pytest.mark.parametrize("solver", [solve_by_projected_gradient, solve_by_slsqp])
def test_agrees_with_iterative_solvers(k, d, solver):
    accuracy = {solve_by_projected_gradient: ACCURACY, solve_by_slsqp: 1e-7}[solver]
    gram, linear = random_problems(np.random.default_rng(k + d), "generic", 5, k, d, 0, 0)
    weights = solve_all(gram, linear, np.zeros_like(linear))
    for problem in zip(gram, linear, weights, strict=True):
        found, rival = (
            weight_objective(*problem),
            weight_objective(*problem[:2], solver(*problem[:2])),
        )
        scale = problem_scale(*problem[:2])
        assert found <= rival + ACCURACY * scale
        assert rival <= found + accuracy * scale


def test_one_neighbor_gets_all_the_weight():
    weights = np.zeros(1)
    solve_simplex_qp(np.array([[3.0]]), np.array([-7.0]), weights)
    assert weights == [1.0]


def test_nothing_to_minimise_keeps_the_start():
    weights = np.array([0.25, 0.75])
    solve_simplex_qp(np.zeros((2, 2)), np.zeros(2), weights)
    np.testing.assert_array_equal(weights, [0.25, 0.75])


def test_known_solution_in_the_interior():
    """For a diagonal G and no linear term, w_a is proportional to 1 / G_aa."""
    diagonal = np.array([1.0, 2.0, 4.0, 8.0])
    weights = np.zeros(4)
    solve_simplex_qp(np.diag(diagonal), np.zeros(4), weights)
    np.testing.assert_allclose(weights, (1 / diagonal) / np.sum(1 / diagonal), rtol=1e-12)


@pytest.mark.parametrize("family", ["generic", "duplicates", "ties"])
def test_last_resort_is_optimal_too(family):
    """The exchange of pairs is rarely reached, so it is called by itself."""
    gram, linear = random_problems(np.random.default_rng(0), family, 50, 5, 8, 0, 0)
    for problem in zip(gram, linear, strict=True):
        weights = np.full(5, 0.2)
        scale = problem_scale(*problem)
        exchange_pairs(*problem, weights, np.empty(5), 1e-12 * scale)
        assert_feasible(weights)
        assert duality_gap(*problem, weights) <= ACCURACY * scale
