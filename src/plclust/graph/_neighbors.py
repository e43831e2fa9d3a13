"""Who may rebuild whom: k nearest neighbours, a neighbour transformer, or a given affinity."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from plclust._kernels._blocks import run_in_blocks
from plclust._threads import one_thread
from plclust.typing import Features, FloatArray, IntArray


def fit_neighbors(X: Features, n_neighbors: int, *, metric: str = "euclidean") -> Any:
    """Index for exact nearest neighbours, to be asked by `neighbor_graph`.

    Parameters
    ----------
    X : array or csr_array of shape (n_samples, n_features)
        What to search.
    n_neighbors : int
        Neighbours that will be asked for.
    metric : str, default="euclidean"
        Any metric of scikit-learn's NearestNeighbors.

    Returns
    -------
    NearestNeighbors
        Fitted.

    Examples
    --------
    >>> import numpy as np
    >>> index = fit_neighbors(np.array([[0.0], [1.0], [3.0]]), 1)
    >>> neighbor_graph(index, 1).data
    array([1., 1., 2.])
    """
    from sklearn.neighbors import NearestNeighbors  # noqa: PLC0415 heavy, and not always needed

    return NearestNeighbors(n_neighbors=n_neighbors, metric=metric).fit(X)


def neighbor_graph(
    index: Any, n_neighbors: int, X: Features | None = None, *, n_jobs: int | None = None
) -> sparse.csr_array:
    """Distances from each sample to its nearest neighbours in a fitted index.

    The samples are asked for in blocks, each on one thread, so that ties between equally distant
    neighbours are broken alike for any number of threads.

    Parameters
    ----------
    index : NearestNeighbors or KNeighborsTransformer
        Fitted. What other transformers give is cut to the nearest by :func:`keep_nearest`.
    n_neighbors : int
        Most neighbours to keep of each sample.
    X : array or csr_array, optional
        Samples that the index has not seen. None asks for the neighbours of the indexed samples
        themselves: nobody is then a neighbour of its own, even among duplicates.
    n_jobs : int, optional
        Threads.

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
    samples = index._fit_X if X is None else X  # noqa: SLF001 what kneighbors(None) itself reads
    among_themselves = X is None

    def ask(start: int, stop: int) -> tuple[FloatArray, IntArray]:
        with one_thread("openmp"):  # a setting of each thread, unlike BLAS's
            distances, indices = index.kneighbors(
                samples[start:stop], n_neighbors + among_themselves
            )
        if among_themselves:
            return without_own(np.arange(start, stop), distances, indices)
        return distances, indices

    with one_thread():
        parts = run_in_blocks(ask, samples.shape[0], n_jobs=n_jobs)
    distances, indices = (np.concatenate(part) for part in zip(*parts, strict=True))
    return regular_graph(distances, indices, index.n_samples_fit_)


def without_own(
    own: IntArray, distances: FloatArray, indices: IntArray
) -> tuple[FloatArray, IntArray]:
    """All but each row's own number, or all but the last where that is missing."""
    others = indices != own[:, None]
    others[others.all(axis=1), -1] = False
    return distances[others].reshape(len(own), -1), indices[others].reshape(len(own), -1)


def regular_graph(values: FloatArray, indices: IntArray, n_columns: int) -> sparse.csr_array:
    """Graph in which all rows have as many neighbours: their values and numbers, row by row."""
    indptr = np.arange(0, indices.size + 1, indices.shape[1])
    shape = (len(indices), n_columns)
    return compact_indices(sparse.csr_array((values.ravel(), indices.ravel(), indptr), shape=shape))


def keep_nearest(distances: Any, n_neighbors: int, *, drop_self: bool = False) -> sparse.csr_array:
    """The `n_neighbors` smallest stored entries of each row, smallest first.

    Parameters
    ----------
    distances : sparse matrix of shape (n_samples, n_indexed)
        Zero distances must be stored entries.
    n_neighbors : int
        Most entries to keep of each row.
    drop_self : bool, default=False
        Whether to leave out the diagonal.

    Returns
    -------
    csr_array of shape (n_samples, n_indexed)
        What was kept.

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
    near = places_in_groups(sizes) < n_neighbors
    indptr = np.concatenate([[0], np.cumsum(np.minimum(sizes, n_neighbors))])
    graph = sparse.csr_array((values[near], columns[near], indptr), shape=entries.shape)
    return compact_indices(graph)


def affinity_graph(affinity: Any, n_neighbors: int, *, drop_self: bool) -> sparse.csr_array:
    """The `n_neighbors` strongest positive affinities of each row, rows scaled to sum to one.

    Parameters
    ----------
    affinity : array or sparse matrix of shape (n_samples, n_indexed)
        Affinities.
    n_neighbors : int
        Most entries to keep of each row.
    drop_self : bool
        Whether to leave out the diagonal.

    Returns
    -------
    csr_array of shape (n_samples, n_indexed)
        Weights, largest first in each row; a row without positive affinities is empty.

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


def places_in_groups(sizes: IntArray) -> IntArray:
    """Place of each element in its group, group after group.

    Parameters
    ----------
    sizes : array of int of shape (n_groups,)
        Elements of each group.

    Returns
    -------
    array of int
        One for each element.

    Examples
    --------
    >>> import numpy as np
    >>> places_in_groups(np.array([2, 0, 3]))
    array([0, 1, 0, 1, 2])
    """
    return np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes)


def compact_indices(graph: sparse.csr_array) -> sparse.csr_array:
    """The same matrix with 32-bit indices where they are enough."""
    if max(graph.nnz, *graph.shape) < np.iinfo(np.int32).max:
        graph.indices = graph.indices.astype(np.int32, copy=False)
        graph.indptr = graph.indptr.astype(np.int32, copy=False)
    return graph
