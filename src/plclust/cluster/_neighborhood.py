"""The samples of a fit as their neighbours see them: features or a given affinity."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

from scipy import sparse
from sklearn.base import clone

from plclust.graph import (
    affinity_graph,
    fit_neighbors,
    keep_nearest,
    neighbor_graph,
    reconstruction_weights,
)
from plclust.typing import FloatArray


@dataclass(frozen=True)
class Neighborhood:
    """Who may rebuild whom, and from what.

    ``features`` and ``index`` are None when the user gave an affinity instead of features.
    """

    graph: sparse.csr_array
    n_neighbors: int
    features: Any = None
    index: Any = None

    @classmethod
    def from_affinity(cls, affinity: Any, n_neighbors: int) -> Self:
        """The strongest affinities of each sample are its prior weights."""
        return cls(affinity_graph(affinity, n_neighbors, drop_self=True), n_neighbors)

    @classmethod
    def from_features(
        cls, features: Any, n_neighbors: int, metric: str, neighbors: Any, n_jobs: int | None
    ) -> Self:
        """Nearest neighbours, exact or by a neighbour transformer of the user's choice."""
        if neighbors == "exact":
            index = fit_neighbors(features, n_neighbors, metric=metric)
            graph = neighbor_graph(index, n_neighbors, n_jobs=n_jobs)
        else:
            index = clone(neighbors)
            distances = index.fit(features).transform(features)
            graph = keep_nearest(distances, n_neighbors, drop_self=True)
        return cls(graph, n_neighbors, features, index)

    def weights(
        self,
        confidence: FloatArray | None = None,
        linear: FloatArray | None = None,
        n_jobs: int | None = None,
    ) -> sparse.csr_array:
        """R: Eq. 1, or Eq. 8 with confidences and edge costs."""
        return reconstruction_weights(
            self.features, self.graph, confidence=confidence, linear=linear, n_jobs=n_jobs
        )

    def weights_of(self, X: Any, n_jobs: int | None = None) -> sparse.csr_array:
        """Eq. 1 for samples that were not in the fit, rebuilt from those that were."""
        if self.features is None:
            return affinity_graph(X, self.n_neighbors, drop_self=False)
        graph = neighbor_graph(self.index, self.n_neighbors, X, n_jobs=n_jobs)
        return reconstruction_weights(X, graph, references=self.features, n_jobs=n_jobs)
