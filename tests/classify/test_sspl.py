"""SSPL: step for step against plain loops, and figures from the literature."""

import numpy as np
import pytest
from scipy.optimize import nnls

from plclust.classify import SSPL


def plain_graph(X, references, k, *, scale):
    """Weights of the k nearest references for each row; None are the rows themselves."""
    graph = np.zeros((len(X), len(X) if references is None else len(references)))
    others = X if references is None else references
    for i, point in enumerate(X):
        distances = np.linalg.norm(others - point, axis=1)
        if references is None:
            distances[i] = np.inf
        nearest = np.argsort(distances)[:k]
        weights = nnls(others[nearest].T, point)[0]
        graph[i, nearest] = weights / (weights.sum() or 1.0) if scale else weights
    return graph


def plain_sspl(P, Y, U, k, alpha, beta, *, scale):
    """Confidences of labelled and unlabelled samples, rows scaled at the end."""
    J = plain_graph(P, None, k - 1, scale=scale)
    H = plain_graph(U, P, k, scale=scale)
    L = plain_graph(P, U, k, scale=scale)
    K = plain_graph(U, None, k - 1, scale=scale)
    start = Y / Y.sum(axis=1, keepdims=True)
    Fp, Fu = start, np.full((len(U), Y.shape[1]), 1.0 / Y.shape[1])
    for t in range(1, 101):
        before = Fp
        beta_t = t / 100 * beta if t <= 50 else beta
        Fp = alpha * J @ Fp + (1 - alpha) * start
        Fu = alpha * H @ Fp + (1 - alpha) * Fu
        Fp = Fp * Y / (Fp * Y).sum(axis=1, keepdims=True)
        Fu = beta_t * K @ Fu + (1 - beta_t) * Fu
        Fp = beta_t * L @ Fu + (1 - beta_t) * Fp
        Fp = Fp * Y / (Fp * Y).sum(axis=1, keepdims=True)
        if np.linalg.norm(Fp - before) < 1e-4:
            break
    F = np.vstack([Fp, Fu]) * (start.sum(axis=0) / Fp.sum(axis=0))
    return F / F.sum(axis=1, keepdims=True)


@pytest.fixture
def problem():
    rng = np.random.default_rng(0)
    X = rng.standard_normal((70, 6)) + 0.5
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    Y = rng.random((70, 4)) < 0.4
    Y[np.arange(70), rng.integers(0, 4, 70)] = True
    Y[Y.all(axis=1), 0] = False
    Y[30:] = True
    return X, Y


@pytest.mark.parametrize("scale", [True, False])
def test_is_the_plain_algorithm(problem, scale):
    X, Y = problem
    expected = plain_sspl(X[:30], Y[:30], X[30:], 5, 0.8, 0.25, scale=scale)
    model = SSPL(5, scale_weights=scale).fit(X, Y)
    np.testing.assert_allclose(model.label_distributions_, expected, atol=1e-8)


def test_order_of_samples_does_not_matter(problem):
    X, Y = problem
    order = np.random.default_rng(1).permutation(70)
    model, shuffled = SSPL(5).fit(X, Y), SSPL(5).fit(X[order], Y[order])
    np.testing.assert_allclose(
        shuffled.label_distributions_, model.label_distributions_[order], atol=1e-10
    )
    np.testing.assert_allclose(
        shuffled.decision_function(X), model.decision_function(X), atol=1e-10
    )


def test_new_samples_are_rebuilt_from_both_groups(problem):
    X, Y = problem
    model = SSPL(5, ratio=0.6).fit(X, Y)
    T = np.random.default_rng(2).standard_normal((9, 6))
    T /= np.linalg.norm(T, axis=1, keepdims=True)
    weights = np.hstack(
        [
            0.6 * plain_graph(T, X[:30], 5, scale=False),
            0.4 * plain_graph(T, X[30:], 5, scale=False),
        ]
    )
    for c in range(4):
        own = model.transduction_ == c
        errors = np.linalg.norm(T - weights[:, own] @ X[own], axis=1)
        np.testing.assert_allclose(model.decision_function(T)[:, c], -errors, atol=1e-8)


# At rho = 0.10 with the labels of the unlabelled samples, by an independent prototype: deviations
# across splits are 0.035, 0.039 and 0.015; one of them is the tolerance.
@pytest.mark.parametrize(
    "name, expected, spread",
    [("lost", 0.297, 0.035), ("msrcv2", 0.350, 0.039), ("birdsong", 0.646, 0.015)],
)
def test_ten_percent_labelled(load, name, expected, spread):
    assert load(name).splits(SSPL).mean() == pytest.approx(expected, abs=spread)


# Table 4 of the paper at rho = 0.10, one of its deviations across splits. BirdSong differs by more:
# see the notes of the class.
@pytest.mark.parametrize(
    "name, published, spread", [("lost", 0.300, 0.041), ("msrcv2", 0.386, 0.043)]
)
def test_table_4(load, name, published, spread):
    assert load(name).splits(SSPL).mean() == pytest.approx(published, abs=spread)


def test_a_sample_that_nobody_is_like_has_equal_confidences():
    X = np.abs(np.random.default_rng(0).standard_normal((20, 3)))
    X[-1] = -1.0
    y = [{0}, {1}] * 8 + [None] * 4
    model = SSPL(n_neighbors=2, tol=0.0, max_iter=1000).fit(X, y)
    np.testing.assert_allclose(model.label_distributions_[-1], 0.5)
