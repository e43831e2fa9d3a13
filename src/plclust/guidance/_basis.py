"""Smooth functions of the features: a Nystroem basis of the Gaussian kernel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from scipy import linalg
from sklearn.metrics.pairwise import euclidean_distances, rbf_kernel

from plclust._kernels._blocks import run_in_blocks
from plclust._threads import one_thread
from plclust.typing import Features, FloatArray

WIDTH = 3.0  # of the kernel, in mean distances between samples
LEAST_VARIATION = 1e-8  # of a basis function, beside the largest; less is rounding


@dataclass(frozen=True)
class Basis:
    """Gaussian kernels around some samples, mixed to functions that are orthonormal there."""

    centres: Features
    gamma: float
    mixing: FloatArray

    @classmethod
    def around(cls, centres: Features, gamma: float) -> Self:
        """Without the functions that would be rounding errors, blown up to unit length.

        In double precision whatever the samples have, because the others are blown up as well.
        """
        centres = centres.astype(np.float64, copy=False)
        variation, directions = linalg.eigh(rbf_kernel(centres, gamma=gamma))
        kept = variation > LEAST_VARIATION * variation[-1]
        return cls(centres, gamma, directions[:, kept] / np.sqrt(variation[kept]))

    def __len__(self) -> int:
        return int(self.mixing.shape[1])

    def kernel(self, X: Features) -> FloatArray:
        """The kernels at some samples."""
        return np.asarray(rbf_kernel(X, self.centres, gamma=self.gamma))


def wide_kernel(some: Features) -> float:
    """Gamma of a Gaussian kernel that is wide in comparison with the distances of some samples."""
    width = WIDTH * euclidean_distances(some).mean()
    return float(0.5 / width**2) if width > 0.0 else 1.0


def values_at(X: Features, basis: Basis, n_jobs: int | None = None) -> FloatArray:
    """Values of the basis functions, and of a constant, at some samples."""
    values = np.ones((X.shape[0], len(basis) + 1), dtype=X.dtype)

    def evaluate(start: int, stop: int) -> None:
        values[start:stop, :-1] = basis.kernel(X[start:stop]) @ basis.mixing

    with one_thread():
        run_in_blocks(evaluate, X.shape[0], n_jobs=n_jobs)
    return values


__all__ = ["Basis", "values_at", "wide_kernel"]
