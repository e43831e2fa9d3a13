"""Label confidence: optimum of Eq. 2, proven gap, sweeps of Eq. 9."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import sparse

from plclust.disambiguation import solve_confidence, sweep_confidence, uniform_confidence
from plclust.graph import fit_neighbors, neighbor_graph, reconstruction_weights
from reference.confidence import (
    confidence_form,
    confidence_gap,
    confidence_objective,
    form_objective,
    solve_by_projected_gradient,
    solve_by_slsqp,
    sweep,
)
from reference.graphs import random_candidates, random_confidence, random_reconstruction

ROUNDING = 1e-12


@st.composite
def problems(draw, max_samples=20):
    """R, candidates, and a generator for what else is random."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n = draw(st.integers(4, max_samples))
    q = draw(st.integers(2, 5))
    k = draw(st.integers(1, 3))
    isolated = draw(st.integers(0, 1))
    n_labeled = draw(st.integers(1, n))
    R = random_reconstruction(rng, n, k, isolated=isolated)
    return R, random_candidates(rng, n, q, n_labeled=n_labeled), rng


@pytest.fixture(scope="module")
def two_blobs():
    """300 samples in two touching blobs, 6 of them labelled; slow enough to need many steps."""
    rng = np.random.default_rng(0)
    X = rng.standard_normal((300, 2))
    X[150:] += 2.0
    candidates = np.ones((300, 3), dtype=bool)
    candidates[[0, 1, 2]] = True, False, True
    candidates[[150, 151, 152]] = False, True, False
    graph = neighbor_graph(fit_neighbors(X, 6), 6)
    return reconstruction_weights(X, graph), candidates


def squares(R, F):
    return float(np.sum((F - R @ F) ** 2))


def assert_feasible(values, candidates):
    assert np.all(values >= 0.0)
    assert np.all(values[~candidates] == 0.0)
    np.testing.assert_allclose(values.sum(axis=1), 1.0, rtol=0, atol=1e-12)


def test_printed_form_of_the_objective():
    """Eq. 3 is Eq. 2 when rows of R sum to one."""
    rng = np.random.default_rng(0)
    R = random_reconstruction(rng, 9, 3).toarray()
    F = rng.dirichlet(np.ones(4), 9)
    np.testing.assert_allclose(form_objective(confidence_form(R), F), confidence_objective(R, F))


def test_uniform_confidence():
    candidates = np.array([[True, True, False], [True, True, True], [False, False, True]])
    np.testing.assert_allclose(
        uniform_confidence(candidates), [[1 / 2, 1 / 2, 0], [1 / 3, 1 / 3, 1 / 3], [0, 0, 1]]
    )


@settings(max_examples=60)
@given(problem=problems())
def test_objective_is_optimal_to_the_tolerance(problem):
    R, candidates, _ = problem
    dense = R.toarray()
    uniform = squares(R, uniform_confidence(candidates))
    assume(uniform > 1e-20)
    found = solve_confidence(R, candidates, tol=1e-9)
    assert_feasible(found.values, candidates)
    np.testing.assert_allclose(
        found.objective, confidence_objective(dense, found.values), rtol=1e-10, atol=1e-20
    )
    rival = solve_by_projected_gradient(dense, candidates, tol=1e-12 * uniform)
    allowance = max(1e-9 * found.objective, 1e-10 * uniform)
    assert found.gap <= allowance
    assert found.objective <= confidence_objective(dense, rival) + allowance
    assert confidence_objective(dense, rival) <= found.objective + 1e-11 * uniform


def test_agrees_with_another_solver():
    rng = np.random.default_rng(3)
    R = random_reconstruction(rng, 10, 3)
    candidates = random_candidates(rng, 10, 3, n_labeled=5)
    theirs = confidence_objective(R.toarray(), solve_by_slsqp(R.toarray(), candidates))
    found = solve_confidence(R, candidates, tol=1e-9)
    np.testing.assert_allclose(found.objective, theirs, rtol=1e-7)


