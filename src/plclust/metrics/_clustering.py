"""Agreement between clusters and true classes (Appendix A of the paper)."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from numpy.typing import ArrayLike
from scipy.optimize import linear_sum_assignment
from sklearn.metrics import normalized_mutual_info_score

from plclust.metrics._contingency import as_label_pair, contingency, encode
from plclust.typing import IntArray

Average: TypeAlias = Literal["geometric", "arithmetic"]


def clustering_accuracy(y_true: ArrayLike, labels: ArrayLike) -> float:
    """Share of samples whose cluster is matched with their class (ACC, Eq. S1).

    Clusters and classes are matched one to one so that as many samples as possible agree. With
    more clusters than classes, or fewer, those left without a partner count as wrong.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True class of each sample, of any type.
    labels : array-like of shape (n_samples,)
        Cluster of each sample, of any type. A label that stands for noise, such as the -1 of
        HDBSCAN, is a cluster like any other.

    Returns
    -------
    float
        Between 0 and 1; 1 when the clusters are the classes under other names.

    See Also
    --------
    match_clusters : The matching itself.
    purity : The same when clusters may share a class.

    Examples
    --------
    >>> from plclust.metrics import clustering_accuracy
    >>> clustering_accuracy(["cat", "cat", "cat", "dog"], [1, 1, 0, 0])
    0.75
    """
    table = contingency(y_true, labels).table
    return float(table[_best_matching(table)].sum() / table.sum())


def match_clusters(y_true: ArrayLike, labels: ArrayLike) -> dict[Any, Any]:
    """Class that each cluster is matched with by :func:`clustering_accuracy`.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True class of each sample, of any type.
    labels : array-like of shape (n_samples,)
        Cluster of each sample, of any type.

    Returns
    -------
    dict
        From cluster to class, no class twice. Where there are more clusters than classes, those
        without a partner are left out. A pair may share no sample at all: it is then what was
        left over on both sides.

    Examples
    --------
    >>> from plclust.metrics import match_clusters
    >>> match_clusters(["cat", "cat", "cat", "dog"], [1, 1, 0, 0])
    {0: 'dog', 1: 'cat'}
    """
    table, classes, clusters = contingency(y_true, labels)
    pairs = sorted(zip(*reversed(_best_matching(table)), strict=True))
    return {clusters[cluster]: classes[class_] for cluster, class_ in pairs}


def normalized_mutual_info(
    y_true: ArrayLike, labels: ArrayLike, *, average: Average = "geometric"
) -> float:
    """Mutual information of clusters and classes, over a mean of their entropies (NMI, Eq. S2).

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True class of each sample, of any type.
    labels : array-like of shape (n_samples,)
        Cluster of each sample, of any type.
    average : {"geometric", "arithmetic"}, default="geometric"
        Mean of the two entropies. The paper states the geometric one; the code published with it
        uses the arithmetic one, as does scikit-learn unless told otherwise. The geometric mean is
        the smaller, so its NMI is the larger.

    Returns
    -------
    float
        Between 0 and 1. Two labellings without any split agree fully, 1; where only one of them
        has no split the formula is 0 / 0, and the result is 0.

    Examples
    --------
    >>> from plclust.metrics import normalized_mutual_info
    >>> y_true, labels = [0, 0, 1, 1], [0, 0, 1, 2]
    >>> round(normalized_mutual_info(y_true, labels), 4)
    0.8165
    >>> round(normalized_mutual_info(y_true, labels, average="arithmetic"), 4)
    0.8
    """
    if average not in ("geometric", "arithmetic"):
        raise ValueError(
            f"average is {average!r}, but 'geometric' or 'arithmetic' was expected. "
            "Use 'geometric' for the paper's formula."
        )
    truth, found = as_label_pair(y_true, labels)
    score = normalized_mutual_info_score(
        encode(truth, "y_true").codes, encode(found, "labels").codes, average_method=average
    )
    # Rounding can lift a perfect score above one.
    return min(float(score), 1.0)


def purity(y_true: ArrayLike, labels: ArrayLike) -> float:
    """Share of samples in the majority class of their cluster.

    Purity never falls when a cluster is split, and is 1 when every sample is a cluster of its own:
    compare it only between clusterings with equally many clusters.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True class of each sample, of any type.
    labels : array-like of shape (n_samples,)
        Cluster of each sample, of any type.

    Returns
    -------
    float
        Above 0, at most 1, and never below :func:`clustering_accuracy`.

    Examples
    --------
    >>> from plclust.metrics import purity
    >>> purity(["cat", "cat", "cat", "dog"], [0, 0, 1, 2])
    1.0
    """
    table = contingency(y_true, labels).table
    return float(table.max(axis=0).sum() / table.sum())


def _best_matching(table: IntArray) -> tuple[IntArray, IntArray]:
    """Rows and columns of the one-to-one matching with the largest sum (Hungarian method)."""
    rows, columns = linear_sum_assignment(table, maximize=True)
    return rows, columns
