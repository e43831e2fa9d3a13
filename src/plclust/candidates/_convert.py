"""Candidates as sets, and from labels that a sample does not have."""

from __future__ import annotations

from typing import Any

import numpy as np

from plclust.candidates._check import check_candidates, read_candidates
from plclust.typing import AnyArray, BoolArray


def to_sets(candidates: Any, classes: Any = None) -> AnyArray:
    """Write candidates as one frozenset per sample.

    The inverse of `check_candidates`: ``check_candidates(to_sets(candidates, classes),
    classes=classes)`` gives `candidates` and `classes` back.

    Parameters
    ----------
    candidates : array of bool of shape (n_samples, n_classes)
        The candidates, in this or any other form that `check_candidates` accepts.
    classes : sequence of length n_classes, default=None
        The classes of the columns, by default 0, 1, ...

    Returns
    -------
    sets : ndarray of object of shape (n_samples,)
        The candidate sets, empty for an unlabelled sample.

    Examples
    --------
    >>> from plclust.candidates import to_sets
    >>> to_sets([[5, 7], [9], []])
    array([frozenset({5, 7}), frozenset({9}), frozenset()], dtype=object)
    """
    candidates, found = check_candidates(candidates, classes=classes)
    labels = found.tolist()
    sets = np.full(len(candidates), frozenset(), dtype=object)
    for i in np.flatnonzero(is_labelled(candidates)):
        sets[i] = frozenset(labels[j] for j in np.flatnonzero(candidates[i]))
    return sets


def is_labelled(candidates: Any) -> BoolArray:
    """Tell which samples have candidates that exclude at least one class.

    With a single class nothing can be excluded, so then no sample counts as labelled.

    Parameters
    ----------
    candidates : array of bool of shape (n_samples, n_classes)
        The candidates, in this or any other form that `check_candidates` accepts.

    Returns
    -------
    labelled : ndarray of bool of shape (n_samples,)
        False where every class, or none, is a candidate.

    Examples
    --------
    >>> from plclust.candidates import is_labelled
    >>> is_labelled(["a|b", "c", None])
    array([ True,  True, False])
    """
    checked = type(candidates) is np.ndarray and candidates.dtype == np.bool_  # not a masked one
    if not checked or candidates.ndim != 2 or candidates.shape[1] == 1:
        candidates, _ = check_candidates(candidates)
    return np.asarray(candidates.any(axis=1) & ~candidates.all(axis=1))


def from_complementary(
    y: Any, n_samples: int | None = None, *, classes: Any = None
) -> tuple[BoolArray, AnyArray]:
    """Read complementary labels, the ones that a sample does not have.

    Parameters
    ----------
    y : sequence, array, sparse matrix, Series or DataFrame
        The excluded label or labels of each sample, in any form that `check_candidates` accepts.
        Nothing is excluded for a missing label or an empty set.
    n_samples : int, default=None
        Number of samples that `y` must describe.
    classes : sequence, default=None
        The classes and their order, by default those that some sample excludes.

    Returns
    -------
    candidates : ndarray of bool of shape (n_samples, n_classes)
        All classes that are not excluded.
    classes : ndarray of shape (n_classes,)
        The classes.

    Examples
    --------
    >>> from plclust.candidates import from_complementary
    >>> candidates, classes = from_complementary(["a", "b|c", None], classes=["a", "b", "c"])
    >>> candidates
    array([[False,  True,  True],
           [ True, False, False],
           [ True,  True,  True]])
    """
    excluded, found = read_candidates(y, n_samples, classes)
    emptied = np.flatnonzero(excluded.all(axis=1))
    if emptied.size and len(found):
        raise ValueError(
            f"y[{emptied[0]}] excludes all {len(found)} classes, expected one to remain. "
            f"Hint: pass classes= with all classes, also those that nobody excludes."
        )
    return ~excluded, found
