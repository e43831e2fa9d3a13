"""From the arrays of a file to samples, true labels and candidates."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from plclust.typing import AnyArray, BoolArray, FloatArray


class Table(NamedTuple):
    """The content of a data set; columns of the candidates are as in the classes."""

    data: FloatArray
    target: AnyArray
    candidates: BoolArray | None
    classes: AnyArray


def candidate_table(data: AnyArray, target: AnyArray, partial_target: AnyArray, name: str) -> Table:
    """Table of `data` (n x d), `target` and `partial_target` (both q x n)."""
    if target.shape != partial_target.shape:
        raise ValueError(
            f"target has shape {target.shape} and partial_target {partial_target.shape} in {name}, "
            f"expected the same. Hint: both have one row per class and one column per sample."
        )
    X = _samples(data, target.shape[1], name)
    truth = _indicator(target, len(X), "target", name)
    candidates = _indicator(partial_target, len(X), "partial_target", name)
    _check_truth(truth, candidates, name)
    classes = np.arange(truth.shape[1])
    return Table(X, classes[truth.argmax(axis=1)], candidates, classes)


def label_table(data: AnyArray, labels: AnyArray, name: str) -> Table:
    """Table of samples (n x d) and one numeric label of each, which keeps its value."""
    X = _samples(data, labels.size, name)
    target = labels.ravel()
    integral = np.isfinite(target).all() and np.array_equal(target, np.round(target))
    if 1 not in labels.shape or not integral:
        raise ValueError(
            f"the labels in {name} have shape {labels.shape} and type {labels.dtype}, expected a "
            f"column of integers, one per sample. Hint: number the classes 1, 2, ..."
        )
    target = target.astype(np.int64)
    return Table(X, target, None, np.unique(target))


def _samples(data: AnyArray, n_samples: int, name: str) -> FloatArray:
    if len(data) != n_samples or data.size == 0:
        turned = data.size and data.shape[1] == n_samples
        raise ValueError(
            f"the samples in {name} have shape {data.shape} and there are labels of {n_samples}, "
            f"expected one row per sample. Hint: "
            + ("transpose the samples." if turned else "labels are stored classes x samples.")
        )
    X = np.ascontiguousarray(data, dtype=np.float64)
    bad = np.flatnonzero(~np.isfinite(X).all(axis=1))
    if bad.size:
        raise ValueError(
            f"{bad.size} samples in {name} have NaN or infinite features, the first in row "
            f"{bad[0]}, expected finite numbers. Hint: impute or drop them and save again."
        )
    return X


def _indicator(matrix: AnyArray, n_samples: int, variable: str, name: str) -> BoolArray:
    if matrix.shape[1] != n_samples or not np.isin(matrix, (0, 1)).all():
        raise ValueError(
            f"{variable} in {name} has shape {matrix.shape} and values from {matrix.min()} to "
            f"{matrix.max()}, expected 0 and 1 in one row per class and one column per sample, of "
            f"which there are {n_samples}. Hint: transpose or encode it and save again."
        )
    return np.ascontiguousarray(matrix.T, dtype=np.bool_)


def _check_truth(truth: BoolArray, candidates: BoolArray, name: str) -> None:
    ambiguous = np.count_nonzero(truth.sum(axis=1) != 1)
    if ambiguous:
        raise ValueError(
            f"{ambiguous} samples in {name} have no or several true labels, expected one each. "
            f"Hint: target and partial_target may be swapped."
        )
    outside = np.count_nonzero((truth & ~candidates).any(axis=1))
    if outside:
        raise ValueError(
            f"the true label of {outside} samples in {name} is not among their candidates, "
            f"expected it to be. Hint: drop these samples, or correct partial_target."
        )
