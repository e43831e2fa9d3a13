"""A graph that listens to the labels: a smooth map from features to label confidences.

The map is kernel ridge regression on the confidences F, in linear time through a Nystroem basis
of the Gaussian kernel. Samples count by how certain they are, so that confidences which are nearly
equal teach nothing. The map's outputs, as long as the features, join the features; neighbours and
reconstruction weights are then those of both.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, Self

import numpy as np
from scipy import linalg, sparse
from sklearn.metrics.pairwise import euclidean_distances, rbf_kernel
from sklearn.utils import check_random_state

from plclust._kernels._blocks import run_in_blocks
from plclust._limits import VERY_MANY
from plclust._threads import one_thread
from plclust.graph import Samples, Scaling, blocks_of, rows_of, unit_rows
from plclust.typing import BoolArray, Features, FloatArray, IntArray

BASIS_SIZE = 300
WIDTH = 3.0  # of the kernel, in mean distances between samples
RIDGE = 0.003
LEAST_VARIATION = 1e-8  # of a basis function or a feature, beside the largest; less is rounding
MOST_LEVERAGE = 0.99  # of a sample on the map's output there, when it is taken away
FEW_ROWS = 1024  # at a time, of which there are copies in double precision
LEAST_CERTAINTY = 1e-6  # keeps the normal equations solvable when nobody is certain


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


@dataclass(frozen=True)
class Teaching:
    """Samples that maps are fitted to: all of them, or some if there are very many."""

    basis: Basis
    X: Features
    teachers: slice | IntArray
    values: FloatArray  # of the basis functions, and of a constant, at the teachers
    n_jobs: int | None = None

    @classmethod
    def over(
        cls, X: Features, random_state: np.random.RandomState, n_jobs: int | None = None
    ) -> Self:
        """Basis for the samples X."""
        state = check_random_state(random_state)
        some = state.choice(X.shape[0], min(500, X.shape[0]), replace=False)
        teachers: slice | IntArray = slice(None)
        learning, among = X, np.arange(X.shape[0])
        if X.shape[0] > VERY_MANY:
            teachers = np.sort(state.choice(X.shape[0], VERY_MANY, replace=False))
            learning, among = rows_of(X, teachers), some
        centres = X[among[state.permutation(len(among))[:BASIS_SIZE]]]
        with one_thread():
            basis = Basis.around(centres, wide_kernel(X[some]))
        return cls(basis, X, teachers, values_at(learning, basis, n_jobs), n_jobs)

    def fit(
        self, confidence: FloatArray, *, apart: BoolArray | None = None
    ) -> tuple[LabelMap, FloatArray]:
        """The map fitted to F, and its outputs at all samples.

        Teachers count by their certainty. Each of the samples `apart` gets the output of the map
        fitted without that one sample.
        """
        taught = confidence[self.teachers]
        weights = certainty(taught)
        with one_thread():
            label_map, factor = self._solve(taught, weights)
            if isinstance(self.teachers, slice):
                outputs: FloatArray = self.values @ label_map.coefficients
            else:
                outputs = label_map.outputs_of(self.X)
            if apart is not None:
                rows = np.flatnonzero(apart[self.teachers])
                basis = self.values[rows]
                leverage = np.einsum("ij,ji->i", basis, linalg.cho_solve(factor, basis.T))
                own = np.minimum(weights[rows] * leverage, MOST_LEVERAGE)[:, None]
                samples = np.arange(len(confidence))[self.teachers][rows]
                outputs[samples] = (outputs[samples] - own * taught[rows]) / (1.0 - own)
        return label_map, outputs

    def feature_weights(
        self, confidence: FloatArray, scaling: Scaling, strength: float
    ) -> FloatArray:
        """Weights of the features by how well they tell apart what is taught."""
        taught = confidence[self.teachers]
        weights = certainty(taught)
        X = self.X if isinstance(self.teachers, slice) else rows_of(self.X, self.teachers)

        def of_block(start: int, stop: int) -> ClassSums:
            rows = slice(start, stop)
            return class_sums(scaling.columns(X[rows]), taught[rows], weights[rows])

        n_rows = X.shape[0]
        at_a_time = n_rows if sparse.issparse(X) else FEW_ROWS  # sums of a block are dense
        with one_thread():
            parts = run_in_blocks(of_block, n_rows, n_jobs=self.n_jobs, block_rows=at_a_time)
        sums = ClassSums(*(sum(part) for part in zip(*parts, strict=True)))
        return weights_by_relevance(sums, strength)

    def outputs_at(self, samples: IntArray, confidence: FloatArray) -> FloatArray:
        """Outputs at some samples of the map fitted to F."""
        taught = confidence[self.teachers]
        with one_thread():
            label_map, _ = self._solve(taught, certainty(taught))
            if isinstance(self.teachers, slice):
                return np.asarray(self.values[samples] @ label_map.coefficients)
        return label_map.outputs_of(rows_of(self.X, samples))

    def _solve(self, taught: FloatArray, weights: FloatArray) -> tuple[LabelMap, Any]:
        """The map, and the factor of its normal equations."""
        equations = normal_equations(self.values, taught, weights, self.n_jobs)
        coefficients, factor = solve_ridge(*equations)
        return LabelMap(self.basis, coefficients, self.n_jobs), factor


def values_at(X: Features, basis: Basis, n_jobs: int | None = None) -> FloatArray:
    """Values of the basis functions, and of a constant, at some samples."""
    values = np.ones((X.shape[0], len(basis) + 1), dtype=X.dtype)

    def evaluate(start: int, stop: int) -> None:
        values[start:stop, :-1] = basis.kernel(X[start:stop]) @ basis.mixing

    with one_thread():
        run_in_blocks(evaluate, X.shape[0], n_jobs=n_jobs)
    return values


def wide_kernel(some: Features) -> float:
    """Gamma of a Gaussian kernel that is wide in comparison with the distances of some samples."""
    width = WIDTH * euclidean_distances(some).mean()
    return float(0.5 / width**2) if width > 0.0 else 1.0


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


class ClassSums(NamedTuple):
    """Sums over samples, each of which counts by its certainty."""

    of_classes: FloatArray  # (n_classes,): what is taught
    of_features: FloatArray  # (n_classes, n_features): the features, of each class
    of_squares: FloatArray  # (n_features,): the squares of the features


def class_sums(features: Features, taught: FloatArray, weights: FloatArray) -> ClassSums:
    """Those of some samples."""
    weights = weights.astype(np.float64)
    counted = taught * weights[:, None]
    squares = features.multiply(features) if sparse.issparse(features) else np.square(features)
    return ClassSums(counted.sum(axis=0), counted.T @ features, weights @ squares)


def weights_by_relevance(sums: ClassSums, strength: float) -> FloatArray:
    """Weights of features by their relevance, the share of their variance that is between classes.

    Squares of the weights grow with it. A feature that is as relevant as all features together
    keeps its weight of one; so does one that does not vary. With a `strength` of one, a feature
    whose mean is the same in all classes has none.

    Examples
    --------
    The first of two features is the class:

    >>> import numpy as np
    >>> X, taught = np.array([[1.0, 1.0], [1.0, -1.0], [0.0, 1.0], [0.0, -1.0]]), np.eye(2)
    >>> sums = class_sums(X, taught[[0, 0, 1, 1]], np.ones(4))
    >>> weights_by_relevance(sums, strength=0.5).round(2)
    array([1.73, 0.71])
    """
    of_classes, of_features, of_squares = sums
    mass, heard = of_classes.sum(), of_classes > 0.0
    mean = of_features.sum(axis=0) / mass
    apart = of_features[heard] / of_classes[heard, None] - mean
    between = of_classes[heard] @ apart**2 / mass
    total = of_squares / mass - mean**2
    varies = total > LEAST_VARIATION * of_squares / mass
    if between[varies].sum() == 0.0:
        return np.ones(len(total))
    relevance = np.ones(len(total))
    relevance[varies] = between[varies] / total[varies]
    relevance[varies] *= total[varies].sum() / between[varies].sum()
    weights: FloatArray = np.sqrt(1.0 + strength * (relevance - 1.0))
    return weights


def guided_features(features: Features, outputs: FloatArray, length: float) -> Features:
    """Features beside the map's outputs, which are scaled to the given length.

    Examples
    --------
    >>> import numpy as np
    >>> guided_features(np.array([[1.0, 0.0]]), np.array([[0.0, 9.0]]), 1.0).round(3)
    array([[0.707, 0.   , 0.   , 0.707]])
    """
    votes = (length * unit_rows(outputs)).astype(features.dtype)
    if isinstance(features, Samples):
        return features.beside(votes)
    if sparse.issparse(features):
        return sparse.csr_array(sparse.hstack([features, sparse.csr_array(votes)]) / np.sqrt(2.0))
    return np.hstack([features, votes]) / np.sqrt(2.0, dtype=features.dtype)


def with_novelty(confidence: FloatArray, novelty: FloatArray | None) -> FloatArray:
    """Confidences, and in a last column the chance that the class is none of them.

    Examples
    --------
    >>> import numpy as np
    >>> with_novelty(np.array([[1.0, 0.0], [0.5, 0.5]]), np.array([0.0, 0.8]))
    array([[1. , 0. , 0. ],
           [0.1, 0.1, 0.8]])
    """
    if novelty is None:
        return confidence
    return np.column_stack([confidence * (1.0 - novelty)[:, None], novelty])


def mean_length(features: Features) -> float:
    """Root mean square length of the rows.

    Examples
    --------
    >>> import numpy as np
    >>> mean_length(np.array([[3.0, 4.0], [3.0, 4.0]]))
    5.0
    """
    if sparse.issparse(features):
        total = float(np.sum(features.data**2, dtype=np.float64))
    else:
        samples = features if isinstance(features, Samples) else Samples(features)
        blocks = (samples[rows] for rows in blocks_of(samples))
        total = sum(float(np.sum(block**2, dtype=np.float64)) for block in blocks)
    return float(np.sqrt(total / features.shape[0]))


def certainty(confidence: FloatArray) -> FloatArray:
    """One for a sample of one class, zero for one of all classes: 1 - entropy / log(q).

    Examples
    --------
    >>> import numpy as np
    >>> certainty(np.array([[1.0, 0.0], [0.5, 0.5]])).round(3)
    array([1., 0.])
    """
    positive = np.maximum(confidence, np.finfo(confidence.dtype).tiny)
    entropy = -np.sum(confidence * np.log(positive), axis=1)
    certain: FloatArray = 1.0 - entropy / np.log(max(confidence.shape[1], 2))
    return np.maximum(certain, LEAST_CERTAINTY)
