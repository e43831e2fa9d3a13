"""From embedded samples to clusters."""

from __future__ import annotations

import warnings

import numpy as np
from scipy.linalg import qr, svd
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state

from plclust._limits import VERY_MANY
from plclust.graph import unit_rows
from plclust.typing import FloatArray, IntArray


def assign_by_kmeans(
    embedding: FloatArray,
    n_clusters: int,
    *,
    n_init: int = 20,
    random_state: int | np.random.RandomState | None = None,
) -> IntArray:
    """k-means on the rows scaled to unit length (Ng, Jordan and Weiss).

    Of more than 50,000 rows, that many are clustered first; all then start from their centres.
    Fewer distinct rows than clusters give as many clusters as there are distinct rows.

    Parameters
    ----------
    embedding : array of shape (n_samples, n_components)
        Spectral embedding.
    n_clusters : int
        Number of clusters.
    n_init : int, default=20
        Starts, of which the best is taken.
    random_state : int, RandomState or None, default=None
        For k-means.

    Returns
    -------
    array of int of shape (n_samples,)
        Clusters, numbered from 0 without gaps.

    Examples
    --------
    >>> import numpy as np
    >>> labels = assign_by_kmeans(np.array([[1.0, 0.0], [2.0, 0.0], [0.0, 1.0]]), 2, random_state=0)
    >>> bool(labels[0] == labels[1] != labels[2])
    True
    """
    from sklearn.cluster import KMeans  # noqa: PLC0415 keeps `import plclust` light

    rows = unit_rows(embedding)
    kmeans = KMeans(n_clusters, n_init=n_init, max_iter=1000, random_state=random_state)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Number of distinct clusters", ConvergenceWarning)
        if len(rows) > VERY_MANY:
            some = check_random_state(random_state).choice(len(rows), VERY_MANY, replace=False)
            centres = kmeans.fit(rows[some]).cluster_centers_
            kmeans = KMeans(n_clusters, init=centres, n_init=1, max_iter=1000)
        labels = kmeans.fit_predict(rows)
    return np.unique(labels, return_inverse=True)[1].astype(np.int64)


def assign_by_qr(embedding: FloatArray) -> IntArray:
    """One cluster per column of the embedding, by pivoted QR (Damle, Minden and Ying, 2019).

    Deterministic, and as quick as it gets; k-means is the paper's choice.

    Parameters
    ----------
    embedding : array of shape (n_samples, n_clusters)
        Spectral embedding.

    Returns
    -------
    array of int of shape (n_samples,)
        Clusters.

    Examples
    --------
    >>> import numpy as np
    >>> assign_by_qr(np.array([[1.0, 0.0], [2.0, 0.0], [0.0, 1.0]]))
    array([0, 0, 1])
    """
    n_columns = embedding.shape[1]
    pivots = qr(embedding.T, mode="r", pivoting=True)[-1]
    left, _, right = svd(embedding[pivots[:n_columns]].T)
    closeness = np.abs(embedding @ (left @ right))
    return np.asarray(closeness.argmax(axis=1), dtype=np.int64)
