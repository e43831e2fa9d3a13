"""PARM: its steps against plain loops, and figures from the literature."""

import numpy as np
import pytest

from plclust._kernels.parm import solve_block
from plclust.classify import PARM
from plclust.classify._parm import margin_losses
from reference.graphs import random_candidates
from reference.simplex import project_on_simplex


def plain_neighbor_weights(X, references, k, *, drop_self):
    """exp(-d^2 / 2) of the nearest references, rows that sum to one."""
    weights = np.zeros((len(X), len(references)))
    for i, x in enumerate(X):
        distances = np.linalg.norm(references - x, axis=1)
        if drop_self:
            distances[i] = np.inf
        nearest = np.argsort(distances)[:k]
        weights[i, nearest] = np.exp(-0.5 * distances[nearest] ** 2)
    return weights / weights.sum(axis=1, keepdims=True)


def plain_parm(P, Y, U, *, k, lam, mu, gamma, alpha, n_rounds=5, n_sweeps=5):
    """Confidences of P and U, and W, one sample after the other."""
    q, p, u = Y.shape[1], len(P), len(U)
    unit_p, unit_u = (Z / np.linalg.norm(Z, axis=1, keepdims=True) for Z in (P, U))
    among = plain_neighbor_weights(unit_p, unit_p, k, drop_self=True)
    Fp = Y / Y.sum(axis=1, keepdims=True)
    for _ in range(200):
        before = np.linalg.norm(Fp)
        Fp = (alpha * among @ Fp + (1 - alpha) * Fp) * Y
        Fp = Fp / Fp.sum(axis=1, keepdims=True)
        if abs(np.linalg.norm(Fp) - before) < 1e-2:
            break
    Z = plain_neighbor_weights(unit_u, unit_p, k, drop_self=False) @ Fp
    Fu, X = Z, np.vstack([P, U])
    for _ in range(n_rounds):
        b = np.vstack([lam / p * Fp, mu / u * Fu])
        s = np.repeat(b.sum(axis=1, keepdims=True) / q, q, axis=1)
        for _ in range(n_sweeps):
            for i, x in enumerate(X):
                W = (b - s).T @ X - np.outer(b[i] - s[i], x)
                solve_block(b[i], W @ x, x @ x, s[i])
        W = (b - s).T @ X
        Fu = np.empty_like(Z)
        for i, x in enumerate(U):
            h = W @ x
            xi = np.array([max((y != c) + h[y] - h[c] for y in range(q)) for c in range(q)])
            Fu[i] = project_on_simplex(Z[i] - mu / (2 * gamma * u) * xi)
    return Fp, Fu, W


def test_is_the_plain_algorithm():
    rng = np.random.default_rng(0)
    X = rng.standard_normal((40, 5))
    labelled = rng.random(40) < 0.5
    y = random_candidates(rng, 40, 4, n_labeled=40)
    y[y.all(axis=1), 0] = False
    y[~labelled] = True
    parameters = {"lam": 10.0, "mu": 3.0, "gamma": 0.2, "alpha": 0.9}
    Fp, Fu, W = plain_parm(X[labelled], y[labelled], X[~labelled], k=4, **parameters)
    model = PARM(4, **parameters).fit(X, y)
    np.testing.assert_allclose(model.coef_, W, atol=1e-9)
    np.testing.assert_allclose(model.label_distributions_[labelled], Fp, atol=1e-9)
    np.testing.assert_allclose(model.label_distributions_[~labelled], Fu, atol=1e-9)
    np.testing.assert_allclose(model.decision_function(X), X @ W.T, atol=1e-9)


def test_losses_compare_with_the_best_other_class():
    scores = np.array([[2.0, 1.5, -1.0], [1.0, 1.0, 0.0], [5.0, 0.0, 0.0]])
    expected = [[0.5, 1.5, 4.0], [1.0, 1.0, 2.0], [0.0, 6.0, 6.0]]
    np.testing.assert_allclose(margin_losses(scores), expected)
    np.testing.assert_array_equal(margin_losses(scores[:, :1]), np.zeros((3, 1)))


def test_unlabelled_samples_matter():
    rng = np.random.default_rng(0)
    X = rng.standard_normal((60, 3))
    y = np.where(np.arange(60) < 20, rng.integers(0, 3, 60), -1)
    alone, together = PARM().fit(X[:20], y[:20]), PARM().fit(X, y)
    assert np.abs(alone.coef_ - together.coef_).max() > 1e-3
    indifferent = PARM(mu=0.0).fit(X, y)
    np.testing.assert_allclose(indifferent.coef_, alone.coef_, atol=1e-12)


def accuracies(real, n_splits, sizes, **parameters):
    """Accuracy of predictions, once per split into labelled, unlabelled and, if any, test rows."""
    found = []
    for seed in range(n_splits):
        order = np.random.default_rng(seed).permutation(len(real.X))
        labelled, unlabelled, test = np.split(order, np.cumsum(sizes))
        y = real.candidates.copy()
        y[unlabelled] = True
        used = np.concatenate([labelled, unlabelled])
        model = PARM(**parameters).fit(real.X[used], y[used])
        asked = test if len(test) else unlabelled
        found.append(np.mean(model.predict(real.X[asked]) == real.target[asked]))
    return np.array(found)


def test_split_of_the_authors(load):
    """0.518 of 112 in the authors' split of Lost; random ones deviate by 0.033."""
    found = accuracies(load("lost"), 10, (303, 707), lam=0.001, mu=0.001)
    assert found.mean() == pytest.approx(0.518, abs=2 * 0.033)


# At rho = 0.10, an independent prototype of one to five splits: two deviations of a split.
@pytest.mark.parametrize(
    "name, lam, mu, prototype, spread",
    [
        ("lost", 0.001, 0.001, 0.327, 0.027),
        ("lost", 1.0, 1.0, 0.340, 0.031),
        ("lost", 10.0, 1.0, 0.337, 0.038),
        ("birdsong", 5.0, 1.0, 0.602, 0.015),
        ("birdsong", 0.001, 0.001, 0.489, 0.010),
    ],
)
def test_prototype(load, name, lam, mu, prototype, spread):
    real = load(name)
    n = len(real.X)
    found = accuracies(real, 10, (round(0.1 * n), n - round(0.1 * n)), lam=lam, mu=mu)
    assert found.mean() == pytest.approx(prototype, abs=2 * spread)


# Table 4 of the paper at rho = 0.10, one of its deviations across splits. Not so BirdSong: 0.379
# there, 0.58 here, and why is not known.
@pytest.mark.parametrize(
    "name, published, spread", [("lost", 0.348, 0.043), ("msrcv2", 0.334, 0.041)]
)
def test_table_4(load, name, published, spread):
    real = load(name)
    n = len(real.X)
    found = accuracies(real, 10, (round(0.1 * n), n - round(0.1 * n)))
    assert found.mean() == pytest.approx(published, abs=spread)
