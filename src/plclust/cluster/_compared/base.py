"""What the compared clustering methods share: checked input and the number of clusters."""

from __future__ import annotations

from numbers import Integral
from typing import Any, ClassVar

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils import check_random_state
from sklearn.utils._param_validation import Interval
from sklearn.utils.validation import validate_data

from plclust.candidates import check_candidates
from plclust.cluster._base import CandidateClusterMixin, check_n_clusters
from plclust.graph import check_magnitude
from plclust.typing import AnyArray, BoolArray, FloatArray


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
