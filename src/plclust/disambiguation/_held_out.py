"""Candidate sets hidden in turn, and what the others say in their place."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy import sparse
from sklearn.utils import check_random_state

from plclust._limits import ENOUGH_PRODUCTS
from plclust.candidates import is_labelled
from plclust.disambiguation._confidence import solve_confidence
from plclust.typing import BoolArray, FloatArray, IntArray

N_FOLDS = 5
ROUGH_GAP = 1e-2  # proven relative accuracy of the confidences without a fold


def folds_of(
    labelled: BoolArray, random_state: int | np.random.RandomState | None = None
) -> list[IntArray]:
    """The labelled samples in five random parts, or as many as there are samples if fewer.

    Examples
    --------
    >>> import numpy as np
    >>> [len(fold) for fold in folds_of(np.arange(20) < 11, random_state=0)]
    [3, 2, 2, 2, 2]
    """
    order = check_random_state(random_state).permutation(np.flatnonzero(labelled))
    return np.array_split(order, count_folds(len(order)))


def count_folds(n_labelled: int) -> int:
    """Number of parts of so many labelled samples: five, or one for each if they are fewer.

    Examples
    --------
    >>> count_folds(100), count_folds(3), count_folds(0)
    (5, 3, 1)
    """
    return max(min(N_FOLDS, n_labelled), 1)


def hide_in_turn(
    candidates: BoolArray, random_state: int | np.random.RandomState | None = None
) -> Iterator[tuple[IntArray, BoolArray]]:
    """The folds of the labelled samples, and the candidates without the sets of each.

    Parameters
    ----------
    candidates : array of bool of shape (n_samples, n_classes)
        The candidates; all of them for an unlabelled sample.
    random_state : int, RandomState or None, default=None
        Determines the folds.

    Yields
    ------
    fold : array of int
        Samples whose sets are hidden.
    shown : array of bool of shape (n_samples, n_classes)
        The candidates, all of them for the samples of the fold.

    Examples
    --------
    >>> import numpy as np
    >>> [shown.tolist() for _, shown in hide_in_turn(np.array([[True, False], [True, True]]))]
    [[[True, True], [True, True]]]
    """
    for fold in folds_of(is_labelled(candidates), random_state):
        shown = candidates.copy()
        shown[fold] = True
        yield fold, shown


def hold_out(
    reconstruction: sparse.csr_array,
    candidates: BoolArray,
    *,
    random_state: int | np.random.RandomState | None = None,
    n_jobs: int | None = None,
) -> Iterator[tuple[IntArray, FloatArray]]:
    """Hide the sets of each fold in turn: the samples of the fold, and F without their sets.

    Parameters
    ----------
    reconstruction : csr_array of shape (n_samples, n_samples)
        R; row i rebuilds sample i.
    candidates : array of bool of shape (n_samples, n_classes)
        The candidates; all of them for an unlabelled sample.
    random_state : int, RandomState or None, default=None
        Determines the folds.
    n_jobs : int, optional
        Threads.

    Yields
    ------
    fold : int array
        Samples whose sets are hidden.
    confidence : array of shape (n_samples, n_classes)
        F, to a rough accuracy.

    Examples
    --------
    >>> import numpy as np
    >>> from scipy import sparse
    >>> pair = sparse.csr_array([[0.0, 1.0], [1.0, 0.0]])
    >>> for fold, confidence in hold_out(pair, np.eye(2, dtype=bool), random_state=0):
    ...     print(fold, confidence[fold].round(2))
    [1] [[1. 0.]]
    [0] [[0. 1.]]
    """
    for fold, shown in hide_in_turn(candidates, random_state):
        found = solve_confidence(
            reconstruction, shown, tol=ROUGH_GAP, max_iter=ENOUGH_PRODUCTS, n_jobs=n_jobs
        )
        yield fold, found.values


__all__ = ["count_folds", "folds_of", "hide_in_turn", "hold_out"]
