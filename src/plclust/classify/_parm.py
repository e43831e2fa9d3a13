"""PARM: partial-label learning with confidence-rated margins, from unlabelled samples too."""

from __future__ import annotations

from numbers import Integral, Real
from typing import Any, ClassVar

import numpy as np
from scipy import sparse
from sklearn.preprocessing import normalize
from sklearn.utils._param_validation import Interval

from plclust._kernels._blocks import run_in_blocks
from plclust._kernels.confidence import project_rows
from plclust._kernels.parm import sweep_blocks
from plclust.classify._base import DecisionClassifier, labelled_rows
from plclust.disambiguation import uniform_confidence
from plclust.graph import fit_neighbors, neighbor_graph
from plclust.typing import BoolArray, FloatArray

PROPAGATION_STEPS = 200  # and the stop below: the constants of the authors' code
PROPAGATION_TOL = 1e-2


class PARM(DecisionClassifier):
    coef_: FloatArray
    n_iter_: int

    _uses_unlabelled: ClassVar[bool] = True
    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "n_neighbors": [Interval(Integral, 1, None, closed="left")],
        "lam": [Interval(Real, 0, None, closed="neither")],
        "mu": [Interval(Real, 0, None, closed="left")],
        "gamma": [Interval(Real, 0, None, closed="neither")],
        "alpha": [Interval(Real, 0, 1, closed="left")],
        "max_iter": [Interval(Integral, 1, None, closed="left")],
        "n_sweeps": [Interval(Integral, 1, None, closed="left")],
        "n_jobs": [Integral, None],
    }

    def __init__(
        self,
        n_neighbors: int = 8,
        *,
        lam: float = 1.0,
        mu: float = 1.0,
        gamma: float = 0.01,
        alpha: float = 0.95,
        max_iter: int = 5,
        n_sweeps: int = 5,
        n_jobs: int | None = None,
    ) -> None:
        self.n_neighbors = n_neighbors
        self.lam = lam
        self.mu = mu
        self.gamma = gamma
        self.alpha = alpha
        self.max_iter = max_iter
        self.n_sweeps = n_sweeps
        self.n_jobs = n_jobs

    def _fit(self, X: FloatArray, candidates: BoolArray) -> FloatArray:
        labelled = labelled_rows(candidates)
        order = np.argsort(~labelled, kind="stable")
        X, n_labelled = X[order], int(labelled.sum())
        n_unlabelled = len(X) - n_labelled
        confidence = self._initial_confidence(normalize(X), candidates[labelled])
        estimate = confidence[n_labelled:].copy()
        share = np.repeat([self.lam / n_labelled, self.mu / max(n_unlabelled, 1)], [n_labelled, n_unlabelled])
        pull = self.mu / (2.0 * self.gamma * max(n_unlabelled, 1))
        for _ in range(self.max_iter):
            weights = maximise_margins(X, share[:, None] * confidence, self.n_sweeps)
            losses = margin_losses(X[n_labelled:] @ weights)
            confidence[n_labelled:] = project(estimate - pull * losses, self.n_jobs)
        self.coef_ = weights.T
        self.n_iter_ = self.max_iter
        in_given_order = np.empty_like(confidence)
        in_given_order[order] = confidence
        return in_given_order

    def _initial_confidence(self, unit, candidates):
        n_labelled = len(candidates)
        confidence = np.empty((len(unit), candidates.shape[1]))
        index = fit_neighbors(unit[:n_labelled], 1, n_jobs=self.n_jobs)
        among = min(self.n_neighbors, n_labelled - 1)
        labels = uniform_confidence(candidates)
        if among:
            labels = propagate_labels(gaussian_weights(index, among), candidates, self.alpha)
        confidence[:n_labelled] = labels
        if n_labelled < len(unit):
            weights = gaussian_weights(index, min(self.n_neighbors, n_labelled), unit[n_labelled:])
            confidence[n_labelled:] = weights @ labels
        return confidence

    def _scores(self, X: FloatArray) -> FloatArray:
        return X @ self.coef_.T


def gaussian_weights(index, n_neighbors, X=None):
    graph = neighbor_graph(index, n_neighbors, X)
    graph.data = np.exp(-0.5 * graph.data**2)
    sums=np.repeat(graph.sum(axis=1), np.diff(graph.indptr))
    graph.data /= sums
    return graph


def propagate_labels(weights, candidates, alpha):
    confidence = uniform_confidence(candidates)
    for _ in range(PROPAGATION_STEPS):
        size = np.linalg.norm(confidence)
        confidence = candidates * (alpha * (weights @ confidence) + (1.0 - alpha) * confidence)
        confidence /= confidence.sum(axis=1, keepdims=True)
        if abs(np.linalg.norm(confidence) - size) < PROPAGATION_TOL:
            break
    return confidence


def maximise_margins(X, masses, n_sweeps):
    sums = np.repeat(masses.mean(axis=1, keepdims=True), masses.shape[1], axis=1)
    weights = X.T @ (masses - sums)
    for _ in range(n_sweeps):
        sweep_blocks(X, masses, sums, weights)
    return weights


def margin_losses(scores):
    if scores.shape[1] == 1: return np.zeros_like(scores)
    best = np.sort(scores, axis=1)[:, -2:]
    rival = np.where(scores == best[:, 1:], best[:, :1], best[:, 1:])
    return np.maximum(0.0, 1.0 + rival - scores)

def project(values, n_jobs):
    everything = np.ones(values.shape, dtype=bool)
    run_in_blocks(project_rows, len(values), everything, values, n_jobs=n_jobs)
    return values
