"""Features by which samples find their neighbours, beside what the label map says of them."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from plclust.graph import Samples, blocks_of, unit_rows
from plclust.typing import Features, FloatArray


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


__all__ = ["guided_features", "mean_length"]
