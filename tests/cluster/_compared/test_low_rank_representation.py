import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.preprocessing import normalize

from plclust.cluster._compared.low_rank_representation import (
    RowSpace,
    largest_turned,
    low_rank_representation,
    shrink_columns,
)
from reference.constrained import low_rank

cp = pytest.importorskip("cvxpy", reason="optima are those of cvxpy")

matrices = st.tuples(st.integers(1, 6), st.integers(1, 6)).flatmap(
    lambda shape: arrays(np.float64, shape, elements=st.floats(-5, 5, width=16))
)


def samples(n_samples=14, n_features=5, seed=0):
    """Unit samples of two planes, and noise."""
    rng = np.random.default_rng(seed)
    planes = rng.standard_normal((2, 2, n_features))
    X = [rng.standard_normal(2) @ planes[i % 2] for i in range(n_samples)]
    return normalize(np.array(X) + 0.05 * rng.standard_normal((n_samples, n_features)))


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("lam", [0.2, 1.0])
def test_constant_penalty_finds_the_optimum(seed, lam):
    X = samples(seed=seed)
    features = RowSpace.of(X)
    found = low_rank_representation(features, lam, penalty=1.0, growth=1.0, max_iter=9000, tol=1e-8)
    assert found.residual < 1e-8
    Z = features.basis @ found.coordinates
    variable = cp.Variable(Z.shape)
    error = X.T - X.T @ variable
    optimum = cp.Problem(
        cp.Minimize(cp.normNuc(variable) + lam * cp.sum(cp.norm(error, 2, axis=0)))
    ).solve(solver="CLARABEL")
    lengths = np.linalg.norm(X.T - X.T @ Z, axis=0)
    value = np.linalg.norm(Z, "nuc") + lam * lengths.sum()
    assert value == pytest.approx(optimum, abs=1e-5)


@pytest.mark.parametrize("n_iter", [40, 90])
def test_iterates_are_those_of_the_full_matrices(n_iter):
    X = samples(40, 6)
    features = RowSpace.of(X)
    found = low_rank_representation(features, 0.3, max_iter=n_iter, tol=0.0)
    expected = low_rank(X.T, 0.3, n_iter=n_iter)
    np.testing.assert_allclose(features.basis @ found.coordinates, expected, atol=1e-7)
    assert found.largest_entry(features) == pytest.approx(expected.max())


@pytest.mark.parametrize("lam", [0.05, 0.5, 5.0])
def test_the_defaults_reach_their_residuals(lam):
    found = low_rank_representation(RowSpace.of(samples(60, 10)), lam)
    assert found.residual < 1e-3
    assert found.n_iter < 500


def test_row_space_drops_flat_directions():
    X = np.outer(np.arange(1.0, 6.0), [1.0, 2.0, 3.0])
    features = RowSpace.of(X)
    assert features.lengths.shape == (1,)
    np.testing.assert_allclose(features.directions.T @ features.columns, X.T)
    assert RowSpace.of(np.zeros((4, 3))).columns.shape == (1, 4)


@given(matrices, st.floats(0.0, 10.0))
def test_columns_are_shortened(values, amount):
    shrunken = shrink_columns(values, amount)
    lengths = np.linalg.norm(values, axis=0)
    expected = np.maximum(lengths - amount, 0.0)
    np.testing.assert_allclose(np.linalg.norm(shrunken, axis=0), expected, atol=1e-12)
    np.testing.assert_allclose(
        np.einsum("ij,ij->j", shrunken, values), expected * lengths, atol=1e-9
    )


@given(matrices, st.floats(0.001, 10.0), st.integers(0, 1000))
def test_largest_entry_of_a_product_is_exact_below_the_tolerance(values, tol, seed):
    turn = np.linalg.qr(np.random.default_rng(seed).standard_normal((9, len(values))))[0]
    exact = np.abs(turn @ values).max()
    found = largest_turned(turn, values, tol)
    assert found <= exact + 1e-12
    assert (found < tol) == (exact < tol) or abs(exact - tol) < 1e-9
    if found < tol:
        assert found == pytest.approx(exact)


def test_what_is_not_finite_is_infinite():
    assert largest_turned(np.eye(2), np.array([[np.nan], [0.0]]), 1.0) == np.inf
