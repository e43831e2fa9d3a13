"""AGGD: adaptive graph guided disambiguation."""

from __future__ import annotations

from numbers import Integral, Real
from typing import Any, ClassVar

import numpy as np
from scipy import sparse
from sklearn.preprocessing import normalize
from sklearn.utils._param_validation import Interval

from plclust.classify._base import DecisionClassifier, check_memory
from plclust.classify._kernel_ridge import KernelRidgeWithIntercept
from plclust.disambiguation import solve_confidence, solve_quadratic
from plclust.graph import fit_neighbors, neighbor_graph, reconstruction_weights
from plclust.typing import BoolArray, FloatArray


class AGGD(DecisionClassifier):
    objective_: FloatArray
    n_iter_: int

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "n_neighbors": [Interval(Integral, 1, None, closed="left")],
        "lam": [Interval(Real, 0, None, closed="left")],
        "mu": [Interval(Real, 0, None, closed="neither")],
        "gamma": [Interval(Real, 0, None, closed="neither")],
        "max_iter": [Interval(Integral, 0, None, closed="left")],
        "tol": [Interval(Real, 0, None, closed="left")],
        "n_jobs": [Integral, None],
    }

    def __init__(
        self,
        n_neighbors: int = 10,
        *,
        lam: float = 1.0,
        mu: float = 1.0,
        gamma: float = 0.05,
        max_iter: int = 10,
        tol: float = 1e-6,
        n_jobs: int | None = None,
    ) -> None:
        self.n_neighbors = n_neighbors
        self.lam = lam
        self.mu = mu
        self.gamma = gamma
        self.max_iter = max_iter
        self.tol = tol
        self.n_jobs = n_jobs

    def _fit(self, X: FloatArray, candidates: BoolArray) -> FloatArray:
        check_memory(16.0 * len(X) ** 2, f"The kernel matrix of {len(X)} labelled samples")
        unit = normalize(X)
        graph = self._neighbor_graph(unit)
        weights = reconstruction_weights(unit, graph, n_jobs=self.n_jobs)
        confidence = solve_confidence(weights, candidates, tol=self.tol, n_jobs=self.n_jobs).values
        self._regressor = KernelRidgeWithIntercept(X, self.gamma)
        outputs = self._regressor.fit(confidence)
        objective = [self._objective(unit, weights, confidence, outputs)]
        for _ in range(self.max_iter):
            weights = self._update_weights(unit, graph, confidence)
            confidence = self._update_confidence(weights, outputs, candidates, confidence)
            outputs = self._regressor.fit(confidence)
            objective.append(self._objective(unit, weights, confidence, outputs))
        self.objective_ = np.array(objective)
        self.n_iter_ = self.max_iter
        return confidence

    def _neighbor_graph(self, unit):
        n_neighbors = min(self.n_neighbors, len(unit) - 1)
        if n_neighbors == 0:
            return sparse.csr_array((1, 1))
        return neighbor_graph(fit_neighbors(unit, n_neighbors, n_jobs=self.n_jobs), n_neighbors)

    def _update_weights(self, unit, graph, confidence):
        return reconstruction_weights(
            np.sqrt(self.lam) * unit, graph, confidence=np.sqrt(self.mu) * confidence, n_jobs=self.n_jobs
        )

    def _update_confidence(self, weights, outputs, candidates, confidence):
        difference = sparse.eye_array(len(outputs)) - weights
        return solve_quadratic(
            sparse.csr_array(difference.T @ difference + sparse.eye_array(len(outputs)) / self.mu),
            outputs / self.mu,
            candidates,
            start=confidence,
            tol=self.tol,
            n_jobs=self.n_jobs,
        ).values

    def _objective(self, unit, weights, confidence, outputs):
        return (
            self.lam * np.sum((unit - weights @ unit) ** 2)
            + self.mu * np.sum((confidence - weights @ confidence) ** 2)
            + np.sum((confidence - outputs) ** 2)
            + self._regressor.penalty(outputs)
        )

    def _scores(self, X: FloatArray) -> FloatArray:
        return self._regressor.predict(X)
