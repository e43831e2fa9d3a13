"""Shapes that must fit before a kernel reads memory by them."""

from __future__ import annotations

from typing import Any

from scipy import sparse


def check_shapes(graph: sparse.csr_array, features: Any, references: Any) -> None:
    """Refuse samples that are not those of the rows and columns of the graph.

    Examples
    --------
    >>> import numpy as np
    >>> check_shapes(sparse.csr_array((3, 2)), np.ones((3, 4)), np.ones((2, 4)))
    """
    for name, samples, expected in (
        ("features", features, graph.shape[0]),
        ("references (by default the features)", references, graph.shape[1]),
    ):
        if not hasattr(samples, "shape"):
            raise TypeError(
                f"{name} is of type {type(samples).__name__}, expected an array or sparse matrix. "
                "Hint: np.asarray(...)."
            )
        check_length(name, samples.shape[0], expected)
    if features.shape[1] != references.shape[1]:
        raise ValueError(
            f"features has {features.shape[1]} columns, references has {references.shape[1]}, "
            "expected the same. Hint: scale and select columns of both alike."
        )


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
