"""PL-KNN: nearest neighbours vote for all their candidates."""

from __future__ import annotations

from numbers import Integral
from typing import Any, ClassVar

import numpy as np
from scipy import sparse
from sklearn.utils._param_validation import Interval

from plclust.classify._base import ProbabilityClassifier
from plclust.disambiguation import uniform_confidence
from plclust.graph import fit_neighbors, neighbor_graph
from plclust.typing import BoolArray, FloatArray


class PLKNN(ProbabilityClassifier):
    """Partial-label k nearest neighbours: each neighbour votes for all of its candidates.

    Of the k nearest labelled samples, at distances d_1 to d_k, the one at distance d_j gives
    1 - d_j / (d_1 + ... + d_k) votes to each of its candidates [1]_. There is nothing to learn:
    unlabelled samples are not used.

    Parameters
    ----------
    n_neighbors : int, default=10
        Neighbours that vote, at most the labelled samples there are.
    legacy : bool, default=False
        Vote as the MATLAB code in circulation does, which throws the nearest neighbour away.
    n_jobs : int, default=None
        Threads for neighbours. Results do not depend on it.

    Attributes
    ----------
    classes_ : array of shape (n_classes,)
        The classes that `y` names.
    transduction_ : array of shape (n_samples,)
        Class of each sample in the fit: of a labelled one the candidate with most votes from its
        neighbours, itself not among them; of an unlabelled one the prediction.
    label_distributions_ : array of shape (n_samples, n_classes)
        The share of each class in the votes for these samples; equal shares of the candidates where
        no neighbour votes for any of them.
    n_features_in_ : int
        Number of features.
    feature_names_in_ : array of shape (n_features_in_,)
        Names of the features, when `X` has string names for all of them.

    See Also
    --------
    IPAL : Resolves the candidates of the neighbours first.

    Notes
    -----
    *Source.* The rule of the article as in the MATLAB file PL_kNN.m, which later papers compare
    with. *Default.* k = 10 is what these papers use.

    *Deviations.* That file asks for k + 1 neighbours and drops the first, as is right for a sample
    that is its own nearest neighbour. For new samples it loses the true nearest neighbour, pairs the
    neighbour j + 1 with the distance of neighbour j, and divides by the sum of k + 1 distances.
    ``legacy=True`` does the same. Where the rule gives no votes at all, for a single neighbour, and
    where it divides by zero, every neighbour has one vote.

    *Complexity.* Time O(n_labelled n_queries n_features) or less, memory
    O(n_queries (n_neighbors + n_classes)).

    Distances decide, so standardise columns of different units first.

    References
    ----------
    .. [1] E. Hüllermeier and J. Beringer. "Learning from ambiguously labeled examples." Intelligent
       Data Analysis 10(5), 2006.

    Examples
    --------
    >>> from plclust.classify import PLKNN
    >>> X = [[0.0], [0.1], [0.3], [5.0], [5.1], [5.3], [5.2]]
    >>> y = ["a|b", "a", "a|c", "b", "b|c", "b", None]
    >>> model = PLKNN(n_neighbors=3).fit(X, y)
    >>> model.predict([[0.2], [5.4]])
    array(['a', 'b'], dtype='<U1')
    >>> model.transduction_
    array(['a', 'a', 'a', 'b', 'b', 'b', 'b'], dtype='<U1')
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "n_neighbors": [Interval(Integral, 1, None, closed="left")],
        "legacy": ["boolean"],
        "n_jobs": [Integral, None],
    }

    def __init__(
        self, n_neighbors: int = 10, *, legacy: bool = False, n_jobs: int | None = None
    ) -> None:
        self.n_neighbors = n_neighbors
        self.legacy = legacy
        self.n_jobs = n_jobs

    def _fit(self, X: FloatArray, candidates: BoolArray) -> FloatArray:
        self._candidates = candidates
        self._index = fit_neighbors(X, self.n_neighbors, n_jobs=self.n_jobs)
        if len(X) == 1:
            return uniform_confidence(candidates)
        others = neighbor_graph(self._index, min(self.n_neighbors, len(X) - 1))
        votes = _votes(others, candidates) * candidates
        votes[~votes.any(axis=1)] = 1.0
        return _shares(votes * candidates)

    def _scores(self, X: FloatArray) -> FloatArray:
        n_labelled = len(self._candidates)
        if self.legacy and n_labelled > 1:
            shifted = neighbor_graph(self._index, min(self.n_neighbors + 1, n_labelled), X)
            return _shares(_legacy_votes(shifted, self._candidates))
        graph = neighbor_graph(self._index, min(self.n_neighbors, n_labelled), X)
        return _shares(_votes(graph, self._candidates))


def _votes(graph: sparse.csr_array, candidates: BoolArray) -> FloatArray:
    """Votes for each class, from distances to as many neighbours in every row."""
    weights = _vote_weights(graph.data.reshape(graph.shape[0], -1))
    return _count(weights, graph.indices.reshape(weights.shape), candidates)


def _legacy_votes(graph: sparse.csr_array, candidates: BoolArray) -> FloatArray:
    """The nearest neighbour is dropped, but its distance and not that of the last one stays."""
    distances = graph.data.reshape(graph.shape[0], -1)
    neighbors = graph.indices.reshape(distances.shape)
    return _count(_vote_weights(distances)[:, :-1], neighbors[:, 1:], candidates)


def _vote_weights(distances: FloatArray) -> FloatArray:
    total = distances.sum(axis=1, keepdims=True)
    if distances.shape[1] == 1:
        return np.ones_like(distances)
    return 1.0 - distances / np.where(total > 0.0, total, 1.0)


def _count(weights: FloatArray, neighbors: Any, candidates: BoolArray) -> FloatArray:
    ends = np.arange(0, weights.size + 1, weights.shape[1])
    shape = (len(weights), len(candidates))
    return sparse.csr_array((weights.ravel(), neighbors.ravel(), ends), shape=shape) @ (
        candidates.astype(np.float64)
    )


def _shares(votes: FloatArray) -> FloatArray:
    shares: FloatArray = votes / votes.sum(axis=1, keepdims=True)
    return shares
