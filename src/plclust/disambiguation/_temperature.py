"""Distributions made surer, or less sure."""

from __future__ import annotations

from plclust.typing import BoolArray, FloatArray

FLOOR = 1e-3  # joins every probability, so that no class is impossible


def temper(
    distributions: FloatArray, temperature: float, candidates: BoolArray | None = None
) -> FloatArray:
    """Distributions nearer to equal ones if the temperature is above one, farther if below.

    Parameters
    ----------
    distributions : array of shape (n_samples, n_classes)
        Probabilities of the classes.
    temperature : float
        To the power of one over which they are raised.
    candidates : array of bool of shape (n_samples, n_classes), optional
        Classes that may have a probability; all by default.

    Returns
    -------
    array of shape (n_samples, n_classes)
        Rows that sum to one.

    Examples
    --------
    >>> import numpy as np
    >>> temper(np.array([[0.9, 0.1], [0.5, 0.5]]), 2.0).round(2)
    array([[0.75, 0.25],
           [0.5 , 0.5 ]])
    """
    powers = (distributions + FLOOR) ** (1.0 / temperature)
    if candidates is not None:
        powers[~candidates] = 0.0
    tempered: FloatArray = powers / powers.sum(axis=1, keepdims=True)
    return tempered


__all__ = ["temper"]
