"""Candidate sets that may miss the true class."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from plclust.candidates import is_labelled
from plclust.disambiguation._recurrence import recurrence_likelihoods
from plclust.typing import BoolArray, FloatArray

NEVER_SURE = 1e-3  # probability of each class that no witness can take away
N_TURNS = 50  # of expectation and maximisation


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
    evidence = evidence_against(candidates[labelled], foretold, share)
    most = np.argsort(-evidence, kind="stable")[:n_most]
    opened = candidates.copy()
    opened[labelled[most[evidence[most] > 1.0]]] = True
    return opened


def evidence_against(sets: BoolArray, foretold: FloatArray, share: float) -> FloatArray:
    """How much likelier each set is if it misses the true class than if it does not.

    If class c is true, a set of m out of q classes that holds it is as likely as
    :func:`recurrence_likelihoods` says. If it went wrong, either another class took the place of
    c: then it was one of m sets with c in the place of one of its own classes, and any of q - m
    classes might have come instead. Or c was left out of it: then it was the set with c in it, of
    which m / (q - m) is the share relative to chance, with the sets of m + 1 classes for each set
    of m. How common each of the two is, is learnt from all sets (:func:`share_replaced`).

    Parameters
    ----------
    sets : array of bool of shape (n_sets, n_classes)
        The candidate sets, none of them empty or full.
    foretold : array of shape (n_sets, n_classes)
        Probabilities of the classes without the sets.
    share : float
        Share of the sets that are thought to miss the true class.

    Returns
    -------
    array of shape (n_sets,)
        Bayes factors; above one speaks against a set.

    Examples
    --------
    >>> import numpy as np
    >>> sets, foretold = np.eye(2, dtype=bool), np.array([[0.9, 0.1], [0.9, 0.1]])
    >>> evidence_against(sets, foretold, 0.1).round(2)
    array([0.06, 5.16])
    """
    sizes, n_classes = sets.sum(axis=1), sets.shape[1]
    likelihoods, probability = recurrence_likelihoods(sets), foretold + NEVER_SURE
    n_of_size = np.bincount(sizes, minlength=n_classes + 1)
    one_larger = (n_of_size[sizes + 1] / n_of_size[sizes])[:, None]
    right = np.sum(probability * likelihoods.given, axis=1, where=sets)
    scale = sizes / (n_classes - sizes) / right
    replaced = scale * np.sum(probability * likelihoods.swapped, axis=1, where=~sets)
    shortened = scale * np.sum(probability * likelihoods.extended * one_larger, axis=1, where=~sets)
    by_replacement = share_replaced(replaced, shortened, share)
    evidence: FloatArray = by_replacement * replaced + (1.0 - by_replacement) * shortened
    return evidence


def share_replaced(replaced: FloatArray, shortened: FloatArray, share: float) -> float:
    """Among the sets that went wrong, the share of those in which another class took the place.

    The share for which the sets are likeliest, by expectation and maximisation, as if one set more
    of each kind had been seen.

    Parameters
    ----------
    replaced, shortened : arrays of shape (n_sets,)
        How much likelier each set is if it went wrong in that way than if it is right.
    share : float
        Share of the sets that went wrong.

    Returns
    -------
    float
        Between 0 and 1.

    Examples
    --------
    >>> import numpy as np
    >>> round(share_replaced(np.full(98, 30.0), np.full(98, 1e-9), 0.5), 2)
    0.99
    >>> share_replaced(np.full(9, 2.0), np.full(9, 2.0), 0.1)
    0.5
    """
    by_replacement = 0.5
    for _ in range(N_TURNS):
        first = share * by_replacement * replaced
        second = share * (1.0 - by_replacement) * shortened
        seen = first + second + 1.0 - share
        n_replaced, n_shortened = 1.0 + np.sum(first / seen), 1.0 + np.sum(second / seen)
        by_replacement = float(n_replaced / (n_replaced + n_shortened))
    return by_replacement


__all__ = ["evidence_against", "open_contradicted", "share_replaced"]
