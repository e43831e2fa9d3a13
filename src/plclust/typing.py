"""Names for the array shapes that travel between the rooms."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

FloatArray: TypeAlias = npt.NDArray[np.floating[Any]]
IntArray: TypeAlias = npt.NDArray[np.integer[Any]]
BoolArray: TypeAlias = npt.NDArray[np.bool_]
AnyArray: TypeAlias = npt.NDArray[Any]
Features: TypeAlias = Any  # array or csr_array of shape (n_samples, n_features)

__all__ = ["AnyArray", "BoolArray", "Features", "FloatArray", "IntArray"]
