import numpy as np
import pytest
from scipy import sparse

from plclust.cluster._compared.sparse_projector import sparse_projector
from plclust.constraints import PairwiseConstraints
from plclust.graph import gaussian_neighbor_graph, normalized_adjacency
from reference.constrained import projector

cp = pytest.importorskip("cvxpy", reason="optima are those of cvxpy")


def problem(n_samples=30, n_labelled=12, seed=0, spread=1.5):
    """Laplacian of overlapping blobs, and which of some samples cannot be together."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 3, n_samples)
    X = spread * np.eye(3)[truth] + rng.standard_normal((n_samples, 3))
    labels = np.where(rng.permutation(n_samples) < n_labelled, truth, -1)
    graph = gaussian_neighbor_graph(X)
    laplacian = sparse.csr_array(sparse.eye_array(n_samples) - normalized_adjacency(graph))
    return laplacian, PairwiseConstraints.from_labels(labels)


def solve(laplacian, constraints, **params):
    rows, cannot = constraints.constrained, constraints.cannot_link_matrix()
    return sparse_projector(laplacian, 3, rows=rows, cannot=cannot, **params)


def full(constraints):
    D = np.zeros((constraints.n_samples, constraints.n_samples))
    rows = constraints.constrained
    D[np.ix_(rows, rows)] = constraints.cannot_link_matrix()
    return D


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("lam", [0.01, 0.3])
def test_constant_penalty_finds_the_optimum(seed, lam):
    laplacian, constraints = problem(n_samples=18, n_labelled=8, seed=seed)
    solution = solve(
        laplacian, constraints, lam=lam, penalty=0.5, growth=1.0, max_iter=9000, tol=1e-6
    )
    assert solution.residual < 1e-6
    D, n = full(constraints), laplacian.shape[0]
    P = cp.Variable((n, n), symmetric=True)
    objective = cp.trace(laplacian.toarray() @ P) + lam * cp.sum(cp.multiply(D, cp.abs(P)))
    optimum = cp.Problem(
        cp.Minimize(objective), [P >> 0, np.eye(n) - P >> 0, cp.trace(P) == 3]
    ).solve(solver="CLARABEL")
    Q = solution.point.rows(slice(None))
    found = np.sum(laplacian.toarray() * Q) + lam * np.sum(D * np.abs(Q))
    assert found == pytest.approx(optimum, abs=1e-5)


@pytest.mark.parametrize("seed", range(2))
def test_growing_penalty_reaches_its_residuals_near_the_optimum(seed):
    laplacian, constraints = problem(seed=seed)
    quick = solve(laplacian, constraints, lam=0.1)
    exact = solve(laplacian, constraints, lam=0.1, penalty=0.5, growth=1.0, max_iter=5000, tol=1e-8)
    assert quick.residual < 1e-4
    difference = quick.point.rows(slice(None)) - exact.point.rows(slice(None))
    assert np.abs(difference).max() < 0.05


@pytest.mark.parametrize("n_samples, n_iter", [(30, 25), (30, 180), (350, 40)])
def test_iterates_are_those_of_the_full_matrices(n_samples, n_iter):
    laplacian, constraints = problem(n_samples, n_labelled=n_samples // 3)
    dense, D, lam = laplacian.toarray(), full(constraints), 0.05

    def update(Q, multiplier, mu):
        T = Q - (multiplier + dense) / mu
        soft = np.sign(T) * np.maximum(np.abs(T) - lam / mu, 0.0)
        return np.where(D > 0, soft, T)

    expected = projector(n_samples, 3, update, penalty=1e-4, growth=1.05, n_iter=n_iter)
    solution = solve(laplacian, constraints, lam=lam, max_iter=n_iter, tol=1e-9)
    assert solution.n_iter == n_iter
    np.testing.assert_allclose(solution.point.rows(slice(None)), expected, atol=1e-5)


def test_residual_is_the_largest_over_all_entries():
    laplacian, constraints = problem()
    solution = solve(laplacian, constraints, lam=0.05)
    before = solve(laplacian, constraints, lam=0.05, max_iter=solution.n_iter - 1, tol=1e-12)
    change = solution.point.rows(slice(None)) - before.point.rows(slice(None))
    assert np.abs(change).max() <= solution.residual < 1e-4


def test_without_constraints_the_projector_of_spectral_clustering():
    laplacian, constraints = problem(n_labelled=0)
    solution = solve(laplacian, constraints, lam=1.0)
    vectors = np.linalg.eigh(laplacian.toarray())[1][:, :3]
    np.testing.assert_allclose(solution.point.rows(slice(None)), vectors @ vectors.T, atol=1e-3)


def test_reports_every_iteration():
    laplacian, constraints = problem()
    lines = []
    solution = solve(laplacian, constraints, lam=0.05, report=lines.append)
    assert len(lines) == solution.n_iter
    assert lines[-1].startswith(f"iteration {solution.n_iter}: rank")


def test_the_penalty_does_not_grow_without_end():
    solution = solve(*problem(), lam=0.1, growth=10.0, max_iter=400, tol=0.0)
    assert solution.n_iter == 400
    assert np.isfinite(solution.residual)
