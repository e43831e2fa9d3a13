import numpy as np
import pytest
from sklearn.preprocessing import normalize

from plclust.cluster._compared.low_rank_representation import RowSpace
from plclust.cluster._compared.ssctlrr import constrained_laplacian
from plclust.cluster._compared.tensor_representation import tensor_representation
from plclust.graph import gaussian_neighbor_graph
from reference.constrained import tensor

cp = pytest.importorskip("cvxpy", reason="optima are those of cvxpy")

SCALE = 0.3


class Problem:
    """Samples of two planes, some of them in constraints."""

    def __init__(self, n_samples=12, n_features=4, n_labelled=6, seed=0):
        rng = np.random.default_rng(seed)
        planes = rng.standard_normal((2, 2, n_features))
        truth = np.arange(n_samples) % 2
        X = np.array([rng.standard_normal(2) @ planes[plane] for plane in truth])
        self.X = normalize(X + 0.05 * rng.standard_normal(X.shape))
        self.rows = np.sort(rng.permutation(n_samples)[:n_labelled])
        signs = np.where(truth[self.rows][:, None] == truth[self.rows], 1.0, -1.0)
        np.fill_diagonal(signs, 0.0)
        self.known = SCALE * signs
        self.A = np.zeros((n_samples, n_samples))
        self.A[np.ix_(self.rows, self.rows)] = self.known
        self.L = constrained_laplacian(gaussian_neighbor_graph(self.X), self.rows, signs)
        self.features = RowSpace.of(self.X)

    def solve(self, lam=0.5, beta=1.0, dtype=np.float64, **params):
        return tensor_representation(
            self.features.astype(dtype), known=self.known, rows=self.rows, laplacian=self.L,
            lam=lam, beta=beta, **params,
        )  # fmt: skip

    def objective(self, Z, B, lam, beta):
        lengths = np.linalg.norm(self.X.T - self.X.T @ Z, axis=0)
        norms = np.linalg.norm(Z + B, "nuc") + np.linalg.norm(Z - B, "nuc")
        return norms / 2 + lam * lengths.sum() + beta * np.trace(B @ self.L @ B.T)

    def optimum(self, lam, beta):
        Z, B = cp.Variable(self.A.shape), cp.Variable(self.A.shape)
        norms = (cp.normNuc(Z + B) + cp.normNuc(Z - B)) / 2
        error = self.X.T - self.X.T @ Z
        values, vectors = np.linalg.eigh(self.L)
        root = vectors * np.sqrt(np.maximum(values, 0.0))
        smooth = beta * cp.sum_squares(B @ root)
        fixed = [cp.multiply(self.A != 0, B - self.A) == 0]
        objective = norms + lam * cp.sum(cp.norm(error, 2, axis=0)) + smooth
        return cp.Problem(cp.Minimize(objective), fixed).solve(solver="CLARABEL")


@pytest.mark.parametrize("lam, beta", [(0.5, 1.0), (0.2, 0.0), (1.0, 10.0)])
@pytest.mark.parametrize("seed", range(2))
def test_constant_penalty_finds_the_optimum(lam, beta, seed):
    problem = Problem(seed=seed)
    found = problem.solve(
        lam, beta, stale=False, penalty=2.0, growth=1.0, max_iter=20_000, tol=1e-5
    )
    assert found.residual < 1e-5
    fixed = problem.A != 0
    np.testing.assert_allclose(found.second[fixed], problem.A[fixed], atol=1e-4)
    value = problem.objective(found.first, found.second, lam, beta)
    assert value == pytest.approx(problem.optimum(lam, beta), abs=1e-3)


@pytest.mark.parametrize("stale", [True, False])
@pytest.mark.parametrize("beta", [0.0, 10.0])
@pytest.mark.parametrize("n_iter", [30, 100])
def test_iterates_are_those_of_the_full_matrices(stale, beta, n_iter):
    problem = Problem(40, 6, 15)
    found = problem.solve(beta=beta, stale=stale, max_iter=n_iter, tol=1e-12)
    expected = tensor(problem.X.T, problem.A, problem.L, 0.5, beta, stale=stale, n_iter=n_iter)
    np.testing.assert_allclose(found.first, expected[0], atol=1e-6)
    np.testing.assert_allclose(found.second, expected[1], atol=1e-6)


@pytest.mark.parametrize("n_samples", [60, 320])
def test_the_defaults_reach_their_residuals_in_single_precision(n_samples):
    problem = Problem(n_samples, 10, n_samples // 4)
    found = problem.solve(beta=10.0, dtype=np.float32)
    double = problem.solve(beta=10.0)
    assert found.residual < 1e-3
    assert found.n_iter < 500
    assert found.first.dtype == np.float32
    np.testing.assert_allclose(found.first, double.first, atol=2e-3)
    np.testing.assert_allclose(found.second, double.second, atol=2e-3)


def test_divergence_is_noticed():
    problem = Problem(40, 6, 15)
    with pytest.raises(FloatingPointError, match="diverged in iteration"):
        problem.solve(dtype=np.float32, penalty=1e-3, growth=1e-9)


def test_without_constraints_nothing_is_completed():
    problem = Problem(30, 5, n_labelled=0)
    found = problem.solve(beta=10.0)
    np.testing.assert_allclose(found.second, 0.0, atol=1e-6)
    assert np.abs(found.first).max() > 0.05
