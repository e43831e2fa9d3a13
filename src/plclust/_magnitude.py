"""Features that are neither too large nor too small to be squared."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse


def check_magnitude(X: Any, *, alone: bool = True) -> None:
    """Refuse features whose squares overflow, or all vanish if they stand `alone`.

    Examples
    --------
    >>> import numpy as np
    >>> check_magnitude(np.array([[1e-9, 1e9]]))
    """
    values = X.data if sparse.issparse(X) else X
    largest = float(max(values.max(initial=0.0), -values.min(initial=0.0)))
    limits = np.finfo(X.dtype)
    most = float(np.sqrt(limits.max / max(X.size, 1)) / 8.0)
    least = float(np.sqrt(limits.tiny / limits.eps))
    if largest > most or (alone and 0.0 < largest < least):
        raise ValueError(
            f"The largest feature is {largest:.3g}, expected one between {least:.1g} and "
            f"{most:.1g}, so that squares can be told apart in {X.dtype}. Scale X first, for "
            "example by sklearn.preprocessing.StandardScaler."
        )


__all__ = ["check_magnitude"]
