"""Checking pairs of samples that a user lists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, ValuesView
from collections.abc import Set as AbstractSet
from numbers import Integral
from typing import Any

import numpy as np

from plclust.typing import AnyArray, IntArray


def check_pairs(pairs: Any, n_samples: int, name: str) -> IntArray:
    """Pairs of two different samples as an integer array of shape (n_pairs, 2).

    Examples
    --------
    >>> check_pairs([(0, 2), (3, 1)], 4, "must_link")
    array([[0, 2],
           [3, 1]])
    """
    if not isinstance(n_samples, Integral):
        raise TypeError(f"n_samples is {n_samples!r}, expected an integer. Hint: len(X).")
    if isinstance(pairs, np.ma.MaskedArray) and np.ma.is_masked(pairs):
        raise ValueError(
            f"{name} has masked entries, expected two samples in each pair. "
            f"Hint: np.ma.compress_rows({name}) leaves out pairs with masked entries."
        )
    array = _as_array(pairs)
    if array.shape[:1] == (0,):
        return np.empty((0, 2), dtype=np.int64)
    if array.ndim != 2 or array.shape[1] != 2 or array.dtype.kind not in "iu":
        raise ValueError(
            f"{name} has shape {array.shape} and type {array.dtype}, expected pairs of integers of "
            "shape (n_pairs, 2). Hint: pass a list such as [(0, 3), (5, 1)] of row numbers."
        )
    _refuse_unknown(array, n_samples, name)
    own = array[:, 0] == array[:, 1]
    if own.any():
        raise ValueError(
            f"{name} pairs sample {array[own][0, 0]} with itself, expected two different samples. "
            "Hint: drop such pairs, they say nothing."
        )
    return array.astype(np.int64)


def _as_array(pairs: Any) -> AnyArray:
    """Whatever lists pairs, as an array; of objects where that cannot be one of numbers."""
    if pairs is None or (isinstance(pairs, Mapping) and not pairs):  # {} for an empty set
        return np.empty(0)
    if isinstance(pairs, (Iterator, AbstractSet, ValuesView)):
        pairs = list(pairs)
    try:
        return np.asarray(pairs)
    except ValueError:  # rows of different lengths
        return np.asarray(pairs, dtype=object)


def _refuse_unknown(pairs: IntArray, n_samples: int, name: str) -> None:
    unknown = (pairs < 0) | (pairs >= n_samples)
    if unknown.any():
        raise ValueError(
            f"{name} names sample {pairs[unknown][0]}, expected numbers from 0 to {n_samples - 1}. "
            "Hint: rows are counted from zero."
        )
