"""From embedded samples to clusters."""

from __future__ import annotations

import warnings

import numpy as np
from scipy.linalg import qr, svd
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state

from plclust._limits import VERY_MANY
from plclust.typing import BoolArray, FloatArray, IntArray

NO_MORE_THAN_AVERAGE = 1e-2  # confidence above the average that a class needs for an anchor
SOME_WEIGHT = 1e-9  # keeps means defined where nobody counts
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

    Of more than 50,000 rows, that many are clustered first; all then start from their centres.
    Fewer distinct rows than clusters give as many clusters as there are distinct rows.

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


def assign_by_anchored_kmeans(
    embedding: FloatArray,
    confidence: FloatArray,
    n_clusters: int,
    *,
    novelty: FloatArray | None = None,
    anchoring: float = 2.0,
    random_state: int | np.random.RandomState | None = None,
) -> IntArray:
    """k-means in which each class holds on to the samples that are confident in it.

    The clusters of the classes are anchored: with e_i the rows of the embedding at unit length and
    f_i the confidences, assignment z and centres m minimise ::

        sum_i ||e_i - m_{z_i}||^2 - anchoring (f_{i, z_i} - 1/q)

    from the confident means of the classes, by turns, each of which lowers it. Where confidences
    are equal this is k-means; where they are certain, `anchoring` decides whether they are
    followed. Clusters beyond the classes, and those of classes in which nobody has more than
    average confidence, are free. They start where k-means finds clusters of novel samples, or of
    unsure ones where nobody is novel. For a sample of novelty v the second term is (1 - v) of the
    above in an anchored cluster, and anchoring v (1 - 1/q) in a free one. Free clusters may end up
    empty.

    Parameters
    ----------
    embedding : array of shape (n_samples, n_components)
        Spectral embedding.
    confidence : array of shape (n_samples, n_classes)
        F.
    n_clusters : int
        Number of clusters. With fewer clusters than classes there is nothing to anchor them to:
        plain k-means.
    novelty : array of shape (n_samples,), optional
        Chance of each sample to be in a free cluster. None is novel by default.
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
    average = 1.0 / max(confidence.shape[1], 1)
    confidence = confidence[:, heard_classes(confidence)]
    n_anchored = confidence.shape[1]
    n_free = n_clusters - n_anchored
    if n_anchored == 0 or n_free < 0:
        return assign_by_kmeans(embedding, n_clusters, random_state=random_state)
    rows = unit_rows(embedding)
    novelty = np.zeros(len(rows)) if novelty is None else novelty
    bonus = np.empty((len(rows), n_clusters))
    bonus[:, :n_anchored] = anchoring * (1.0 - novelty)[:, None] * (confidence - average)
    bonus[:, n_anchored:] = anchoring * (1.0 - average) * novelty[:, None]
    belonging = confidence * (1.0 - novelty)[:, None] + SOME_WEIGHT
    centres = (belonging.T @ rows) / belonging.sum(axis=0)[:, None]
    if n_free > 0:
        unclaimed = novelty + SOME_WEIGHT * (1.0 + SOME_WEIGHT - confidence.max(axis=1))
        centres = np.vstack([centres, _free_centres(rows, unclaimed, n_free, random_state)])
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


def heard_classes(confidence: FloatArray) -> BoolArray:
    """Classes in which somebody has more than average confidence.

    Examples
    --------
    >>> import numpy as np
    >>> heard_classes(np.array([[0.6, 0.2, 0.2], [0.5, 0.3, 0.2]]))
    array([ True, False, False])
    """
    average = 1.0 / max(confidence.shape[1], 1)
    heard: BoolArray = confidence.max(axis=0, initial=0.0) > average + NO_MORE_THAN_AVERAGE
    return heard


def _free_centres(
    rows: FloatArray,
    weights: FloatArray,
    n_centres: int,
    random_state: int | np.random.RandomState | None,
) -> FloatArray:
    """Centres of k-means in which the samples count by their weights."""
    from sklearn.cluster import KMeans  # noqa: PLC0415 keeps `import plclust` light

    kmeans = KMeans(n_centres, n_init=10, random_state=random_state)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Number of distinct clusters", ConvergenceWarning)
        kmeans.fit(rows, sample_weight=weights)
    centres: FloatArray = kmeans.cluster_centers_
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
