"""Gaussian weights on nearest neighbours: the graph of the compared methods."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse
from sklearn.utils import check_array

from plclust.graph._laplacian import symmetrize
from plclust.graph._neighbors import fit_neighbors, neighbor_graph


def gaussian_neighbor_graph(
    X: Any,
    n_neighbors: int | None = None,
    *,
    width: str = "farthest",
    n_jobs: int | None = None,
) -> sparse.csr_array:
    """Symmetric affinity exp(-d^2 / s^2) to the nearest neighbours.

    The two directions of an edge are averaged.

    Parameters
    ----------
    X : array or sparse matrix of shape (n_samples, n_features)
        Features.
    n_neighbors : int, default=None
        Neighbours of each sample; by default floor(log2(n_samples)) + 1.
    width : {"farthest", "mean"}, default="farthest"
        s: the mean distance to the farthest of the neighbours, or to all of them, each sample
        counted as the nearest of its own.
    n_jobs : int, default=None
        Threads.

    Returns
    -------
    csr_array of shape (n_samples, n_samples)
        The diagonal is empty.

    Examples
    --------
    >>> import numpy as np
    >>> line = np.array([[0.0], [1.0], [3.0]])
    >>> gaussian_neighbor_graph(line, 1).toarray().round(2)
    array([[0.  , 0.57, 0.  ],
           [0.57, 0.  , 0.05],
           [0.  , 0.05, 0.  ]])
    """
    X = check_array(X, accept_sparse="csr")
    if width not in {"farthest", "mean"}:
        raise ValueError(f"width is {width!r}, expected 'farthest' or 'mean'.")
    n_samples = X.shape[0]
    wanted = int(np.log2(n_samples)) + 1 if n_neighbors is None else n_neighbors
    n_neighbors = min(wanted, n_samples - 1)
    if n_neighbors == 0:
        return sparse.csr_array((n_samples, n_samples))
    if not sparse.issparse(X):
        X = X - X.mean(axis=0)  # far from the centre, the squares in distances would cancel
    graph = neighbor_graph(fit_neighbors(X, n_neighbors), n_neighbors, n_jobs=n_jobs)
    distances = graph.data.reshape(n_samples, n_neighbors)
    if width == "farthest":
        s = distances.max(axis=1).mean()
    else:
        s = distances.mean() * n_neighbors / (n_neighbors + 1)
    graph.data = np.exp(-((graph.data / s) ** 2)) if s > 0.0 else np.ones(graph.nnz)
    return symmetrize(graph)
