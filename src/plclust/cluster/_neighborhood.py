"""The samples of a fit as their neighbours see them: features or a given affinity."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from scipy import sparse
from sklearn.base import clone
from sklearn.neighbors import NearestNeighbors

from plclust._limits import MANY
from plclust._warnings import warn_user
from plclust.graph import (
    CellIndex,
    Copies,
    Pieces,
    Samples,
    affinity_graph,
    cell_graph,
    find_pieces,
    fit_cells,
    fit_neighbors,
    has_faiss,
    keep_nearest,
    neighbor_graph,
    reconstruction_weights,
    rows_of,
    second_neighbor_graph,
    share_of_copies,
    warn_of_copies,
)
from plclust.typing import AnyArray, Features, FloatArray, IntArray

NOT_OF_FEATURES = {
    "precomputed": "Pass affinities, such as np.exp(-distances), and affinity='precomputed'.",
    "haversine": "Turn latitude and longitude into points of the unit sphere first.",
    "seuclidean": "Divide columns by their deviations first, and use metric='euclidean'.",
    "mahalanobis": "Whiten X first, as sklearn.decomposition.PCA(whiten=True) does, and use "
    "metric='euclidean'.",
}
OF_EQUAL_ENTRIES = {
    "dice",
    "hamming",
    "jaccard",
    "matching",
    "rogerstanimoto",
    "russellrao",
    "sokalmichener",
    "sokalsneath",
    "yule",
}


def choose_neighbors(neighbors: Any, X: Features, metric: str) -> Any:
    """What finds the neighbours: "exact", "approximate" or the user's transformer.

    "auto" is approximate for more than `MANY` dense samples with the Euclidean metric.
    """
    if metric in NOT_OF_FEATURES:
        raise ValueError(
            f"metric={metric!r} is not offered: it is no distance between rows of features, or "
            f"needs to know more of them. {NOT_OF_FEATURES[metric]}"
        )
    if metric in OF_EQUAL_ENTRIES:
        raise ValueError(
            f"metric={metric!r} is not offered: it asks which entries are equal, or not zero, "
            "while samples are scaled and outputs of the label map join their features. Use "
            "metric='euclidean', or pass affinities, such as 1 - distances, and "
            "affinity='precomputed'."
        )
    possible = not sparse.issparse(X) and metric == "euclidean"
    if neighbors == "approximate":
        if not possible:
            raise ValueError(
                f"neighbors='approximate' needs dense X and metric='euclidean', but X is "
                f"{'sparse' if sparse.issparse(X) else 'dense'} and metric={metric!r}. "
                "Use neighbors='exact', or a neighbour transformer."
            )
        if not has_faiss():
            raise ValueError(
                "neighbors='approximate' needs faiss, which is not installed. "
                "Install plclust[faiss], or use neighbors='exact'."
            )
    if not isinstance(neighbors, str) or neighbors != "auto":
        return neighbors
    if X.shape[0] <= MANY or not possible:
        return "exact"
    if has_faiss():
        return "approximate"
    warn_user(
        f"faiss is not installed, so the neighbours of {X.shape[0]} samples are found by brute "
        "force, in time that grows with the square of their number. Install plclust[faiss], or set "
        "neighbors='exact' to silence this warning.",
        UserWarning,
    )
    return "exact"


@dataclass(frozen=True)
class Neighborhood:
    """Who may rebuild whom, and from what.

    ``features`` and ``index`` are None when the user gave an affinity instead of features. Samples
    are numbered in the ``order`` of the index, in which neighbours are close to each other. Where
    copies are told from other neighbours, the index holds the distinct samples.
    """

    graph: sparse.csr_array
    n_neighbors: int
    features: Any = None
    index: Any = None
    copies: Copies | None = None
    distinct: Neighborhood | None = None  # of the samples without their copies, if there are any

    @classmethod
    def from_affinity(cls, affinity: Any, n_neighbors: int) -> Self:
        """The strongest affinities of each sample are its prior weights."""
        return cls(affinity_graph(affinity, n_neighbors, drop_self=True), n_neighbors)

    @classmethod
    def from_features(
        cls,
        features: Any,
        n_neighbors: int,
        metric: str,
        neighbors: Any,
        n_jobs: int | None,
        copies: Copies | None = None,
    ) -> Self:
        """Nearest neighbours: exact, approximate, or by a transformer of the user's choice.

        None of them are `copies` of the sample, if these are told.
        """
        if copies is not None:
            distinct = cls.from_features(
                rows_of(features, copies.first),
                n_neighbors,
                metric,
                neighbors,
                n_jobs,
            )
            return cls._of_copies(distinct, features, copies)
        if isinstance(features, Samples):
            index = fit_cells(features, n_neighbors, n_jobs=n_jobs)
            graph, features = cell_graph(index, n_neighbors, n_jobs=n_jobs), index.samples
        elif isinstance(neighbors, str):
            index = fit_neighbors(features, n_neighbors, metric=metric)
            graph = neighbor_graph(index, n_neighbors, n_jobs=n_jobs)
        else:
            index = clone(neighbors)
            if hasattr(index, "set_output"):
                index.set_output(transform="default")  # sparse, whatever the user has set for all
            distances = index.fit(features).transform(features)
            _check_distances(distances, index, features.shape[0])
            graph = keep_nearest(distances, n_neighbors, drop_self=True)
        return cls(graph, n_neighbors, features, index)

    @classmethod
    def _of_copies(cls, distinct: Neighborhood, features: Any, copies: Copies) -> Self:
        """Neighbours of all samples, whose features these are, from those of the distinct ones."""
        if not isinstance(distinct.order, slice):
            copies, samples = copies.side_by_side(copies.of_sample[distinct.order])
            features = features.reordered(samples)
        graph = copies.spread(distinct.graph)
        return cls(graph, distinct.n_neighbors, features, distinct.index, copies, distinct)

    def warn_of_copies(self) -> None:
        """Warn if many samples are rebuilt from copies of themselves, which tell them nothing."""
        if self.copies is None and self.features is not None:
            warn_of_copies(share_of_copies(self.features, self.graph), self.n_neighbors)

    def check_edges(self) -> None:
        """Warn of samples without neighbours, of which nobody hears; refuse if all are alone."""
        alone = np.diff(self.graph.indptr) == 0
        alone[self.graph.indices] = False
        n_alone = np.count_nonzero(alone)
        if n_alone == 0:
            return
        message = (
            f"{n_alone} of {len(alone)} samples have no neighbour, expected one for each. "
            "Hint: a larger radius, or affinities between more samples."
        )
        if n_alone == len(alone):
            raise ValueError(message)
        warn_user(message, UserWarning)

    def seen_by(self, features: Samples, n_jobs: int | None = None) -> Self:
        """The same samples under other features: the nearest of the neighbours and of theirs."""
        if self.copies is not None and self.distinct is not None:
            seen = self.distinct.seen_by(features.reordered(self.copies.first), n_jobs)
            graph = self.copies.spread(seen.graph)
            return replace(self, graph=graph, features=features, distinct=seen)
        graph = second_neighbor_graph(features, self.graph, self.graph, n_jobs=n_jobs)
        return replace(self, graph=graph, features=features)

    @property
    def recall(self) -> float:
        """Share of the true neighbours by features that were found, as far as it is known."""
        if isinstance(self.index, CellIndex):
            return self.index.recall
        return 1.0 if isinstance(self.index, NearestNeighbors) else np.nan

    @property
    def order(self) -> IntArray | slice:
        """Row of X of each sample."""
        order = getattr(self.features, "order", None)
        return slice(None) if order is None else np.asarray(order)

    def as_given(self, values: AnyArray) -> AnyArray:
        """One value (or row) per sample, put back in the order of X."""
        if isinstance(self.order, slice):
            return values
        given = np.empty_like(values)
        given[self.order] = values
        return given

    def matrix_as_given(self, matrix: sparse.csr_array) -> sparse.csr_array:
        """A matrix between the samples, put back in the order of X."""
        if isinstance(self.order, slice):
            return matrix
        rows = np.argsort(self.order)
        given = matrix[rows]
        given.indices = self.order.astype(given.indices.dtype)[given.indices]
        return given

    def weights(
        self,
        confidence: FloatArray | None = None,
        linear: FloatArray | None = None,
        start: sparse.csr_array | None = None,
        n_jobs: int | None = None,
    ) -> sparse.csr_array:
        """R: Eq. 1, or Eq. 8 with confidences and edge costs, from an R that is nearly right."""
        return reconstruction_weights(
            self.features,
            self.graph,
            confidence=confidence,
            linear=linear,
            start=start,
            n_jobs=n_jobs,
        )

    def with_copies(self, weights: sparse.csr_array) -> sparse.csr_array:
        """R in which samples are rebuilt from copies of them as well."""
        return weights if self.copies is None else self.copies.rebuild(weights, self.n_neighbors)

    def linked(
        self, weights: sparse.csr_array, n_pieces: int, share: float, n_jobs: int | None = None
    ) -> sparse.csr_array:
        """R in which pieces are linked to those close to them, until there are so many at most.

        Without links, the graph sees no difference between a piece close by and one far away.
        """
        n_found, of_sample = find_pieces(weights)
        while n_found > n_pieces:
            pieces = Pieces.of(self.features, of_sample)
            centres, n_neighbors = pieces.centres, min(self.n_neighbors, n_found - 1)
            if isinstance(self.features, Samples) and n_found > MANY:
                centres = Samples(centres)
            nearby = Neighborhood.from_features(centres, n_neighbors, "euclidean", "exact", n_jobs)
            between = nearby.matrix_as_given(nearby.weights(n_jobs=n_jobs))
            weights = pieces.link(weights, between, share)
            before, (n_found, of_sample) = n_found, find_pieces(weights)
            if n_found >= before:  # links are too thin to be told from rounding
                break
        return weights

    def weights_of(self, X: Any, n_jobs: int | None = None) -> sparse.csr_array:
        """Eq. 1 for samples that were not in the fit, rebuilt from those that were."""
        if self.features is None:
            return affinity_graph(X, self.n_neighbors, drop_self=False)
        graph = self.neighbors_of(X, n_jobs)
        return reconstruction_weights(X, graph, references=self.features, n_jobs=n_jobs)

    def neighbors_of(self, X: Any, n_jobs: int | None) -> sparse.csr_array:
        """Distances of samples that were not in the fit to their neighbours among those in it."""
        if self.copies is not None and self.distinct is not None:
            graph = self.distinct.neighbors_of(X, n_jobs)
            columns = self.copies.first[graph.indices]
            shape = (graph.shape[0], len(self.copies.of_sample))
            return sparse.csr_array((graph.data, columns, graph.indptr), shape=shape)
        if not isinstance(self.index, CellIndex):
            if not isinstance(self.index, NearestNeighbors):  # as in the fit
                return keep_nearest(self.index.transform(X), self.n_neighbors)
            return neighbor_graph(self.index, self.n_neighbors, X, n_jobs=n_jobs)
        graph = cell_graph(self.index, self.n_neighbors, X.alone(), n_jobs=n_jobs)
        if self.features.votes is None:
            return graph
        return second_neighbor_graph(X, graph, self.graph, references=self.features, n_jobs=n_jobs)


def _check_distances(distances: Any, transformer: Any, n_samples: int) -> None:
    if not sparse.issparse(distances) or distances.shape != (n_samples, n_samples):
        shape = getattr(distances, "shape", ())
        raise ValueError(
            f"neighbors={transformer!r} gave a {type(distances).__name__} of shape {shape}, "
            f"expected a sparse matrix of distances of shape {(n_samples, n_samples)}. Use a "
            "transformer such as sklearn.neighbors.KNeighborsTransformer."
        )
