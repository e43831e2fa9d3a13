"""Candidate consistency: how well a result agrees with candidates that were hidden from it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.optimize import linear_sum_assignment

from plclust.candidates import is_labelled
from plclust.disambiguation import uniform_confidence
from plclust.typing import BoolArray, IntArray

HIDDEN = 1 / 3  # of the labelled samples


def candidate_consistency(
    labels_for: Callable[[BoolArray], IntArray],
    candidates: BoolArray,
    *,
    kind: str = "clustering",
    seed: int = 0,
) -> float:
    """Hide the candidates of a third of the labelled samples, and see if they are met.

    Clusters are given classes by the best one-to-one match with the candidates that were shown. A
    hidden sample scores 1 if the class of its cluster is among its candidates and 0 at the rate of
    chance: (hit - s) / (1 - s), where s is the share of all classes in its candidate set.

    Parameters
    ----------
    labels_for : callable
        From candidates to the cluster, or class, of each sample.
    candidates : array of bool of shape (n_samples, n_classes)
        The candidates; all of them for an unlabelled sample.
    kind : {"clustering", "classification"}
        What `labels_for` returns.
    seed : int
        Determines which are hidden.

    Returns
    -------
    float
        Mean score of the hidden samples, at most 1, and 0 at the rate of chance.

    Examples
    --------
    >>> import numpy as np
    >>> truth = np.arange(30) % 3
    >>> candidates = np.eye(3, dtype=bool)[truth]
    >>> candidates[15:] = True
    >>> candidate_consistency(lambda shown: truth, candidates)
    1.0
    """
    labelled = np.flatnonzero(is_labelled(candidates))
    n_hidden = max(round(HIDDEN * len(labelled)), 1)
    hidden = np.random.RandomState(seed).permutation(labelled)[:n_hidden]
    shown = candidates.copy()
    shown[hidden] = True
    labels = np.asarray(labels_for(shown))
    classes = name_clusters(labels, shown) if kind == "clustering" else labels
    sizes = candidates[hidden].mean(axis=1)
    hits = candidates[hidden, classes[hidden]]
    return float(((hits - sizes) / (1.0 - sizes)).mean())


def name_clusters(labels: IntArray, candidates: BoolArray) -> IntArray:
    """Class of each sample, by the one-to-one match of clusters with candidates of most weight.

    Each labelled sample gives equal weight to its candidates, one in all. With more clusters than
    classes, those left over go to the class that has most weight among their samples.

    Examples
    --------
    >>> import numpy as np
    >>> candidates = np.array([[1, 0], [1, 1], [0, 1], [1, 1]], dtype=bool)
    >>> name_clusters(np.array([7, 7, 3, 3]), candidates)
    array([0, 0, 1, 1])
    """
    clusters, codes = np.unique(labels, return_inverse=True)
    labelled = is_labelled(candidates)
    weights = np.zeros((len(clusters), candidates.shape[1]))
    np.add.at(weights, codes[labelled], uniform_confidence(candidates[labelled]))
    classes = weights.argmax(axis=1)
    rows, columns = linear_sum_assignment(weights, maximize=True)
    classes[rows] = columns
    return np.asarray(classes[codes])


__all__ = ["candidate_consistency", "name_clusters"]
