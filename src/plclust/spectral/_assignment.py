"""From embedded samples to clusters."""

from __future__ import annotations

import warnings

import numpy as np
from scipy.linalg import qr, svd
from scipy.optimize import linear_sum_assignment
from sklearn.exceptions import ConvergenceWarning

from plclust.typing import FloatArray, IntArray

NO_MORE_THAN_AVERAGE = 1e-2  # confidence above the average that a class needs for an anchor
MAX_TURNS = 300


def unit_rows(values: FloatArray) -> FloatArray:
    """Rows scaled to unit length; zero rows stay zero.

    Examples
    --------
    >>> import numpy as np
    >>> unit_rows(np.array([[3.0, 4.0], [0.0, 0.0]]))
    array([[0.6, 0.8],
           [0. , 0. ]])
    """
    lengths = np.sqrt(np.einsum("ij,ij->i", values, values))
    lengths[lengths == 0.0] = 1.0
    scaled: FloatArray = values / lengths[:, None]
    return scaled


def assign_by_kmeans(
    embedding: FloatArray,
    n_clusters: int,
    *,
    n_init: int = 20,
    random_state: int | np.random.RandomState | None = None,
) -> IntArray:
    """k-means on the rows scaled to unit length (Ng, Jordan and Weiss).

    Fewer distinct rows than clusters give as many clusters as there are distinct rows.

    Examples
    --------
    >>> import numpy as np
    >>> labels = assign_by_kmeans(np.array([[1.0, 0.0], [2.0, 0.0], [0.0, 1.0]]), 2, random_state=0)
    >>> bool(labels[0] == labels[1] != labels[2])
    True
    """
    from sklearn.cluster import KMeans  # noqa: PLC0415 keeps `import plclust` light

    kmeans = KMeans(n_clusters, n_init=n_init, max_iter=1000, random_state=random_state)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Number of distinct clusters", ConvergenceWarning)
        labels = kmeans.fit_predict(unit_rows(embedding))
    return np.unique(labels, return_inverse=True)[1].astype(np.int64)


def assign_by_anchored_kmeans(
    embedding: FloatArray,
    confidence: FloatArray,
    n_clusters: int,
    *,
    anchoring: float = 1.5,
    random_state: int | np.random.RandomState | None = None,
) -> IntArray:
    """k-means in which each class holds on to the samples that are confident in it.

    The clusters of the classes are anchored: with e_i the rows of the embedding at unit length and
    f_i the confidences, assignment z and centres m minimise ::

        sum_i ||e_i - m_{z_i}||^2 - anchoring (f_{i, z_i} - 1/q)

    from the confident means of the classes, by turns, each of which lowers it. Where confidences
    are equal this is k-means; where they are certain, `anchoring` decides whether they are
    followed. Clusters beyond the number of classes, and those of classes in which nobody has more
    than average confidence, have no anchor (and no second term): they start where k-means finds
    clusters that no class accounts for, and may end up empty when the classes account for all.

    Parameters
    ----------
    embedding : array of shape (n_samples, n_components)
        Spectral embedding.
    confidence : array of shape (n_samples, n_classes)
        F.
    n_clusters : int
        Number of clusters. With fewer clusters than classes there is nothing to anchor them to:
        plain k-means.
    anchoring : float
        What full confidence in a class is worth, as a squared distance between unit vectors.
    random_state : int, RandomState or None
        For k-means where it is needed.

    Returns
    -------
    int array of shape (n_samples,)
        Clusters; the anchored ones first, in the order of their classes.

    Examples
    --------
    >>> import numpy as np
    >>> embedding = np.array([[1.0, 0.0], [0.9, 0.1], [0.1, 0.9], [0.0, 1.0]])
    >>> confidence = np.array([[0.5, 0.5], [0.0, 1.0], [0.5, 0.5], [1.0, 0.0]])
    >>> assign_by_anchored_kmeans(embedding, confidence, 2)
    array([1, 1, 0, 0])
    """
    rows = unit_rows(embedding)
    average = 1.0 / max(confidence.shape[1], 1)
    confidence = confidence[:, confidence.max(axis=0, initial=0.0) > average + NO_MORE_THAN_AVERAGE]
    n_anchored = confidence.shape[1]
    if not 0 < n_anchored <= n_clusters:
        return assign_by_kmeans(embedding, n_clusters, random_state=random_state)
    bonus = np.zeros((len(rows), n_clusters))
    bonus[:, :n_anchored] = anchoring * (confidence - average)
    centres = (confidence.T @ rows) / confidence.sum(axis=0)[:, None]
    if n_anchored < n_clusters:
        free = _unaccounted_centres(rows, confidence, n_clusters, random_state)
        centres = np.vstack([centres, free])
    labels = np.full(len(rows), -1)
    for _ in range(MAX_TURNS):
        closeness = 2.0 * rows @ centres.T - np.einsum("ij,ij->i", centres, centres) + bonus
        updated = closeness.argmax(axis=1)
        if np.array_equal(updated, labels):
            break
        labels = updated
        sizes = np.bincount(labels, minlength=n_clusters)
        member = np.eye(n_clusters)[labels]
        occupied = sizes > 0
        centres[occupied] = (member.T @ rows)[occupied] / sizes[occupied, None]
    return labels.astype(np.int64)


def _unaccounted_centres(
    rows: FloatArray,
    confidence: FloatArray,
    n_clusters: int,
    random_state: int | np.random.RandomState | None,
) -> FloatArray:
    """Centres of those k-means clusters that are not the best match of any class."""
    labels = assign_by_kmeans(rows, n_clusters, random_state=random_state)
    member = np.eye(n_clusters)[labels]
    matched = linear_sum_assignment(member.T @ confidence, maximize=True)[0]
    free = np.setdiff1d(np.arange(n_clusters), matched)
    sizes = np.maximum(member.sum(axis=0), 1.0)
    centres: FloatArray = ((member.T @ rows) / sizes[:, None])[free]
    return centres


def assign_by_qr(embedding: FloatArray) -> IntArray:
    """One cluster per column of the embedding, by pivoted QR (Damle, Minden and Ying, 2019).

    Deterministic, and as quick as it gets; k-means is the paper's choice.

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
