import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plclust.cluster._compared.dissimilarity import gaussian_similarity, propagate_dissimilarity
from plclust.constraints import PairwiseConstraints
from plclust.graph import gaussian_neighbor_graph

cp = pytest.importorskip("cvxpy", reason="optima are those of cvxpy")


class Problem:
    """Random samples, a few of them labelled, and the objective of the first stage."""

    def __init__(self, seed=0, n_samples=12, alpha=0.1, beta=10.0):
        rng = np.random.default_rng(seed)
        X = rng.standard_normal((n_samples, 2))
        labels = np.where(rng.random(n_samples) < 0.5, rng.integers(0, 2, n_samples), -1)
        self.constraints = PairwiseConstraints.from_labels(labels)
        self.graph, self.S = gaussian_neighbor_graph(X), gaussian_similarity(X)
        self.alpha, self.beta = alpha, beta
        rows = np.ix_(self.constraints.constrained, self.constraints.constrained)
        self.T, self.pairs = np.zeros_like(self.S), np.zeros_like(self.S)
        self.T[rows] = self.constraints.cannot_link_matrix()
        self.pairs[rows] = self.T[rows] + self.constraints.must_link_matrix()
        self.L = np.diag(self.graph.sum(axis=1)) - self.graph.toarray()

    def solve(self, **params):
        return propagate_dissimilarity(
            self.graph, self.S, self.constraints, alpha=self.alpha, beta=self.beta,
            random_state=np.random.RandomState(0), **params,
        )  # fmt: skip

    def objective(self, D):
        known = self.pairs * (D - self.T)
        smooth = 0.5 * np.trace(D.T @ self.L @ D)
        return smooth + self.alpha * np.sum(self.S * D) + 0.5 * self.beta * np.sum(known**2)

    def optimum(self):
        n = len(self.S)
        D = cp.Variable((n, n), nonneg=True)
        root = np.linalg.cholesky(self.L + 1e-12 * np.eye(n)).T
        known = cp.multiply(self.pairs, D - self.T)
        objective = 0.5 * cp.sum_squares(root @ D) + self.alpha * cp.sum(cp.multiply(self.S, D))
        objective += 0.5 * self.beta * cp.sum_squares(known)
        return cp.Problem(cp.Minimize(objective)).solve(solver="CLARABEL")


@pytest.mark.parametrize("seed", range(4))
def test_plain_updates_find_the_optimum(seed):
    problem = Problem(seed)
    found = problem.solve(symmetric=False, max_iter=200_000, tol=1e-10)
    assert found.change < 1e-10
    assert problem.objective(found.values) == pytest.approx(problem.optimum(), rel=1e-4, abs=1e-6)


@settings(max_examples=20)
@given(st.integers(0, 1000), st.floats(0.01, 1.0), st.floats(0.5, 100.0))
def test_every_plain_update_lowers_the_objective(seed, alpha, beta):
    problem = Problem(seed, alpha=alpha, beta=beta)
    values = [
        problem.objective(problem.solve(symmetric=False, max_iter=n, tol=0.0).values)
        for n in range(1, 8)
    ]
    assert np.all(np.diff(values) <= 1e-9)


@pytest.mark.parametrize("seed", range(4))
def test_symmetric_updates_settle_on_a_symmetric_matrix_that_keeps_the_constraints(seed):
    problem = Problem(seed)
    found = problem.solve()
    D = found.values
    assert found.change < 1e-3
    np.testing.assert_array_equal(D, D.T)
    assert D.min() >= 0.0
    cannot, must = problem.T > 0, (problem.pairs > 0) & (problem.T == 0)
    assert D[cannot].min() > 0.8
    assert D[must].max(initial=0.0) < 0.2


def test_similarity_falls_with_the_distance():
    X = np.array([[0.0], [1.0], [4.0]])
    S = gaussian_similarity(X)
    mean = (1.0 + 3.0 + 4.0) / 3.0
    assert S[0, 1] == pytest.approx(np.exp(-0.5 / mean**2))
    assert S[0, 1] > S[1, 2] > S[0, 2] > S[0, 0] == 0.0


def test_duplicates_are_fully_similar():
    np.testing.assert_array_equal(gaussian_similarity(np.ones((3, 2))), 1.0 - np.eye(3))


def test_similarity_does_not_depend_on_the_origin():
    X = np.random.default_rng(0).integers(0, 9, (20, 3)).astype(np.float64)
    shifted = gaussian_similarity(X + 2.0**40)
    np.testing.assert_allclose(shifted, gaussian_similarity(X), rtol=1e-12)
