"""What the compared clustering methods share: checked input and the number of clusters."""

from __future__ import annotations

from numbers import Integral
from typing import Any, ClassVar

import numpy as np
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.utils import check_random_state
from sklearn.utils._param_validation import Interval
from sklearn.utils.validation import validate_data

from plclust._warnings import warn_user
from plclust.candidates import check_candidates
from plclust.graph import check_magnitude
from plclust.typing import AnyArray, BoolArray, FloatArray, IntArray


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


class CandidateClusterer(CandidateClusterMixin, BaseEstimator):
    """Base of the clustering methods that take candidate labels as `y`."""

    classes_: AnyArray
    n_features_in_: int
    feature_names_in_: AnyArray

    n_clusters: int | None
    n_neighbors: int | None
    n_init: int
    n_jobs: int | None
    random_state: int | np.random.RandomState | None

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "n_clusters": [Interval(Integral, 1, None, closed="left"), None],
        "n_neighbors": [Interval(Integral, 1, None, closed="left"), None],
        "n_init": [Interval(Integral, 1, None, closed="left")],
        "n_jobs": [Integral, None],
        "random_state": ["random_state"],
    }

    def _check_input(
        self, X: Any, y: Any
    ) -> tuple[FloatArray, BoolArray, int, np.random.RandomState]:
        """Features, candidates, the number of clusters and a generator; sets ``classes_``."""
        self._validate_params()
        X = validate_data(self, X, dtype=np.float64, order="C", ensure_min_samples=2)
        check_magnitude(X)
        candidates, self.classes_ = check_candidates(y, len(X))
        n_clusters = check_n_clusters(self.n_clusters, len(X), self.classes_)
        return X, candidates, n_clusters, check_random_state(self.random_state)


def check_n_clusters(n_clusters: int | None, n_samples: int, classes: AnyArray) -> int:
    """The number of clusters asked for, or of classes; at most one per sample."""
    if n_clusters is None and len(classes) < 2:
        named = "no class" if len(classes) == 0 else f"only one class, {classes[0]}"
        raise ValueError(
            f"n_clusters=None takes the number of classes, but y names {named}. "
            "Set n_clusters, or give candidates of at least two classes."
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
