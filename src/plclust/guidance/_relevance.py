"""Which features tell the classes apart: the share of their variance that is between classes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy import sparse

from plclust.typing import Features, FloatArray

LEAST_VARIATION = 1e-8  # of a feature, beside the mean of its squares; less is rounding


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


__all__ = ["ClassSums", "class_sums", "weights_by_relevance"]
