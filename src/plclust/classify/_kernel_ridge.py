"""Kernel ridge regression with an intercept, the regressor inside AGGD and DPCLS."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg import LinAlgError, cho_factor, cho_solve
from scipy.spatial.distance import pdist
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.utils import gen_batches

from plclust.typing import FloatArray

KERNEL_ENTRIES = 2**24  # of the largest kernel matrix in prediction, 128 MiB


@dataclass(frozen=True)
class KernelFunction:
    """g(x) = sum_i exp(-gamma ||x - x_i||^2) a_i + b, of samples as seen from their centre."""

    centre: FloatArray
    samples: FloatArray
    gamma: float
    coef: FloatArray
    intercept: FloatArray

    def __call__(self, X: FloatArray) -> FloatArray:
        """Outputs for each sample and class, a batch of kernel rows at a time."""
        outputs = np.empty((len(X), len(self.intercept)))
        for rows in gen_batches(len(X), max(1, KERNEL_ENTRIES // len(self.samples))):
            outputs[rows] = self._kernel(X[rows]) @ self.coef
        outputs += self.intercept
        return outputs

    def _kernel(self, X: FloatArray) -> FloatArray:
        kernel: FloatArray = rbf_kernel(X - self.centre, self.samples, gamma=self.gamma)
        return kernel


class KernelRidge:
    """min ||F - KA - 1b'||^2 + ridge tr(A'KA), factored once and solved for many F.

    The kernel is exp(-||x - z||^2 / (2 s^2)) with s the mean distance between two samples. A and b
    solve (K + ridge I) A + 1b' = F and 1'A = 0, so the outputs KA + 1b' are F - ridge A. Distances
    are taken from the centre of the samples: far from it, their squares would cancel. Errors call
    the ridge by the `name` that its users know.
    """

    def __init__(self, X: FloatArray, ridge: float, name: str = "ridge") -> None:
        width = float(pdist(X).mean()) if len(X) > 1 else 0.0
        self._centre = X.mean(axis=0)
        self._samples = X = X - self._centre
        self._gamma = 0.5 / width**2 if width > 0.0 else 1.0  # any will do for equal samples
        self._ridge = ridge
        kernel = rbf_kernel(X, gamma=self._gamma)
        kernel.flat[:: len(X) + 1] += ridge
        try:
            self._factor = cho_factor(kernel, overwrite_a=True)
        except LinAlgError as error:
            raise ValueError(
                f"The kernel matrix plus {name}={ridge:.3g} on its diagonal is not positive "
                f"definite to rounding. Hint: a larger {name}, or fewer copies of samples."
            ) from error
        self._ones = cho_solve(self._factor, np.ones(len(X)))

    def fit(self, targets: FloatArray) -> tuple[KernelFunction, FloatArray]:
        """The function fitted to the targets F, and its outputs for the samples themselves."""
        intercept = self._ones @ targets / self._ones.sum()
        coef = cho_solve(self._factor, targets - intercept)
        return (
            KernelFunction(self._centre, self._samples, self._gamma, coef, intercept),
            targets - self._ridge * coef,
        )
