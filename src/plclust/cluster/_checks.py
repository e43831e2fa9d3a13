"""Checked input of a fit."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator
from sklearn.utils.validation import validate_data

from plclust._warnings import warn_user
from plclust.candidates import is_labelled
from plclust.graph import check_magnitude, largest_entry
from plclust.typing import AnyArray, BoolArray


def check_features(estimator: BaseEstimator, X: Any, *, reset: bool, precomputed: bool) -> Any:
    """Features or precomputed affinities, dense or sparse, in memory or on disk."""
    on_disk = isinstance(X, np.memmap)  # checked in blocks, so that it need not be in memory
    X = validate_data(
        estimator,
        X,
        reset=reset,
        accept_sparse="csr",
        dtype=[np.float64, np.float32],
        order="C",
        ensure_min_samples=2 if reset else 1,
        ensure_all_finite=not on_disk,
    )
    if sparse.issparse(X) and not X.has_canonical_format:
        X = X.copy()
        X.sum_duplicates()
    if not precomputed:
        check_magnitude(X, alone=reset)
        return X
    if on_disk:
        largest_entry(X)
    return check_affinities(X, square=reset)


def check_affinities(X: Any, *, square: bool) -> Any:
    """Non-negative affinities, between all samples of a fit if they are to be square."""
    if square and X.shape[0] != X.shape[1]:
        raise ValueError(
            f"affinity='precomputed' expects a square matrix of affinities, got {X.shape}. "
            "Pass affinities between all samples, or affinity='reconstruction' for features."
        )
    if X.min() < 0:
        raise ValueError(
            f"Affinities must be non-negative, but the smallest is {X.min():.3g}. "
            "Turn distances into affinities first, for example by exp(-distance)."
        )
    return X


def check_n_neighbors(n_neighbors: int, n_samples: int) -> int:
    """The number of neighbours asked for, at most all other samples."""
    if n_neighbors < n_samples:
        return int(n_neighbors)
    warn_user(
        f"n_neighbors={n_neighbors} is lowered to {n_samples - 1}: each of the "
        f"{n_samples} samples has only that many others.",
        UserWarning,
    )
    return n_samples - 1


def warn_of_common_class(candidates: BoolArray, classes: AnyArray) -> None:
    """Warn of a class that is in every set, or of sets with all classes: they speak for nothing."""
    labelled = is_labelled(candidates)
    if len(classes) > 1 and not labelled.any():
        warn_user(
            f"y names {len(classes)} classes, but no set leaves one out, so all samples count as "
            "unlabelled. Hint: a set of all classes says nothing; leave out what a sample is not.",
            UserWarning,
        )
    if np.count_nonzero(labelled) < 2:
        return
    common = np.flatnonzero(candidates[labelled].all(axis=0))
    if len(common):
        warn_user(
            f"The class {classes[common[0]]!s} is a candidate of every labelled sample, so nothing "
            "speaks against it, and it may be found for all samples. Hint: leave it out of sets "
            "that have other classes, or label samples that are not of it.",
            UserWarning,
        )


__all__ = ["check_affinities", "check_features", "check_n_neighbors", "warn_of_common_class"]
