"""Kernel ridge regression beside its plain formulas."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist, pdist

from plclust.classify import AGGD, DPCLS
from plclust.classify._kernel_ridge import KernelRidge


def plain(X, targets, ridge, new):
    gamma = 0.5 / pdist(X).mean() ** 2
    kernel, n = np.exp(-gamma * cdist(X, X) ** 2), len(X)
    system = np.block([[kernel + ridge * np.eye(n), np.ones((n, 1))], [np.ones((1, n)), 0.0]])
    solution = np.linalg.solve(system, np.vstack([targets, np.zeros((1, targets.shape[1]))]))
    return np.exp(-gamma * cdist(new, X) ** 2) @ solution[:-1] + solution[-1]


@pytest.mark.parametrize("origin", [0.0, 1e8])
def test_outputs_are_those_of_the_plain_formulas(origin):
    rng = np.random.default_rng(0)
    X, new, targets = (rng.standard_normal(shape) for shape in [(30, 4), (7, 4), (30, 3)])
    function, outputs = KernelRidge(X + origin, 0.1).fit(targets)
    np.testing.assert_allclose(outputs, plain(X, targets, 0.1, X), atol=1e-6)
    np.testing.assert_allclose(function(new + origin), plain(X, targets, 0.1, new), atol=1e-6)


def test_a_ridge_below_rounding_is_refused():
    X = np.repeat(np.random.default_rng(0).standard_normal((20, 3)), 2, axis=0)
    with pytest.raises(ValueError, match=r"plus ridge=1e-19 on .*Hint: a larger ridge"):
        KernelRidge(X, 1e-19)


@pytest.mark.parametrize("model", [AGGD(gamma=1e-19), DPCLS(lam=1e-19)])
def test_a_ridge_below_rounding_is_called_by_its_name(model):
    X = np.repeat(np.random.default_rng(0).standard_normal((20, 3)), 2, axis=0)
    name = "gamma" if isinstance(model, AGGD) else "lam"
    with pytest.raises(ValueError, match=rf"plus {name}=1e-19 on .*Hint: a larger {name}"):
        model.fit(X, ["a", "b"] * 20)


def test_regressor_is_kernel_ridge_with_an_intercept():
    """The formulas of the two methods' papers, with an inverse each, for one regressor."""
    rng = np.random.default_rng(0)
    X, T, F, ridge, ones = (
        rng.standard_normal((30, 4)),
        rng.standard_normal((9, 4)),
        rng.random((30, 3)),
        0.05,
        np.ones((30, 1)),
    )
    function, outputs = KernelRidge(X, ridge).fit(F)
    distances = np.linalg.norm(X[:, None] - X, axis=2)
    width = distances[np.triu_indices(30, 1)].mean()
    K, K_T = (
        np.exp(-(np.linalg.norm(Z[:, None] - X, axis=2) ** 2) / (2 * width**2)) for Z in (X, T)
    )
    M = np.linalg.inv(K + ridge * np.eye(30))
    b = (ones.T @ M @ F) / (ones.T @ M @ ones)
    A = M @ (F - ones @ b)
    np.testing.assert_allclose(outputs, K @ A + b, atol=1e-10)
    np.testing.assert_allclose(function(T), K_T @ A + b, atol=1e-10)
    np.testing.assert_allclose(function(X), outputs, atol=1e-10)
    A = np.linalg.solve(K + ridge * np.eye(30) - ones @ ones.T @ K / 30, F - F.mean(axis=0))
    np.testing.assert_allclose(outputs, K @ A + (F - K @ A).mean(axis=0), atol=1e-10)
