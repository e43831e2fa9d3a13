"""What clusterers of candidate labels share."""

from __future__ import annotations

from typing import Any

from sklearn.base import ClusterMixin

from plclust._warnings import warn_user
from plclust.typing import AnyArray, IntArray


class CandidateClusterMixin(ClusterMixin):
    """What clusterers that take candidate labels as `y` have in common."""

    labels_: IntArray

    def fit_predict(self, X: Any, y: Any = None, **kwargs: Any) -> IntArray:
        """Cluster the samples and return ``labels_``; the inherited method would not pass `y` on.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            As in :meth:`fit`.
        y : candidate labels, default=None
            As in :meth:`fit`.
        **kwargs : dict
            Passed to :meth:`fit`.

        Returns
        -------
        array of shape (n_samples,)
            Cluster of each sample.
        """
        labels: IntArray = self.fit(X, y, **kwargs).labels_
        return labels


def check_n_clusters(n_clusters: int | None, n_samples: int, classes: AnyArray) -> int:
    """The number of clusters asked for, or of classes; at most one per sample."""
    if n_clusters is None and len(classes) < 2:
        named = "no class" if len(classes) == 0 else f"only one class, {classes[0]}"
        raise ValueError(
            f"n_clusters=None takes the number of classes, but y names {named}. "
            "Set n_clusters, or give candidates of at least two classes; -1 is a missing label."
        )
    if len(classes) == 1:
        warn_user(
            f"y names only one class, {classes[0]}, so it says of no sample what it is not, and "
            "all samples count as unlabelled. Hint: name the classes of other samples as well.",
            UserWarning,
        )
    wanted = len(classes) if n_clusters is None else int(n_clusters)
    if wanted > n_samples:
        raise ValueError(
            f"n_samples={n_samples} should be >= n_clusters={wanted}. "
            "Ask for fewer clusters or add samples."
        )
    return wanted
