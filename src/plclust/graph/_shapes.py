"""Shapes that must fit before a kernel reads memory by them."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from plclust.graph._samples import Samples


def check_shapes(graph: Any, features: Any, references: Any) -> None:
    """Refuse samples that are not those of the rows and columns of the graph, or no numbers.

    Examples
    --------
    >>> import numpy as np
    >>> check_shapes(sparse.csr_array((3, 2)), np.ones((3, 4)), np.ones((2, 4)))
    """
    check_csr("graph", graph)
    for name, samples, expected in (
        ("features", features, graph.shape[0]),
        ("references (by default the features)", references, graph.shape[1]),
    ):
        if not isinstance(samples, np.ndarray | Samples) and not sparse.issparse(samples):
            raise TypeError(
                f"{name} is of type {type(samples).__name__}, expected an array or sparse matrix. "
                "Hint: np.asarray(...)."
            )
        if len(samples.shape) != 2 or samples.dtype.kind not in "fiub":
            raise ValueError(
                f"{name} is of shape {samples.shape} and {samples.dtype}, expected two dimensions "
                "of real numbers. Hint: np.asarray(..., dtype=float).reshape(n_samples, -1)."
            )
        check_length(name, samples.shape[0], expected)
    if sparse.issparse(features) != sparse.issparse(references):
        raise TypeError(
            "features and references are dense and sparse, expected both of one kind. "
            "Hint: scipy.sparse.csr_array(...) for both."
        )
    if features.shape[1] != references.shape[1]:
        raise ValueError(
            f"features has {features.shape[1]} columns, references has {references.shape[1]}, "
            "expected the same. Hint: scale and select columns of both alike."
        )


def check_csr(name: str, matrix: Any) -> None:
    """Refuse what is not stored row by row.

    Examples
    --------
    >>> check_csr("graph", sparse.csr_array((3, 2)))
    """
    if getattr(matrix, "format", "") != "csr":
        raise TypeError(
            f"{name} is a {type(matrix).__name__}, expected rows of stored entries. "
            f"Hint: scipy.sparse.csr_array({name})."
        )


def as_floats(samples: Any) -> Any:
    """Dense samples of integers as floats: differences of unsigned ones would wrap around.

    Examples
    --------
    >>> import numpy as np
    >>> as_floats(np.eye(1, dtype=np.uint8))
    array([[1.]])
    """
    as_they_are = not isinstance(samples, np.ndarray) or samples.dtype in (np.float32, np.float64)
    return samples if as_they_are else samples.astype(np.float64)


def check_length(name: str, found: int, expected: int) -> None:
    """Refuse a wrong number of rows or entries.

    Examples
    --------
    >>> check_length("start", 3, 3)
    """
    if found != expected:
        raise ValueError(
            f"{name} has {found} rows or entries, expected {expected}, as the graph or matrix has. "
            "Hint: pass those of the same samples."
        )
