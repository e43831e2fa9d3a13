"""Kernel ridge regression from features to label confidences.

Samples count by how certain they are, so that confidences which are nearly equal teach nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import linalg

from plclust._kernels._blocks import run_in_blocks
from plclust._threads import one_thread
from plclust.guidance._basis import Basis
from plclust.typing import Features, FloatArray

RIDGE = 0.003
MOST_LEVERAGE = 0.99  # of a sample on the map's output there, when it is taken away


@dataclass(frozen=True)
class LabelMap:
    """Kernel ridge regression from features to label confidences, fitted."""

    basis: Basis
    coefficients: FloatArray  # of the basis functions, and of a constant
    n_jobs: int | None = None

    def outputs_of(self, X: Features) -> FloatArray:
        """Outputs at any samples, block by block."""
        mixing = self.basis.mixing @ self.coefficients[:-1]

        def outputs(start: int, stop: int) -> FloatArray:
            mixed: FloatArray = self.basis.kernel(X[start:stop]) @ mixing + self.coefficients[-1]
            return mixed

        with one_thread():
            return np.concatenate(run_in_blocks(outputs, X.shape[0], n_jobs=self.n_jobs))


def normal_equations(
    values: FloatArray, taught: FloatArray, weights: FloatArray, n_jobs: int | None = None
) -> tuple[FloatArray, FloatArray]:
    """Weighted products of basis functions with each other and with what is taught.

    Examples
    --------
    >>> import numpy as np
    >>> gram, target = normal_equations(np.array([[1.0], [2.0]]), np.eye(2), np.array([1.0, 0.5]))
    >>> gram, target
    (array([[3.]]), array([[1., 1.]]))
    """

    def of_block(start: int, stop: int) -> tuple[FloatArray, FloatArray]:
        block = values[start:stop].astype(np.float64, copy=False)
        weighted = block * weights[start:stop, None]
        return weighted.T @ block, weighted.T @ taught[start:stop]

    parts = run_in_blocks(of_block, len(taught), n_jobs=n_jobs)
    gram, target = (sum(part) for part in zip(*parts, strict=True))
    return gram, target


def solve_ridge(gram: FloatArray, target: FloatArray) -> tuple[FloatArray, Any]:
    """Coefficients of the ridge regression with these equations, and their factor."""
    gram[np.diag_indices_from(gram)] += RIDGE
    factor = linalg.cho_factor(gram)
    return linalg.cho_solve(factor, target), factor


def leave_one_out(
    outputs: FloatArray, values: FloatArray, taught: FloatArray, weights: FloatArray, factor: Any
) -> FloatArray:
    """Outputs at some samples, each of the map fitted without that one sample.

    From those of the map fitted to all, with the values of the basis functions and what is taught
    there, and the factor of the normal equations.
    """
    leverage = np.einsum("ij,ji->i", values, linalg.cho_solve(factor, values.T))
    own = np.minimum(weights * leverage, MOST_LEVERAGE)[:, None]
    apart: FloatArray = (outputs - own * taught) / (1.0 - own)
    return apart


__all__ = ["LabelMap", "leave_one_out", "normal_equations", "solve_ridge"]
