"""DPCLS: its steps against plain formulas, convergence, and figures from the literature."""

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.preprocessing import minmax_scale

from plclust.classify import DPCLS
from plclust.classify._dpcls import Dissimilarities, sweep_rows
from plclust.graph import gaussian_neighbor_graph
from reference.graphs import random_confidence, random_problem
from reference.simplex import project_on_candidate_simplices


def test_dissimilarities_follow_the_plain_formulas():
    X, candidates = random_problem(0)
    alpha, beta, n = 0.3, 0.02, len(X)
    W = gaussian_neighbor_graph(X, 5)
    found = Dissimilarities(W, candidates, alpha, beta)
    L = np.diag(W.toarray().sum(axis=1)) - W.toarray()
    disjoint = candidates.astype(int) @ candidates.T.astype(int) == 0
    assert disjoint.any()
    E, Phi, mu = np.zeros((n, n)), np.zeros((n, n)), 1e-4
    rng = np.random.default_rng(0)
    for _ in range(60):
        F = random_confidence(rng, candidates)
        D = (mu * E - Phi) @ np.linalg.inv(2 * beta * L + mu * np.eye(n))
        E = D + Phi / mu - alpha / mu * (F @ F.T)
        E[disjoint] = 1.0
        E = E.clip(0.0, 1.0)
        residual = found.update(F)
        np.testing.assert_allclose(found.bounded, E, atol=1e-8)
        np.testing.assert_allclose(residual, np.abs(D - E).max(), atol=1e-8)
        Phi, mu = Phi + mu * (D - E), 1.1 * mu


@pytest.mark.parametrize("disambiguation", ["exact", "sweeps", "halved_sweeps"])
def test_residual_reaches_its_tolerance(disambiguation):
    X, candidates = random_problem(0)
    model = DPCLS(disambiguation=disambiguation).fit(X, candidates)
    assert model.residuals_.shape == (model.n_iter_,)
    assert model.residuals_[-1] < 1e-8
    assert np.all(model.residuals_[:-1] >= 1e-8)
    assert model.n_iter_ < 200


def test_too_few_rounds_warn():
    X, candidates = random_problem(0)
    with pytest.warns(ConvergenceWarning, match="max_iter=3"):
        DPCLS(max_iter=3).fit(X, candidates)


def test_sweep_minimises_over_each_row():
    """With the whole interaction no row could do better in its turn; with half of it some could."""
    rng = np.random.default_rng(0)
    _, candidates = random_problem(0)
    repulsion = 0.1 * rng.random((40, 40))
    repulsion += repulsion.T
    outputs, start = rng.random(candidates.shape), random_confidence(rng, candidates)
    before = start.copy()

    def objective(F):
        return np.sum((F - outputs) ** 2) + np.sum(F * (repulsion @ F))

    def most_gained(F):
        """By another row in the turn of a row, when those after it are still as they were."""
        rivals = project_on_candidate_simplices(F + rng.normal(0, 0.1, F.shape), candidates)
        gains = []
        for i, rival in enumerate(rivals):
            swept, trial = (np.vstack([F[:i], row, start[i + 1 :]]) for row in (F[i], rival))
            gains.append(objective(swept) - objective(trial))
        return max(gains)

    whole, half = (sweep_rows(repulsion, outputs, candidates, start, s) for s in (1.0, 0.5))
    np.testing.assert_array_equal(start, before)
    for F in (whole, half):
        np.testing.assert_allclose(F, project_on_candidate_simplices(F, candidates), atol=1e-12)
    assert most_gained(whole) < 1e-9
    assert most_gained(half) > 1e-3


def test_repeated_sweeps_agree_with_the_exact_confidences():
    rng = np.random.default_rng(0)
    _, candidates = random_problem(0)
    E, outputs = rng.random((40, 40)), rng.random(candidates.shape)
    start = random_confidence(rng, candidates)
    exact = DPCLS()._update_confidence(E, outputs, candidates, start)
    swept = start
    for _ in range(50):
        swept = DPCLS(disambiguation="sweeps")._update_confidence(E, outputs, candidates, swept)
    np.testing.assert_allclose(swept, exact, atol=1e-3)


def test_refuses_what_does_not_fit_into_memory(monkeypatch):
    X, candidates = random_problem(0)
    monkeypatch.setattr("plclust._memory.available_memory", lambda: 1000)
    with pytest.raises(ValueError, match=r"dissimilarities of 40 labelled samples .* GiB"):
        DPCLS().fit(X, candidates)


# Accuracy of an independent prototype on the authors' files, half of the samples labelled and
# features scaled to [-1, 1]; one split of ours, which vary by 0.016, two deviations and the
# prototype's own.
@pytest.mark.parametrize("name, prototype", [("lost", 0.777), ("msrcv2", 0.555)])
def test_half_labelled(load, name, prototype):
    real = load(name)
    real.X = minmax_scale(real.X, (-1, 1))
    assert real.split(DPCLS(), 0.5, 0)[1] == pytest.approx(prototype, abs=0.04)


# At rho = 0.10: Table 4 of the paper within two of its deviations across splits; the prototype, of
# three to five splits, within 0.02, one of ours.
@pytest.mark.parametrize(
    "name, n_splits, prototype, published, spread",
    [
        ("lost", 10, 0.387, 0.456, 0.059),
        ("msrcv2", 5, None, 0.356, 0.029),
        ("birdsong", 3, 0.659, 0.653, 0.018),
    ],
)
def test_table_4(load, name, n_splits, prototype, published, spread):
    found = load(name).splits(DPCLS, n_splits=n_splits).mean()
    assert found == pytest.approx(published, abs=2 * spread)
    if prototype is not None:
        assert found == pytest.approx(prototype, abs=0.02)
