"""What the two solvers for relaxed projectors share."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plclust.spectral import FantopePoint
from plclust.typing import FloatArray

LARGEST_PENALTY = 1e10  # of an augmented Lagrangian whose penalty grows


class ProjectorSolution(NamedTuple):
    """The relaxed projector, and how the solver ended."""

    point: FantopePoint
    n_iter: int
    residual: float

    def leading(self, n_components: int) -> FloatArray:
        """The eigenvectors of the largest eigenvalues."""
        return self.point.vectors[:, :n_components]


def eigen_tolerance(residual: float, tol: float) -> float:
    """How far off an eigenpair may be: little against what is left to do."""
    return max(0.1 * tol, 1e-2 * min(residual, 10.0))


def sufficient_precision(tol: float, single_from: float = 1e-4) -> type[np.floating[Any]]:
    """Single precision, unless rounding would keep residuals above the tolerance."""
    return np.float32 if tol >= single_from else np.float64


def largest_entry(values: FloatArray) -> float:
    """Largest absolute value; zero if there are no values, infinite if some are not finite."""
    if values.size == 0:
        return 0.0
    largest = max(float(values.max()), -float(values.min()))
    return largest if np.isfinite(largest) else np.inf
