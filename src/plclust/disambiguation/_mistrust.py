"""Candidate sets that may miss the true class."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from plclust.candidates import is_labelled
from plclust.disambiguation._recurrence import recurrence_likelihood
from plclust.typing import BoolArray, FloatArray

NEVER_SURE = 1e-3  # probability of each class that no witness can take away


def open_contradicted(
    candidates: BoolArray, witnesses: Sequence[FloatArray], share: float
) -> BoolArray:
    """Allow every class where other samples contradict a candidate set.

    Parameters
    ----------
    candidates : array of bool of shape (n_samples, n_classes)
        The candidates; all of them for an unlabelled sample.
    witnesses : sequence of arrays of shape (n_samples, n_classes)
        Probabilities of the classes of the labelled samples, each foretold without the sample's
        own set; other rows do not matter.
    share : float
        Most sets to open, as a share of all sets: those against which there is most evidence
        (:func:`evidence_against`).

    Returns
    -------
    array of bool of shape (n_samples, n_classes)
        The candidates, with all classes where a set is opened.

    Examples
    --------
    >>> import numpy as np
    >>> candidates = np.array([[True, False]] * 8 + [[False, True]] * 2)
    >>> witness = np.array([[0.9, 0.1]] * 9 + [[0.1, 0.9]])
    >>> open_contradicted(candidates, [witness], 0.2)[-3:]
    array([[ True, False],
           [ True,  True],
           [False,  True]])
    """
    labelled = np.flatnonzero(is_labelled(candidates))
    n_most = round(share * len(labelled))
    if n_most == 0:
        return candidates
    foretold = np.mean([witness[labelled] for witness in witnesses], axis=0)
    evidence = evidence_against(candidates[labelled], foretold)
    most = np.argsort(-evidence, kind="stable")[:n_most]
    opened = candidates.copy()
    opened[labelled[most[evidence[most] > 1.0]]] = True
    return opened


def evidence_against(sets: BoolArray, foretold: FloatArray) -> FloatArray:
    """How much likelier each set is if it misses the true class than if it does not.

    If class c is true, a set of m out of q classes that holds it is as likely as
    :func:`recurrence_likelihood` says. If the set went wrong, all sets of its size without c are
    equally likely, which on the same scale is m / (q - m).

    Parameters
    ----------
    sets : array of bool of shape (n_sets, n_classes)
        The candidate sets, none of them empty or full.
    foretold : array of shape (n_sets, n_classes)
        Probabilities of the classes without the sets.

    Returns
    -------
    array of shape (n_sets,)
        Bayes factors; above one speaks against a set.

    Examples
    --------
    >>> import numpy as np
    >>> sets, foretold = np.eye(2, dtype=bool), np.array([[0.9, 0.1], [0.9, 0.1]])
    >>> evidence_against(sets, foretold).round(2)
    array([0.11, 8.92])
    """
    sizes, n_classes = sets.sum(axis=1), sets.shape[1]
    probability = foretold + NEVER_SURE
    right = np.sum(probability * recurrence_likelihood(sets), axis=1)
    wrong = np.sum(probability, axis=1, where=~sets) * sizes / (n_classes - sizes)
    evidence: FloatArray = wrong / right
    return evidence


__all__ = ["evidence_against", "open_contradicted"]
