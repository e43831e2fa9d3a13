"""k-means that is anchored to the classes."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from scipy.optimize import linear_sum_assignment
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state

from plclust._limits import MANY
from plclust.graph import unit_rows
from plclust.spectral._assignment import assign_by_kmeans
from plclust.typing import BoolArray, FloatArray, IntArray

NO_MORE_THAN_AVERAGE = 1e-2  # confidence above the average that a class needs for an anchor
SOME_WEIGHT = 1e-9  # keeps means defined where nobody counts
CLEARLY = 1e-3  # how much closer to its centre a row must come on average for another start
MAX_TURNS = 300


class Partition(NamedTuple):
    """Where turns of assignments and means have ended."""

    labels: IntArray
    centres: FloatArray
    closeness: float  # of the rows to their centres, bonus included; the higher the better


def assign_by_anchored_kmeans(
    embedding: FloatArray,
    confidence: FloatArray,
    n_clusters: int,
    *,
    novelty: FloatArray | None = None,
    anchoring: float = 2.0,
    n_init: int = 10,
    random_state: int | np.random.RandomState | None = None,
) -> IntArray:
    """k-means in which each class holds on to the samples that are confident in it.

    The clusters of the classes are anchored: with e_i the rows of the embedding at unit length and
    f_i the confidences, assignment z and centres m minimise ::

        sum_i ||e_i - m_{z_i}||^2 - anchoring (f_{i, z_i} - 1/q)

    by turns, each of which lowers it. Where confidences are equal this is k-means; where they are
    certain, `anchoring` decides whether they are followed. Turns begin at the confident means of
    the classes, and at the clusters of plain k-means under the names that fit them best, which are
    taken if they end clearly lower. So a few labels name clusters, and many make them.

    Clusters beyond the classes, and those of classes in which nobody has more than average
    confidence, are free. They start where k-means finds clusters of novel samples, or of
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
    anchoring : float, default=2.0
        What full confidence in a class is worth, as a squared distance between unit vectors.
    n_init : int, default=10
        Starts from plain k-means. With more than 10,000 samples, that many of them choose the
        start.
    random_state : int, RandomState or None, default=None
        For k-means.

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
    heard = heard_classes(confidence)
    n_free = n_clusters - int(np.count_nonzero(heard))
    if not heard.any() or n_free < 0:
        return assign_by_kmeans(embedding, n_clusters, n_init=n_init, random_state=random_state)
    generator, rows = check_random_state(random_state), unit_rows(embedding)
    novelty = np.zeros(len(rows)) if novelty is None else novelty
    bonus = anchoring * np.hstack(
        [
            (1.0 - novelty)[:, None] * above_average(confidence, heard),
            np.repeat(novelty[:, None] * (1.0 - 1.0 / len(heard)), n_free, axis=1),
        ]
    )
    belonging = confidence[:, heard] * (1.0 - novelty)[:, None] + SOME_WEIGHT
    centres = (belonging.T @ rows) / belonging.sum(axis=0)[:, None]
    if n_free > 0:
        unsure = np.maximum(1.0 - confidence[:, heard].max(axis=1).astype(np.float64), 0.0)
        unclaimed = novelty + SOME_WEIGHT * (unsure + SOME_WEIGHT)
        centres = np.vstack([centres, _free_centres(rows, unclaimed, n_free, generator)])
    if len(rows) <= MANY:
        return best_descent(rows, bonus, centres, n_init, generator).labels
    some = np.sort(generator.choice(len(rows), MANY, replace=False))
    best = best_descent(rows[some], bonus[some], centres, n_init, generator)
    return _descend(rows, bonus, best.centres).labels


def trust_beside(separation: float, trust: float) -> float:
    """Trust in anchors, beside a graph with clusters of its own.

    Where the graph has none (a separation of 0), anchors make the clusters and count by the trust
    in the labels. Where it has (1), a few labels name them, and only labels that are trusted
    may move them: trust to the power of three.

    Parameters
    ----------
    separation : float
        How far the graph has clusters of its own (:func:`plclust.spectral.separation`).
    trust : float
        Trust in the labels, from 0 to 1.

    Returns
    -------
    float
        What anchors count, from 0 to 1.

    Examples
    --------
    >>> trust_beside(0.0, 0.5), trust_beside(1.0, 0.5), trust_beside(1.0, 1.0)
    (0.5, 0.125, 1.0)
    """
    return trust * (1.0 - separation * (1.0 - trust)) ** 2


