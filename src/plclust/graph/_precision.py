"""Single precision, in which approximate neighbours are found, and what it cannot tell apart."""

from __future__ import annotations

from typing import Any

import numpy as np

from plclust.typing import Features, FloatArray, IntArray

FEW = 500  # samples that are looked at for all
ROUGH = 1e-5  # share of their lengths by which samples must differ
SHORT, LONG = 1e-15, 1e15  # lengths whose squares are left of it


def in_single(samples: Features, rows: Any) -> FloatArray:
    """Some of the samples in single precision."""
    return np.ascontiguousarray(samples[rows], dtype=np.float32)


def a_few(numbers: IntArray) -> IntArray:
    """Up to `FEW` of these numbers, at equal steps."""
    return numbers[:: -(-len(numbers) // FEW)]


def check_resolution(points: FloatArray) -> None:
    """Refuse samples that single precision cannot tell apart.

    Examples
    --------
    >>> import numpy as np
    >>> check_resolution(np.array([[1000.0], [1001.0]]))
    """
    points = points.astype(np.float64, copy=False)
    spread = float(np.sqrt(points.var(axis=0).sum()))
    length = float(np.sqrt(np.square(points).sum(axis=1).mean()))
    if length * ROUGH > spread > 0.0 or 0.0 < spread < SHORT or not length < LONG:
        raise ValueError(
            f"Samples of length {length:.3g} that are {spread:.3g} apart cannot be told apart in "
            "single precision, in which approximate neighbours are found. Standardise X first, or "
            "use neighbors='exact' in memory."
        )


def check_found(indices: IntArray, queries: FloatArray) -> None:
    """Refuse queries to which too few samples are near, though all were looked at."""
    if (indices < 0).any():
        raise ValueError(
            f"The squares of some features overflow in single precision, in which approximate "
            f"neighbours are found; the largest is {np.abs(queries).max():.3g}. Scale X first, "
            f"or use neighbors='exact' in memory."
        )


__all__ = ["a_few", "check_found", "check_resolution", "in_single"]