@settings(max_examples=60)
@given(
    problem=problems(),
    tol=st.sampled_from([1.0, 0.1, 1e-3]),
    atol=st.sampled_from([0.0, 1e-2]),
    max_iter=st.sampled_from([1, 100, 20_000]),
)
def test_gap_bounds_the_distance_to_the_optimum(problem, tol, atol, max_iter):
    R, candidates, rng = problem
    uniform = squares(R, uniform_confidence(candidates))
    assume(uniform > 1e-20)
    start = random_confidence(rng, candidates)
    solved = solve_confidence(R, candidates, start=start, tol=tol, atol=atol, max_iter=max_iter)
    swept = sweep_confidence(R, candidates, start=start)
    optimum = confidence_objective(
        R.toarray(), solve_by_projected_gradient(R.toarray(), candidates, tol=1e-12 * uniform)
    )
    for found in (solved, swept):
        assert found.gap >= 0.0
        assert found.objective - optimum <= found.gap + ROUNDING * (uniform + found.objective)
    expected = confidence_gap(R.toarray(), candidates, swept.values)
    np.testing.assert_allclose(swept.gap, expected, rtol=1e-9, atol=1e-12)


@settings(max_examples=60)
@given(problem=problems(), nearness=st.sampled_from([0.0, 0.9, 0.999, 1.0]))
def test_never_increases_from_the_start(problem, nearness):
    R, candidates, rng = problem
    assume(squares(R, uniform_confidence(candidates)) > 1e-20)
    optimum = solve_confidence(R, candidates).values
    start = nearness * optimum + (1.0 - nearness) * random_confidence(rng, candidates)
    before, copy = squares(R, start), start.copy()
    for max_iter in (1, 20_000):
        found = solve_confidence(R, candidates, start=start, max_iter=max_iter)
        assert found.objective <= before * (1.0 + ROUNDING) + 1e-15
    np.testing.assert_array_equal(start, copy)


def test_warm_start_gets_to_the_same_objective_sooner(two_blobs):
    R, candidates = two_blobs
    cold = solve_confidence(R, candidates)
    assert cold.n_iter > 100
    warm = solve_confidence(R, candidates, start=cold.values)
    assert warm.n_iter <= cold.n_iter / 2
    np.testing.assert_allclose(warm.objective, cold.objective, rtol=2e-6)

    shifted = sparse.csr_array(
        0.98 * R + 0.02 * random_reconstruction(np.random.default_rng(1), 300, 6)
    )
    fresh = solve_confidence(shifted, candidates)
    moved = solve_confidence(shifted, candidates, start=cold.values)
    assert moved.n_iter <= fresh.n_iter
    np.testing.assert_allclose(moved.objective, fresh.objective, rtol=2e-6)


def test_tolerance_is_reached_before_the_last_iteration(two_blobs):
    R, candidates = two_blobs
    negligible = 1e-10 * squares(R, uniform_confidence(candidates))
    for tol in (1e-3, 1e-6, 1e-9):
        found = solve_confidence(R, candidates, tol=tol)
        assert found.gap <= max(tol * found.objective, negligible)
        assert found.n_iter < 20_000
    assert solve_confidence(R, candidates, atol=1.0).n_iter < found.n_iter


def test_long_chain_is_solved():
    """Here the problem has a condition number of about 1e8."""
    n_samples = 120
    chain = sparse.diags_array([0.5, 0.5], offsets=[-1, 1], shape=(n_samples, n_samples)).tolil()
    chain[0, 1] = chain[-1, -2] = 1.0
    candidates = np.ones((n_samples, 2), dtype=bool)
    candidates[::60], candidates[30::60] = [True, False], [False, True]
    found = solve_confidence(chain.tocsr(), candidates, tol=1e-6)
    assert found.gap <= 1e-6 * found.objective
    assert found.n_iter < 3000


@pytest.mark.usefixtures("small_blocks")
def test_number_of_threads_changes_nothing():
    rng = np.random.default_rng(0)
    n = 1000
    neighbors = (np.arange(n)[:, None] + rng.integers(1, n, (n, 4))) % n
    R = sparse.csr_array((np.full(4 * n, 0.25), neighbors.ravel(), np.arange(0, 4 * n + 1, 4)))
    candidates = random_candidates(rng, n, 3, n_labeled=200)
    one, two = (solve_confidence(R, candidates, n_jobs=n_jobs) for n_jobs in (1, 2))
    np.testing.assert_array_equal(one.values, two.values)
    assert one[1:] == two[1:]


