"""A graph that listens to the labels: a smooth map from features to label confidences.

The map is kernel ridge regression on the confidences F, in linear time through a Nystroem basis
of the Gaussian kernel. Samples count by how certain they are, so that confidences which are nearly
equal teach nothing. The map's outputs, as long as the features, join the features; neighbours and
reconstruction weights are then those of both.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
from scipy import linalg, sparse
from sklearn.kernel_approximation import Nystroem
from sklearn.metrics.pairwise import euclidean_distances
from sklearn.utils import check_random_state
from threadpoolctl import threadpool_limits

from plclust._kernels._blocks import run_in_blocks
from plclust.spectral import unit_rows
from plclust.typing import Features, FloatArray

BASIS_SIZE = 300
RIDGE = 0.3
LEAST_CERTAINTY = 1e-6  # keeps the normal equations solvable when nobody is certain


@dataclass
class LabelMap:
    """Kernel ridge regression from features to label confidences."""

    basis: Nystroem
    values: FloatArray  # of the basis functions at the samples of the fit
    n_jobs: int | None = None
    coefficients: FloatArray = field(init=False)

    @classmethod
    def over(
        cls, X: Features, random_state: np.random.RandomState, n_jobs: int | None = None
    ) -> Self:
        """Basis for the samples X; the kernel is as wide as they are apart on average."""
        some = check_random_state(random_state).choice(
            X.shape[0], min(500, X.shape[0]), replace=False
        )
        with threadpool_limits(1):
            width = euclidean_distances(X[some]).mean()
            basis = Nystroem(
                gamma=0.5 / width**2 if width > 0.0 else 1.0,
                n_components=min(BASIS_SIZE, X.shape[0]),
                random_state=random_state,
            ).fit(X)
        label_map = cls(basis, np.empty((0, 0)), n_jobs)
        label_map.values = label_map._evaluate(X)
        return label_map

    def fit(self, confidence: FloatArray) -> FloatArray:
        """Fit the map to F and return its outputs at the samples."""
        weights = certainty(confidence)

        def normal_equations(start: int, stop: int) -> tuple[FloatArray, FloatArray]:
            weighted = self.values[start:stop] * weights[start:stop, None]
            return weighted.T @ self.values[start:stop], weighted.T @ confidence[start:stop]

        with threadpool_limits(1):
            parts = run_in_blocks(normal_equations, len(confidence), n_jobs=self.n_jobs)
            gram, target = (sum(part) for part in zip(*parts, strict=True))
            gram[np.diag_indices_from(gram)] += RIDGE
            self.coefficients = linalg.solve(gram, target, assume_a="pos")
            return self._outputs(self.values)

    def outputs_of(self, X: Features) -> FloatArray:
        """Outputs at samples that were not in the fit."""
        return self._outputs(self._evaluate(X))

    def _outputs(self, values: FloatArray) -> FloatArray:
        outputs: FloatArray = values @ self.coefficients
        return outputs

    def _evaluate(self, X: Features) -> FloatArray:
        def evaluate(start: int, stop: int) -> Any:
            block = self.basis.transform(X[start:stop])
            return np.hstack([block, np.ones((stop - start, 1))])

        with threadpool_limits(1):
            return np.concatenate(run_in_blocks(evaluate, X.shape[0], n_jobs=self.n_jobs))


def guided_features(features: Features, outputs: FloatArray, length: float) -> Features:
    """Features beside the map's outputs, which are scaled to the given length.

    Examples
    --------
    >>> import numpy as np
    >>> guided_features(np.array([[1.0, 0.0]]), np.array([[0.0, 9.0]]), 1.0).round(3)
    array([[0.707, 0.   , 0.   , 0.707]])
    """
    votes = (length * unit_rows(outputs)).astype(features.dtype)
    if sparse.issparse(features):
        return sparse.csr_array(sparse.hstack([features, sparse.csr_array(votes)]) / np.sqrt(2.0))
    return np.hstack([features, votes]) / np.sqrt(2.0, dtype=features.dtype)


def mean_length(features: Features) -> float:
    """Root mean square length of the rows.

    Examples
    --------
    >>> import numpy as np
    >>> mean_length(np.array([[3.0, 4.0], [3.0, 4.0]]))
    5.0
    """
    squares = features.data if sparse.issparse(features) else features
    return float(np.sqrt(np.sum(squares**2, dtype=np.float64) / features.shape[0]))


def certainty(confidence: FloatArray) -> FloatArray:
    """One for a sample of one class, zero for one of all classes: 1 - entropy / log(q).

    Examples
    --------
    >>> import numpy as np
    >>> certainty(np.array([[1.0, 0.0], [0.5, 0.5]])).round(3)
    array([1., 0.])
    """
    entropy = -np.sum(confidence * np.log(np.maximum(confidence, 1e-300)), axis=1)
    certain: FloatArray = 1.0 - entropy / np.log(max(confidence.shape[1], 2))
    return np.maximum(certain, LEAST_CERTAINTY)
