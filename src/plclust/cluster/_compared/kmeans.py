"""K-means as the comparison runs it."""

from __future__ import annotations

from typing import Any

import numpy as np


def kmeans_baseline(
    n_clusters: int = 8,
    *,
    n_init: int = 10,
    max_iter: int = 300,
    random_state: int | np.random.RandomState | None = None,
) -> Any:
    """K-means as the comparison runs it: Lloyd's algorithm from k-means++ starts.

    Parameters
    ----------
    n_clusters : int, default=8
        Number of clusters.
    n_init : int, default=10
        Restarts; the best by within-cluster sum of squares is kept.
    max_iter : int, default=300
        Most iterations of each.
    random_state : int, RandomState or None, default=None
        For the starts.

    Returns
    -------
    sklearn.cluster.KMeans
        Not fitted yet.

    Notes
    -----
    The paper states neither restarts nor scaling. Scaling decides: on data whose columns have
    different units (BirdSong) standardised features are far better, and raw ones are nearer to what
    is published. Report both.

    Examples
    --------
    >>> from plclust.cluster import kmeans_baseline
    >>> labels = kmeans_baseline(2, random_state=0).fit_predict([[0.0], [0.1], [9.0]])
    >>> bool(labels[0] == labels[1] != labels[2])
    True
    """
    from sklearn.cluster import KMeans  # noqa: PLC0415 keeps `import plclust` light

    return KMeans(n_clusters, n_init=n_init, max_iter=max_iter, random_state=random_state)