def test_order_of_classes_does_not_matter(two_blobs):
    R, candidates = two_blobs
    order = [2, 0, 1]
    found = solve_confidence(R, candidates, tol=1e-9)
    permuted = solve_confidence(R, candidates[:, order], tol=1e-9)
    np.testing.assert_allclose(permuted.objective, found.objective, rtol=1e-8)
    np.testing.assert_allclose(permuted.values, found.values[:, order], atol=1e-4)
    swept = sweep_confidence(R, candidates, n_sweeps=3)
    permuted = sweep_confidence(R, candidates[:, order], n_sweeps=3)
    np.testing.assert_allclose(permuted.values, swept.values[:, order], atol=1e-12)


def test_component_without_labels_stays_uniform():
    rng = np.random.default_rng(0)
    blocks = [random_reconstruction(rng, n, 3) for n in (12, 8)]
    R = sparse.csr_array(sparse.block_diag(blocks))
    candidates = np.ones((20, 4), dtype=bool)
    candidates[0] = True, False, False, False
    candidates[1] = False, True, True, False
    candidates[12:] = True, True, False, True
    for found in (solve_confidence(R, candidates), sweep_confidence(R, candidates, n_sweeps=5)):
        expected = np.tile([1 / 3, 1 / 3, 0.0, 1 / 3], (8, 1))
        np.testing.assert_allclose(found.values[12:], expected, atol=1e-12)
        assert np.ptp(found.values[2]) > 0.01, "labels should have reached the other component"


def test_nothing_to_learn_takes_no_time():
    """Unlabelled data: equal confidences are optimal, up to rounding."""
    R = random_reconstruction(np.random.default_rng(0), 17, 3)
    candidates = np.ones((17, 3), dtype=bool)
    assert squares(R, uniform_confidence(candidates)) > 0.0, "no rounding, no question"
    found = solve_confidence(R, candidates, max_iter=1000)
    assert found.n_iter < 1000


@settings(max_examples=40)
@given(problem=problems(), n_sweeps=st.integers(1, 4))
def test_sweeps_are_those_of_the_paper(problem, n_sweeps):
    R, candidates, rng = problem
    start = random_confidence(rng, candidates)
    copy = expected = start.copy()
    previous = squares(R, start)
    for done in range(1, n_sweeps + 1):
        expected = sweep(R.toarray(), candidates, expected)
        found = sweep_confidence(R, candidates, start=start, n_sweeps=done)
        np.testing.assert_allclose(found.values, expected, rtol=0, atol=1e-10)
        np.testing.assert_allclose(
            found.objective, confidence_objective(R.toarray(), expected), rtol=1e-8, atol=1e-14
        )
        assert found.objective <= previous + 1e-14
        assert_feasible(found.values, candidates)
        previous = found.objective
    np.testing.assert_array_equal(start, copy)


def test_sweeps_start_from_uniform():
    rng = np.random.default_rng(0)
    R, candidates = random_reconstruction(rng, 10, 2), random_candidates(rng, 10, 3, n_labeled=4)
    expected = sweep(R.toarray(), candidates, uniform_confidence(candidates))
    np.testing.assert_allclose(sweep_confidence(R, candidates).values, expected, atol=1e-12)


def test_many_sweeps_reach_the_optimum(two_blobs):
    R, candidates = two_blobs
    exact = solve_confidence(R, candidates, tol=1e-9)
    swept = sweep_confidence(R, candidates, n_sweeps=20_000)
    np.testing.assert_allclose(swept.objective, exact.objective, rtol=1e-4)


SOLVERS = [solve_confidence, sweep_confidence]


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("q", [0, 1])
def test_nothing_to_choose(solver, q):
    R = random_reconstruction(np.random.default_rng(0), 8, 2)
    found = solver(R, np.ones((8, q), dtype=bool))
    np.testing.assert_array_equal(found.values, np.ones((8, q)))
    np.testing.assert_allclose((found.objective, found.gap), 0.0, atol=1e-15)


