"""What of a Dask array and of an estimator's settings can be computed on workers."""

from __future__ import annotations

from typing import Any

import numpy as np

from plclust.graph import has_faiss

ONLY: dict[str, list[Any]] = {
    "affinity": ["reconstruction"],
    "neighbors": ["auto", "approximate"],
    "metric": ["euclidean"],
    "constraints": ["none"],
    "disambiguation": ["exact"],
    "assign_labels": ["anchored", "kmeans"],
    "tolerance": [0.0],
    "calibrate": [False],
}


def is_dask_array(X: Any) -> bool:
    """Whether this is a Dask array, found out without importing Dask.

    Examples
    --------
    >>> is_dask_array([1, 2])
    False
    """
    return any(base.__module__.startswith("dask.array") for base in type(X).__mro__)


def check_blocks(X: Any) -> Any:
    """A Dask array of floats, in blocks of whole rows of known number."""
    if X.ndim != 2:
        raise ValueError(
            f"Expected a Dask array of shape (n_samples, n_features), got {X.ndim} dimensions. "
            "Reshape X first."
        )
    if np.isnan([*X.chunks[0], *X.chunks[1]]).any():
        raise ValueError(
            "The chunk sizes of X are unknown, expected known numbers of rows and columns. "
            "Call X.compute_chunk_sizes() first; for a Dask DataFrame, use to_dask_array(True)."
        )
    if X.shape[0] < 2 or X.shape[1] < 1:
        raise ValueError(
            f"Found an array of shape {X.shape} while at least 2 samples and 1 feature are needed."
        )
    if X.dtype.kind not in "fiub" or not isinstance(X._meta, np.ndarray):  # noqa: SLF001 its API
        raise ValueError(
            f"Expected a Dask array of dense real numbers, got blocks of "
            f"{type(X._meta).__name__} of {X.dtype}. "  # noqa: SLF001
            "Convert X first, for example by X.map_blocks(lambda block: block.toarray())."
        )
    if X.dtype not in (np.float32, np.float64):
        X = X.astype(np.float64)
    if 0 in X.chunks[0] or len(X.chunks[1]) > 1:
        rows = max(X.chunks[0]) if 0 in X.chunks[0] else X.chunks[0]
        X = X.rechunk({0: rows, 1: -1})
    return X


def check_settings(settings: dict[str, Any]) -> None:
    """Refuse settings that only a fit on one machine offers."""
    if not has_faiss():
        raise ValueError(
            "Dask arrays need faiss, which is not installed. Install plclust[dask,faiss], or pass "
            "X as an array in memory."
        )
    for name, offered in ONLY.items():
        if not any(settings[name] is value or settings[name] == value for value in offered):
            raise ValueError(
                f"{name}={settings[name]!r} is not offered for Dask arrays, expected "
                f"{' or '.join(repr(value) for value in offered)}. "
                f"Pass X as an array in memory, or change {name}."
            )


def check_claimed(n_heard: int, n_clusters: int) -> None:
    """Refuse clusters that no class claims beside such that one does."""
    if 0 < n_heard < n_clusters:
        raise ValueError(
            f"There are n_clusters={n_clusters}, but candidates tell only {n_heard} classes apart. "
            "Clusters of new classes are not offered for Dask arrays. "
            "Use assign_labels='kmeans', fewer clusters, or X as an array in memory."
        )


__all__ = ["check_blocks", "check_claimed", "check_settings", "is_dask_array"]
