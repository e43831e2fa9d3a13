"""Who may rebuild whom: k nearest neighbours, a neighbour transformer, or a given affinity."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from plclust.typing import Features


def fit_neighbors(
    X: Features, n_neighbors: int, *, metric: str = "euclidean", n_jobs: int | None = None
) -> Any:
    """Index for exact nearest neighbours, to be asked by `neighbor_graph`."""
    from sklearn.neighbors import NearestNeighbors  # noqa: PLC0415 heavy, and not always needed

    return NearestNeighbors(n_neighbors=n_neighbors, metric=metric, n_jobs=n_jobs).fit(X)


def neighbor_graph(index: Any, n_neighbors: int, X: Features | None = None) -> sparse.csr_array:
    """Distances from each sample to its nearest neighbours in a fitted index.

    Parameters
    ----------
    index : NearestNeighbors, KNeighborsTransformer or alike
        Fitted. An object without ``kneighbors_graph`` must offer ``transform``, as the neighbour
        transformers of the scikit-learn pipeline convention do.
    n_neighbors : int
        Most neighbours to keep of each sample.
    X : array or csr_array, optional
        Samples that the index has not seen. None asks for the neighbours of the indexed samples
        themselves: nobody is then a neighbour of its own, even among duplicates.

    Returns
    -------
    csr_array of shape (n_samples, n_indexed)
        Distances, nearest first in each row. Zero distances are stored entries.

    Examples
    --------
    >>> import numpy as np
    >>> index = fit_neighbors(np.array([[0.0], [0.0], [3.0]]), 1)
    >>> neighbor_graph(index, 1).indices
    array([1, 0, 0], dtype=int32)
    """
    if hasattr(index, "kneighbors_graph"):
        graph = index.kneighbors_graph(X, n_neighbors=n_neighbors, mode="distance")
        return compact_indices(sparse.csr_array(graph))
    if X is None:
        raise ValueError(
            f"{type(index).__name__} cannot list the neighbours of the samples it was fitted on: "
            "pass them as X and use keep_nearest(..., drop_self=True) on the result."
        )
    return keep_nearest(index.transform(X), n_neighbors)


def keep_nearest(distances: Any, n_neighbors: int, *, drop_self: bool = False) -> sparse.csr_array:
    """The `n_neighbors` smallest stored entries of each row, smallest first.

    Examples
    --------
    >>> from scipy import sparse
    >>> distances = sparse.csr_array([[0, 2.0, 1.0], [2.0, 0, 4.0], [1.0, 4.0, 0]])
    >>> keep_nearest(distances, 1).indices
    array([2, 0, 0], dtype=int32)
    """
    entries = sparse.coo_array(distances)
    rows, columns, values = entries.row, entries.col, entries.data
    if drop_self:
        others = rows != columns
        rows, columns, values = rows[others], columns[others], values[others]
    order = np.lexsort((columns, values, rows))
    rows, columns, values = rows[order], columns[order], values[order]
    sizes = np.bincount(rows, minlength=entries.shape[0])
    rank = np.arange(len(rows)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    near = rank < n_neighbors
    indptr = np.concatenate([[0], np.cumsum(np.minimum(sizes, n_neighbors))])
    graph = sparse.csr_array((values[near], columns[near], indptr), shape=entries.shape)
    return compact_indices(graph)


def affinity_graph(affinity: Any, n_neighbors: int, *, drop_self: bool) -> sparse.csr_array:
    """The `n_neighbors` strongest positive affinities of each row, rows scaled to sum to one.

    Examples
    --------
    >>> import numpy as np
    >>> affinity_graph(np.array([[9.0, 3.0, 1.0], [3.0, 9.0, 0.0]]), 2, drop_self=True).toarray()
    array([[0.  , 0.75, 0.25],
           [1.  , 0.  , 0.  ]])
    """
    positive = sparse.csr_array(affinity, dtype=np.float64, copy=True)
    positive.data = np.maximum(positive.data, 0.0)
    positive.eliminate_zeros()
    graph = keep_nearest(-positive, n_neighbors, drop_self=drop_self)
    sums = np.add.reduceat(np.append(graph.data, 0.0), graph.indptr[:-1])
    graph.data /= np.repeat(sums, np.diff(graph.indptr))
    return graph


def compact_indices(graph: sparse.csr_array) -> sparse.csr_array:
    """The same matrix with 32-bit indices where they are enough."""
    if max(graph.nnz, *graph.shape) < np.iinfo(np.int32).max:
        graph.indices = graph.indices.astype(np.int32, copy=False)
        graph.indptr = graph.indptr.astype(np.int32, copy=False)
    return graph
