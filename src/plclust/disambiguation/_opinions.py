"""Confidences of graph and label map together."""

from __future__ import annotations

import numpy as np

from plclust.typing import BoolArray, FloatArray

LEAST_OUTPUT = 1e-3  # of the label map, which may be negative


def as_distributions(outputs: FloatArray) -> FloatArray:
    """Outputs of a regression on label confidences, as distributions over the classes.

    Parameters
    ----------
    outputs : array of shape (n_samples, n_classes)
        What was foretold, of any sign.

    Returns
    -------
    array of shape (n_samples, n_classes)
        Positive rows that sum to one.

    Examples
    --------
    >>> import numpy as np
    >>> as_distributions(np.array([[0.9, 0.3], [1.1, -0.1]])).round(2)
    array([[0.75, 0.25],
           [1.  , 0.  ]])
    """
    positive = np.maximum(outputs, LEAST_OUTPUT)
    positive /= positive.sum(axis=1, keepdims=True)
    return positive


def mix_opinions(
    confidence: FloatArray, outputs: FloatArray, candidates: BoolArray, share: float
) -> FloatArray:
    """Mean of F and what the label map says, within the candidates.

    The graph knows the neighbours of a sample, the map the region that it is in: where classes
    overlap, neighbours are of any class, and only the map hears the majority.

    Parameters
    ----------
    confidence : array of shape (n_samples, n_classes)
        F.
    outputs : array of shape (n_samples, n_classes)
        Outputs of the map fitted to it.
    candidates : array of bool of shape (n_samples, n_classes)
        Allowed classes; no row is empty.
    share : float
        How much the map counts, from 0 to 1.

    Returns
    -------
    array of shape (n_samples, n_classes)
        Rows that sum to one, of the type of F.

    Examples
    --------
    The second sample must not be of the second class:

    >>> import numpy as np
    >>> F, outputs = np.array([[1.0, 0.0], [1.0, 0.0]]), np.array([[0.25, 0.75], [0.25, 0.75]])
    >>> mix_opinions(F, outputs, np.array([[True, True], [True, False]]), 0.5)
    array([[0.625, 0.375],
           [1.   , 0.   ]])
    """
    mixed = as_distributions(outputs).astype(confidence.dtype, copy=False)
    mixed *= share
    mixed += (1.0 - share) * confidence
    mixed *= candidates
    mixed /= mixed.sum(axis=1, keepdims=True)
    return mixed


__all__ = ["as_distributions", "mix_opinions"]
