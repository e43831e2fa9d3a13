"""Candidate consistency: how well a result agrees with candidates that were hidden from it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from plclust.candidates import is_labelled
from plclust.metrics import consistency_score
from plclust.model_selection import classes_of_clusters
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

    Clusters are given classes by the best one-to-one match with the candidates that were shown.

    Parameters
    ----------
    labels_for : callable
        From candidates to the cluster, or class, of each sample.
    candidates : array of bool of shape (n_samples, n_classes)
        The candidates; all of them for an unlabelled sample.
    kind : {"clustering", "classification"}, default="clustering"
        What `labels_for` returns.
    seed : int, default=0
        Determines which are hidden.

    Returns
    -------
    float
        :func:`plclust.metrics.consistency_score` of the hidden samples.

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
    labels = np.asarray(labels_for(shown.copy()))
    classes = classes_of_clusters(labels, shown) if kind == "clustering" else labels
    return consistency_score(candidates[hidden], classes[hidden])


__all__ = ["candidate_consistency"]
