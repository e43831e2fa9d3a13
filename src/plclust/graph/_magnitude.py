"""Features that are finite, and neither too large nor too small to be squared."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from plclust.graph._samples import blocks_of, release
from plclust.typing import Features


def check_magnitude(X: Features, *, alone: bool = True) -> None:
    """Refuse features whose squares overflow, or all vanish if they stand `alone`.

    Parameters
    ----------
    X : array, memory map or csr_array of shape (n_samples, n_features)
        The features.
    alone : bool, default=True
        Whether there are no others beside which they may be near zero.

    Examples
    --------
    >>> import numpy as np
    >>> check_magnitude(np.array([[1e-9, 1e9]]))
    """
    largest, (least, most) = largest_entry(X), safe_range(X)
    if largest > most or (alone and 0.0 < largest < least):
        raise ValueError(
            f"The largest feature is {largest:.3g}, expected one between {least:.1g} and "
            f"{most:.1g}, so that squares can be told apart in {X.dtype}. Scale X first, for "
            "example by sklearn.preprocessing.StandardScaler."
        )


def safe_range(X: Features) -> tuple[float, float]:
    """Largest features of which squares can be told apart and summed: from where to where.

    Parameters
    ----------
    X : array or csr_array of shape (n_samples, n_features)
        The features, of which type and number matter.

    Returns
    -------
    tuple of float
        The smallest and the largest.

    Examples
    --------
    >>> import numpy as np
    >>> [f"{limit:.0e}" for limit in safe_range(np.ones((2, 2)))]
    ['1e-146', '8e+152']
    """
    limits = np.finfo(X.dtype)
    least = np.sqrt(limits.tiny / limits.eps)
    return float(least), float(np.sqrt(limits.max / max(X.size, 1)) / 8.0)


def largest_entry(X: Features) -> float:
    """Largest absolute value, block by block; NaN and infinity are refused.

    Parameters
    ----------
    X : array, memory map or csr_array of shape (n_samples, n_features)
        The features.

    Returns
    -------
    float
        Zero if there are none.

    Examples
    --------
    >>> import numpy as np
    >>> largest_entry(np.array([[1.0, -2.0]]))
    2.0
    """
    values, largest = X.data[:, None] if sparse.issparse(X) else X, 0.0
    for rows in blocks_of(values):
        block = values[rows]
        largest = float(np.max([largest, block.max(initial=0.0), -block.min(initial=0.0)]))
        release(block)
        if not np.isfinite(largest):
            raise ValueError(
                "Input X contains NaN or infinity, expected finite features. "
                "Drop or impute these samples first."
            )
    return largest


__all__ = ["check_magnitude", "largest_entry", "safe_range"]
