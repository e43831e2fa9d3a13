"""What samples teach, and how much each of them counts."""

from __future__ import annotations

import numpy as np

from plclust.typing import FloatArray

LEAST_CERTAINTY = 1e-6  # keeps the normal equations solvable when nobody is certain


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


__all__ = ["certainty", "with_novelty"]