@pytest.mark.parametrize("solver", SOLVERS)
def test_objective_counts_samples_that_nobody_rebuilds(solver):
    R = random_reconstruction(np.random.default_rng(0), 8, 2, isolated=2)
    np.testing.assert_allclose(solver(R, np.ones((8, 1), dtype=bool)).objective, 2.0)


@pytest.mark.parametrize("solver", SOLVERS)
def test_all_samples_labelled(solver):
    rng = np.random.default_rng(0)
    R = random_reconstruction(rng, 15, 3)
    candidates = np.eye(4, dtype=bool)[rng.integers(0, 4, 15)]
    found = solver(R, candidates)
    np.testing.assert_array_equal(found.values, candidates.astype(float))
    np.testing.assert_allclose(found.objective, squares(R, candidates.astype(float)))
    np.testing.assert_allclose(found.gap, 0.0, atol=1e-12)


@pytest.mark.parametrize("solver", SOLVERS)
def test_samples_without_any_edge(solver):
    """An empty row and column of R: ||f||^2 alone, least at equal confidences."""
    candidates = np.array([[True, True, True], [True, False, True], [False, True, False]])
    found = solver(sparse.csr_array((3, 3)), candidates)
    np.testing.assert_allclose(found.values, uniform_confidence(candidates), atol=1e-12)
    np.testing.assert_allclose(found.objective, 1 / 3 + 1 / 2 + 1)


def test_single_precision_weights_give_single_precision_confidences():
    reconstruction = random_reconstruction(np.random.default_rng(0), 400, 5)
    candidates = np.random.default_rng(0).random((400, 3)) < 0.6
    candidates[~candidates.any(axis=1)] = True
    double = solve_confidence(reconstruction, candidates, tol=1e-3)
    single = solve_confidence(reconstruction.astype(np.float32), candidates, tol=1e-3)
    assert single.values.dtype == np.float32
    assert single.objective == pytest.approx(double.objective, rel=2e-3)
    np.testing.assert_allclose(single.values.sum(axis=1), 1.0, atol=1e-5)
    assert (single.values[~candidates] == 0.0).all()


@pytest.mark.parametrize("max_iter", [20, 45, 65])
def test_products_are_limited(max_iter):
    reconstruction = random_reconstruction(np.random.default_rng(0), 400, 2)
    candidates = np.random.default_rng(0).random((400, 3)) < 0.9
    candidates[~candidates.any(axis=1)] = True
    limited = solve_confidence(reconstruction, candidates, tol=0.0, max_iter=max_iter)
    assert limited.n_iter == max_iter
    longer = solve_confidence(reconstruction, candidates, tol=0.0, max_iter=10 * max_iter)
    assert longer.objective <= limited.objective <= longer.objective + limited.gap


@pytest.mark.parametrize("shape", [(4, 3), (3, 2), (4,)])
def test_a_start_of_other_samples_or_classes_is_refused(shape):
    ring = sparse.csr_array(np.roll(np.eye(4), 1, axis=1))
    with pytest.raises(ValueError, match=r"start is of shape .*, expected .* \(4, 2\)"):
        solve_confidence(ring, np.ones((4, 2), dtype=bool), start=np.zeros(shape))


@pytest.mark.parametrize("start", [[[5.0, 5.0]], [[-0.5, 1.5]], [[0.5, 0.4]]])
def test_a_start_is_a_distribution(start):
    with pytest.raises(ValueError, match=r"start has .* in row 0, expected .* sum to one"):
        solve_confidence(
            sparse.csr_array((1, 1)), np.ones((1, 2), dtype=bool), start=np.array(start)
        )


def test_a_start_is_zero_beside_the_candidates():
    with pytest.raises(ValueError, match="zeros elsewhere"):
        solve_confidence(
            sparse.csr_array((1, 1)), np.array([[True, False]]), start=np.array([[1.0, 0.5]])
        )
