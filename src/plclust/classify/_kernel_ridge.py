"""Kernel ridge regression with an intercept, the regressor inside AGGD and DPCLS."""

from __future__ import annotations

import numpy as np
from scipy.linalg import cho_factor, cho_solve
from scipy.spatial.distance import pdist
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.utils import gen_batches

from plclust.typing import FloatArray

KERNEL_ENTRIES = 2**24  # most entries of a kernel matrix in prediction, 128 MB


class KernelRidgeWithIntercept:
    """min ||F - KA - 1b'||^2 + ridge tr(A'KA), factored once and solved for many F.

    The kernel is exp(-||x - z||^2 / (2 s^2)), s the mean distance between two samples. A and b solve
    (K + ridge I) A + 1b' = F, 1'A = 0.
    """

    def __init__(self, X: FloatArray, ridge: float) -> None:
        self.X = X
        self.ridge = ridge
        width = float(pdist(X).mean()) if len(X) > 1 else 0.0
        self.gamma = 0.5 / width**2 if width > 0.0 else 1.0  # any, if no two samples differ
        kernel = rbf_kernel(X, gamma=self.gamma)
        kernel.flat[:: len(X) + 1] += ridge
        self._factor = cho_factor(kernel, overwrite_a=True)
        self._ones = cho_solve(self._factor, np.ones(len(X)))

    def fit(self, targets: FloatArray) -> FloatArray:
        """Fit to the targets F; returns KA + 1b', the outputs for the samples themselves."""
        self.intercept = self._ones @ targets / self._ones.sum()
        self.coef = cho_solve(self._factor, targets - self.intercept)
        outputs: FloatArray = targets - self.ridge * self.coef
        return outputs

    def penalty(self, outputs: FloatArray) -> float:
        """Ridge tr(A'KA); the intercept falls out because columns of A sum to zero."""
        return self.ridge * float(np.sum(self.coef * outputs))

    def predict(self, X: FloatArray) -> FloatArray:
        """Outputs for other samples, a batch of kernel rows at a time."""
        outputs = np.empty((len(X), len(self.intercept)))
        for rows in gen_batches(len(X), max(1, KERNEL_ENTRIES // len(self.X))):
            outputs[rows] = rbf_kernel(X[rows], self.X, gamma=self.gamma) @ self.coef
        outputs += self.intercept
        return outputs
