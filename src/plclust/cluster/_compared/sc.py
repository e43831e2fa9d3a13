"""Spectral clustering of Ng, Jordan and Weiss."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from plclust._threads import one_thread
from plclust._whole import whole_or_not_at_all
from plclust.cluster._compared.base import CandidateClusterer
from plclust.graph import gaussian_neighbor_graph
from plclust.spectral import assign_by_kmeans, spectral_embedding


class SC(CandidateClusterer):
    """Spectral clustering of Ng, Jordan and Weiss on a Gaussian graph of nearest neighbours.

    The plain method beside the constrained ones, which share its graph [1]_. Candidate labels are
    accepted and not used, apart from their number of classes.

    Parameters
    ----------
    n_clusters : int, default=None
        Number of clusters; by default the number of classes that `y` names.
    n_neighbors : int, default=None
        Neighbours in the graph; by default floor(log2(n_samples)) + 1.
    n_init : int, default=20
        Restarts of k-means.
    n_jobs : int, default=None
        Threads for the neighbours.
    random_state : int, RandomState or None, default=None
        For the start of the eigensolver and for k-means.

    Attributes
    ----------
    labels_ : array of shape (n_samples,)
        Cluster of each sample.
    classes_ : array of shape (n_classes,)
        The classes that `y` names.
    affinity_matrix_ : csr_array of shape (n_samples, n_samples)
        The graph.
    n_connected_components_ : int
        Connected components of the graph.
    n_features_in_ : int
        Number of features.
    feature_names_in_ : array of shape (n_features,)
        Names of the features, when `X` has string names for all of them.

    See Also
    --------
    PartialLabelClustering : Uses the candidates.
    sklearn.cluster.SpectralClustering : With other graphs.

    Notes
    -----
    The paper does not state the graph of this method. The width is the mean distance to the last
    neighbour and the number of neighbours grows with log2(n), as in code of the same authors.
    Standardise columns of different units first.

    References
    ----------
    .. [1] A. Y. Ng, M. I. Jordan and Y. Weiss. "On spectral clustering: analysis and an algorithm."
       NIPS 2001.

    Examples
    --------
    >>> from plclust.cluster import SC
    >>> X = [[0.0], [0.1], [0.2], [9.0], [9.1], [9.2]]
    >>> labels = SC(2, n_neighbors=2, random_state=0).fit_predict(X)
    >>> bool(labels[0] == labels[2] != labels[3])
    True
    """

    affinity_matrix_: sparse.csr_array
    n_connected_components_: int

    def __init__(
        self,
        n_clusters: int | None = None,
        *,
        n_neighbors: int | None = None,
        n_init: int = 20,
        n_jobs: int | None = None,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.n_clusters = n_clusters
        self.n_neighbors = n_neighbors
        self.n_init = n_init
        self.n_jobs = n_jobs
        self.random_state = random_state

    @whole_or_not_at_all
    def fit(self, X: Any, y: Any = None) -> Self:
        """Cluster the samples.

        Parameters
        ----------
        X : array or DataFrame of shape (n_samples, n_features)
            Features.
        y : candidate labels, default=None
            Only their classes are counted, when `n_clusters` is None.

        Returns
        -------
        self
            The fitted estimator.
        """
        X, _, n_clusters, random_state = self._check_input(X, y)
        with one_thread():  # sums would depend on the number of threads
            graph = gaussian_neighbor_graph(X, self.n_neighbors, n_jobs=self.n_jobs)
            embedding = spectral_embedding(graph, n_clusters, random_state=random_state)
            self.labels_ = assign_by_kmeans(
                embedding, n_clusters, n_init=self.n_init, random_state=random_state
            )
        self.affinity_matrix_ = graph
        self.n_connected_components_ = connected_components(graph, directed=False)[0]
        return self
