import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plclust.cluster._compared.shrunken_projector import pca_laplacian, shrunken_projector
from plclust.graph import gaussian_neighbor_graph
from reference.constrained import projector

cp = pytest.importorskip("cvxpy", reason="optima are those of cvxpy")


def problem(n_samples=25, seed=0):
    rng = np.random.default_rng(seed)
    truth = np.arange(n_samples) % 3
    X = 2.0 * np.eye(4)[truth] + rng.standard_normal((n_samples, 4))
    apart = (truth[:, None] != truth) * rng.random((n_samples, n_samples))
    return pca_laplacian(X, gaussian_neighbor_graph(X), 0.5), 0.5 * (apart + apart.T)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("lam", [0.1, 2.0])
def test_constant_penalty_finds_the_optimum(seed, lam):
    G, D = problem(seed=seed)
    solution = shrunken_projector(G, 3, dissimilarity=D, lam=lam, max_iter=5000, tol=1e-8)
    assert solution.residual < 1e-8
    n = len(G)
    P = cp.Variable((n, n), symmetric=True)
    objective = cp.trace(G @ P) + lam * cp.sum(cp.multiply(D, cp.square(P)))
    optimum = cp.Problem(
        cp.Minimize(objective), [P >> 0, np.eye(n) - P >> 0, cp.trace(P) == 3]
    ).solve(solver="CLARABEL")
    Q = solution.point.rows(slice(None))
    assert np.sum(G * Q) + lam * np.sum(D * Q**2) == pytest.approx(optimum, abs=1e-6)


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("n_samples, n_iter", [(25, 30), (25, 150), (350, 30)])
def test_iterates_are_those_of_the_full_matrices(exact, n_samples, n_iter):
    G, D = problem(n_samples)
    lam = 0.5

    def update(Q, multiplier, mu):
        if exact:
            return (mu * Q - multiplier - G) / (mu + 2 * lam * D)
        return mu / (2 * lam * D + mu) * Q - (multiplier + G) / mu

    expected = projector(n_samples, 3, update, penalty=1e-2, growth=1.05, n_iter=n_iter)
    solution = shrunken_projector(
        G, 3, dissimilarity=D, lam=lam, exact=exact, penalty=1e-2, growth=1.05,
        max_iter=n_iter, tol=1e-9,
    )  # fmt: skip
    np.testing.assert_allclose(solution.point.rows(slice(None)), expected, atol=1e-5)


@pytest.mark.parametrize("seed", range(3))
def test_the_defaults_reach_their_residuals(seed):
    G, D = problem(60, seed)
    solution = shrunken_projector(G, 3, dissimilarity=D, lam=1.0)
    assert solution.n_iter < 500
    assert solution.residual < 1e-4
    tight = shrunken_projector(G, 3, dissimilarity=D, lam=1.0, max_iter=5000, tol=1e-8)
    difference = solution.point.rows(slice(None)) - tight.point.rows(slice(None))
    assert np.abs(difference).max() < 5e-3


def test_dissimilar_pairs_are_driven_out_of_the_projector():
    G, D = problem(40)
    at_pairs = [
        np.abs(shrunken_projector(G, 3, dissimilarity=D, lam=lam).point.rows(slice(None)))[
            D > 0.3
        ].sum()
        for lam in (0.0, 1.0, 10.0)
    ]
    assert at_pairs[0] > at_pairs[1] > at_pairs[2]


@settings(max_examples=30)
@given(st.integers(3, 40), st.floats(0.0, 1.0), st.integers(0, 1000))
def test_pca_and_laplacian_lie_between_zero_and_one(n_samples, share, seed):
    """Each part is positive semidefinite with largest eigenvalue 1 (PCA: I minus such a part)."""
    X = np.random.default_rng(seed).standard_normal((n_samples, 3))
    G = pca_laplacian(X, gaussian_neighbor_graph(X), share)
    np.testing.assert_allclose(G, G.T, atol=1e-12)
    values = np.linalg.eigvalsh(G)
    assert values[0] >= -1e-9
    assert values[-1] <= 1.0 + 1e-9
    # Constants are in the kernel of the Laplacian, and orthogonal to centred features.
    np.testing.assert_allclose(G @ np.ones(n_samples), 1.0 - share, atol=1e-9)


def test_largest_eigenvalues_of_large_graphs():
    X = np.random.default_rng(0).standard_normal((400, 3))
    graph = gaussian_neighbor_graph(X)
    laplacian = np.diag(graph.sum(axis=1)) - graph.toarray()
    expected = laplacian / np.linalg.eigvalsh(laplacian)[-1]
    np.testing.assert_allclose(pca_laplacian(X, graph, 1.0), expected, atol=1e-10)


def test_the_penalty_does_not_grow_without_end():
    G, D = problem()
    solution = shrunken_projector(
        G, 3, dissimilarity=D, lam=0.1, growth=10.0, max_iter=400, tol=0.0
    )
    assert solution.n_iter == 400
    assert np.isfinite(solution.residual)
