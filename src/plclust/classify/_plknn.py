"""PL-KNN: nearest neighbours vote for all their candidates."""

from __future__ import annotations

from numbers import Integral
from typing import Any, ClassVar

import numpy as np
from scipy import sparse
from sklearn.utils._param_validation import Interval

from plclust.classify._base import ProbabilityClassifier, scale_rows
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
    feature_names_in_ : array of shape (n_features,)
        Names of the features, when `X` has string names for all of them.

    See Also
    --------
    IPAL : Resolves the candidates of the neighbours first.

    Notes
    -----
    *Source.* The rule of the article as in the MATLAB file PL_kNN.m, which later papers compare
    with. *Default.* k = 10 is what these papers use.

    *Deviations.* That file asks for k + 1 neighbours and drops the first, as is right for a sample
    that is its own nearest neighbour. For new samples it loses the true nearest neighbour, pairs
    neighbour j + 1 with the distance of neighbour j, and divides by the sum of k + 1 distances.
    ``legacy=True`` does the same, and is what gives the figures published in [2]_: with 10 %
    labelled, 0.201, 0.270 and 0.563 against 0.207, 0.273 and 0.571 on Lost, MSRCv2 and BirdSong,
    where the corrected rule has 0.222, 0.289 and 0.578. A single neighbour, to which the rule gives
    no vote, has one, and so have neighbours that are all at distance zero.

    *Complexity.* Time O(n_labelled n_queries n_features) or less, memory
    O(n_queries (n_neighbors + n_classes)).

    Distances decide, so standardise columns of different units first.

    References
    ----------
    .. [1] E. Hüllermeier and J. Beringer. "Learning from ambiguously labeled examples." Intelligent
       Data Analysis 10(5), 2006.
    .. [2] Y. Xie, F. Yang and Y. Jia. "Partial Label Clustering." IJCAI 2025, Table 4.

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
        self._centre = X.mean(axis=0)  # far from it, the squares in distances would cancel
        self._index = fit_neighbors(X - self._centre, self.n_neighbors)
        if len(X) == 1:
            return uniform_confidence(candidates)
        n_neighbors = min(self.n_neighbors, len(X) - 1)
        others = neighbor_graph(self._index, n_neighbors, n_jobs=self.n_jobs)
        votes = count_votes(others, candidates) * candidates
        undecided = ~votes.any(axis=1)
        votes[undecided] = candidates[undecided]
        return scale_rows(votes)

    def _scores(self, X: FloatArray) -> FloatArray:
        legacy = self.legacy and len(self._candidates) > 1
        n_neighbors = min(self.n_neighbors + legacy, len(self._candidates))
        graph = neighbor_graph(self._index, n_neighbors, X - self._centre, n_jobs=self.n_jobs)
        votes = count_votes(graph, self._candidates, legacy=legacy)
        return scale_rows(votes)


def count_votes(
    graph: sparse.csr_array, candidates: BoolArray, *, legacy: bool = False
) -> FloatArray:
    """Votes for each class, from the distances to the same number of neighbours in every row."""
    distances = graph.data.reshape(graph.shape[0], -1)
    total = distances.sum(axis=1, keepdims=True)
    weights = 1.0 - distances / np.where(total > 0.0, total, 1.0)
    if legacy:
        weights = np.column_stack([np.zeros(len(weights)), weights[:, :-1]])
    elif distances.shape[1] == 1:
        weights = np.ones_like(weights)
    voters = sparse.csr_array((weights.ravel(), graph.indices, graph.indptr), shape=graph.shape)
    return np.asarray(voters @ candidates.astype(np.float64))
