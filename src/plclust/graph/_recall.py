"""How many cells must be searched for most true neighbours, and how many of them that finds."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from plclust._warnings import warn_user
from plclust.typing import FloatArray, IntArray

RECALL_SAMPLES = 500
RECALL_WANTED = 0.95
FEWEST_PROBES, MOST_PROBES = 8, 256  # cells in which neighbours are looked for
ROUNDING = 1e-6  # of squared distances, as a share of the variance


def recall_samples(n_samples: int) -> IntArray:
    """Samples whose true neighbours are looked for among all."""
    n_some = min(RECALL_SAMPLES, n_samples)
    return np.random.default_rng(1).choice(n_samples, n_some, replace=False)


def enough_probes(
    search: Callable[[int], FloatArray], nearest: FloatArray, queries: FloatArray, n_cells: int
) -> tuple[int, float]:
    """Number of cells to look into, and the share of true neighbours that they yield.

    `search` gives squared distances of what is found in so many cells. The number is raised by a
    quarter until the share is `RECALL_WANTED` or `MOST_PROBES` is reached.
    """
    n_probes = FEWEST_PROBES
    while True:
        recall = share_found(search(n_probes), nearest, queries)
        if recall >= RECALL_WANTED or n_probes >= min(MOST_PROBES, n_cells):
            return n_probes, recall
        n_probes = min(5 * n_probes // 4, n_cells)


def share_found(found: FloatArray, nearest: FloatArray, queries: FloatArray) -> float:
    """Share of what was found that is as near as the nearest, by squared distances.

    Distances are off by rounding in single precision, those of copies as well.
    """
    rounding = ROUNDING * np.sum(np.var(queries, axis=0))
    return float((found <= nearest[:, -1:] * (1.0 + 1e-5) + rounding).mean())


def warn_of_low_recall(recall: float) -> None:
    """Warn if many of the nearest neighbours were not found, though as many cells were searched.

    Parameters
    ----------
    recall : float
        Share of the nearest neighbours that were found; NaN if it is not known.
    """
    if recall < RECALL_WANTED:
        warn_user(
            f"Only {recall:.1%} of the nearest neighbours were found, expected "
            f"{RECALL_WANTED:.0%}, although as many cells were searched as are allowed: features "
            "vary in too many directions. Clusters may be less accurate. Reduce the features, for "
            "example by sklearn.decomposition.PCA.",
            UserWarning,
        )


__all__ = ["enough_probes", "recall_samples", "share_found", "warn_of_low_recall"]