def heard_classes(confidence: FloatArray) -> BoolArray:
    """Classes in which somebody has more than average confidence.

    Parameters
    ----------
    confidence : array of shape (n_samples, n_classes)
        F.

    Returns
    -------
    array of bool of shape (n_classes,)
        Whether each class has an anchor.

    Examples
    --------
    >>> import numpy as np
    >>> heard_classes(np.array([[0.6, 0.2, 0.2], [0.5, 0.3, 0.2]]))
    array([ True, False, False])
    """
    average = 1.0 / max(confidence.shape[1], 1)
    heard: BoolArray = confidence.max(axis=0, initial=0.0) > average + NO_MORE_THAN_AVERAGE
    return heard


def above_average(confidence: FloatArray, heard: BoolArray) -> FloatArray:
    """How much more confidence there is in the classes heard than in a class on average.

    Examples
    --------
    >>> import numpy as np
    >>> above_average(np.array([[0.75, 0.25]]), np.array([True, False]))
    array([[0.25]])
    """
    excess: FloatArray = confidence[:, heard] - 1.0 / len(heard)
    return excess


def closeness_of(rows: FloatArray, centres: FloatArray, bonus: FloatArray) -> FloatArray:
    """How close each row is to each centre, the bonus of the cluster included.

    The higher the better: a squared distance with its sign changed, but for the length of the row.
    """
    closeness: FloatArray = 2.0 * rows @ centres.T - np.einsum("ij,ij->i", centres, centres) + bonus
    return closeness


def best_descent(
    rows: FloatArray,
    bonus: FloatArray,
    centres: FloatArray,
    n_init: int,
    random_state: np.random.RandomState,
) -> Partition:
    """Descend from the given centres, and from clusters of k-means if that ends clearly lower.

    `bonus` is what each cluster is worth to each row, as a squared distance.
    """
    given = _descend(rows, bonus, centres)
    starts = _named_kmeans(rows, bonus, n_init, random_state)
    descents = [_descend(rows, bonus, start) for start in starts]
    best = max(descents, key=lambda descent: descent.closeness, default=given)
    return best if best.closeness > given.closeness + CLEARLY * len(rows) else given


def _named_kmeans(
    rows: FloatArray, bonus: FloatArray, n_init: int, random_state: np.random.RandomState
) -> Iterator[FloatArray]:
    """Centres of k-means, each under the name that is worth most to the rows of all of them."""
    from sklearn.cluster import KMeans  # noqa: PLC0415 keeps `import plclust` light

    n_clusters = bonus.shape[1]
    for _ in range(n_init if len(rows) >= n_clusters else 0):
        kmeans = KMeans(n_clusters, n_init=1, random_state=random_state.randint(2**31 - 1))
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Number of distinct clusters", ConvergenceWarning)
            kmeans.fit(rows)
        worth = np.eye(n_clusters)[kmeans.labels_].T @ bonus
        found, names = linear_sum_assignment(worth, maximize=True)
        yield kmeans.cluster_centers_[found[np.argsort(names)]]


def _descend(rows: FloatArray, bonus: FloatArray, centres: FloatArray) -> Partition:
    """The best cluster of each row, then the means of the clusters, until nothing changes."""
    centres, n_clusters = centres.copy(), len(centres)
    labels = np.full(len(rows), -1)
    for _ in range(MAX_TURNS):
        closeness = closeness_of(rows, centres, bonus)
        updated = closeness.argmax(axis=1)
        if np.array_equal(updated, labels):
            break
        labels = updated
        sizes = np.bincount(labels, minlength=n_clusters)
        member = np.eye(n_clusters)[labels]
        occupied = sizes > 0
        centres[occupied] = (member.T @ rows)[occupied] / sizes[occupied, None]
    return Partition(labels.astype(np.int64), centres, float(closeness.max(axis=1).sum()))


def _free_centres(
    rows: FloatArray, weights: FloatArray, n_centres: int, random_state: np.random.RandomState
) -> FloatArray:
    """Centres of k-means in which the samples count by their weights."""
    from sklearn.cluster import KMeans  # noqa: PLC0415 keeps `import plclust` light

    kmeans = KMeans(n_centres, n_init=10, random_state=random_state)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Number of distinct clusters", ConvergenceWarning)
        kmeans.fit(rows, sample_weight=weights)
    centres: FloatArray = kmeans.cluster_centers_
    return centres


__all__ = [
    "MAX_TURNS",
    "SOME_WEIGHT",
    "above_average",
    "assign_by_anchored_kmeans",
    "best_descent",
    "closeness_of",
    "heard_classes",
    "trust_beside",
]
