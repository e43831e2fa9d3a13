"""Candidate sets that may miss the true class."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from plclust.candidates import is_labelled
from plclust.disambiguation._held_out import hold_out
from plclust.typing import BoolArray, FloatArray


def open_contradicted(
    reconstruction: sparse.csr_array,
    candidates: BoolArray,
    share: float,
    *,
    random_state: int | np.random.RandomState | None = None,
    n_jobs: int | None = None,
) -> BoolArray:
    """Allow every class where the other samples contradict a candidate set.

    The sets of each of five folds are hidden in turn (:func:`hold_out`), and F is solved from the
    others. A set is contradicted when a class outside of it is more probable than all of its own.

    Parameters
    ----------
    reconstruction : csr_array of shape (n_samples, n_samples)
        R; row i rebuilds sample i.
    candidates : array of bool of shape (n_samples, n_classes)
        The candidates; all of them for an unlabelled sample.
    share : float
        Most sets to open, as a share of all sets: those that are contradicted most.
    random_state : int, RandomState or None
        Determines the folds.
    n_jobs : int, optional
        Threads.

    Returns
    -------
    array of bool of shape (n_samples, n_classes)
        The candidates, with all classes where a set is opened.

    Examples
    --------
    >>> import numpy as np
    >>> from scipy import sparse
    >>> everyone = sparse.csr_array((np.ones((9, 9)) - np.eye(9)) / 8)
    >>> candidates = np.array([[True, False]] * 8 + [[False, True]])
    >>> open_contradicted(everyone, candidates, 0.2, random_state=0)[-2:]
    array([[ True, False],
           [ True,  True]])
    """
    labelled = np.flatnonzero(is_labelled(candidates))
    n_most = round(share * len(labelled))
    if n_most == 0:
        return candidates
    contradiction = np.full(len(candidates), -np.inf)
    folds = hold_out(reconstruction, candidates, random_state=random_state, n_jobs=n_jobs)
    for fold, others in folds:
        contradiction[fold] = _contradiction(others[fold], candidates[fold])
    most = labelled[np.argsort(-contradiction[labelled], kind="stable")[:n_most]]
    opened = candidates.copy()
    opened[most[contradiction[most] > 0.0]] = True
    return opened


def _contradiction(confidence: FloatArray, candidates: BoolArray) -> FloatArray:
    """How much more probable the best class outside of a set is than the best one inside."""
    outside = np.where(candidates, -np.inf, confidence).max(axis=1)
    inside = np.where(candidates, confidence, -np.inf).max(axis=1)
    return np.asarray(outside - inside)


__all__ = ["open_contradicted"]
