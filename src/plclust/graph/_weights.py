"""Reconstruction weights: Eq. 1 from features alone, Eq. 8 with labels and constraints."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from plclust._kernels import reconstruction as kernels
from plclust._kernels._blocks import run_in_blocks
from plclust.graph._products import sparse_product
from plclust.graph._samples import Samples, rows_at_a_time
from plclust.graph._shapes import as_floats, check_length, check_shapes
from plclust.typing import Features, FloatArray, IntArray


def reconstruction_weights(
    features: Features | None,
    graph: sparse.csr_array,
    *,
    references: Features | None = None,
    confidence: FloatArray | None = None,
    linear: FloatArray | None = None,
    start: sparse.csr_array | None = None,
    n_jobs: int | None = None,
) -> sparse.csr_array:
    """Weights with which the neighbours of each sample rebuild it.

    For each sample i the weights minimise w'(G^x + G^f)w + c'w over the simplex (Eq. 8); without
    `confidence` and `linear` this is Eq. 1. Each of these small problems is solved exactly.

    Parameters
    ----------
    features : array or csr_array of shape (n_samples, n_features), or None
        Samples to rebuild. None when the graph is all that is known: then its values are the
        prior weights v, and ||w - v||^2 stands in for the error of the reconstruction.
    graph : csr_array of shape (n_samples, n_references)
        Its stored entries, zeros included, say who may rebuild whom.
    references : array or csr_array of shape (n_references, n_features), optional
        What the columns of `graph` stand for; the samples themselves by default.
    confidence : array of shape (n_samples, n_classes), optional
        F, to be rebuilt as well. Only without `references`.
    linear : array with one entry per stored entry of `graph`, optional
        c of each edge, such as alpha H + beta K.
    start : csr_array of the pattern of `graph`, optional
        Weights that are nearly right, which makes it quicker.
    n_jobs : int, optional
        Threads.

    Returns
    -------
    csr_array of the pattern of `graph`
        Non-negative rows that sum to one; a row without entries stays empty.

    Examples
    --------
    >>> import numpy as np
    >>> from scipy import sparse
    >>> line = np.array([[0.0], [1.0], [4.0]])
    >>> everyone = sparse.csr_array([[0, 1, 1], [1, 0, 1], [1, 1, 0]])
    >>> reconstruction_weights(line, everyone).toarray().round(6)
    array([[0.  , 1.  , 0.  ],
           [0.75, 0.  , 0.25],
           [0.  , 1.  , 0.  ]])
    """
    n_samples = graph.shape[0]
    for name, count in (
        ("linear", graph.nnz if linear is None else len(linear)),
        ("start", graph.nnz if start is None else start.nnz),
    ):
        check_length(name, count, graph.nnz)
    if confidence is not None:
        if references is not None:
            raise ValueError(
                "There are confidence and references, expected one of them: the confidences of "
                "references are not known. Hint: leave one out."
            )
        for count in graph.shape:
            check_length("confidence", len(confidence), count)
    cost = np.zeros(graph.nnz) if linear is None else np.array(linear, dtype=np.float64)
    weights = np.zeros(graph.nnz) if start is None else start.data.copy()
    labels = np.empty((n_samples, 0)) if confidence is None else confidence
    kernel: Any = kernels.reconstruct_rows
    ridge = 0.0
    if features is None:
        features, references = (np.empty((rows, 0)) for rows in graph.shape)
        ridge = 1.0
        cost -= 2.0 * graph.data
    references = features if references is None else references
    check_shapes(graph, features, references)
    features, references = as_floats(features), as_floats(references)
    if isinstance(references, Samples):
        _reconstruct_gathered(graph, features, references, labels, cost, weights, n_jobs)
        return sparse.csr_array((weights, graph.indices, graph.indptr), shape=graph.shape)
    if sparse.issparse(features):
        kernel = kernels.reconstruct_sparse_rows
        features, references = _sorted_rows(features), _sorted_rows(references)
    run_in_blocks(
        kernel,
        n_samples,
        graph.indptr,
        graph.indices,
        features,
        references,
        labels,
        ridge,
        cost,
        weights,
        n_jobs=n_jobs,
    )
    return sparse.csr_array((weights, graph.indices, graph.indptr), shape=graph.shape)


def reconstruction_error(
    features: Features, reconstruction: sparse.csr_array, *, n_jobs: int | None = None
) -> float:
    """||X - RX||^2, the first term of Eq. 6, block by block.

    Parameters
    ----------
    features : array, csr_array or Samples of shape (n_samples, n_features)
        X.
    reconstruction : csr_array of shape (n_samples, n_samples)
        R.
    n_jobs : int, optional
        Threads.

    Returns
    -------
    float
        The error.

    Examples
    --------
    >>> import numpy as np
    >>> from scipy import sparse
    >>> reconstruction_error(np.array([[0.0], [2.0]]), sparse.csr_array([[0, 1.0], [1.0, 0]]))
    8.0
    """

    def squares(start: int, stop: int) -> float:
        weights, rows = _reachable(reconstruction, start, stop)
        own = features[start:stop]
        weights = weights.astype(own.dtype, copy=False)
        if sparse.issparse(own):
            values = (own - weights @ features[rows]).data
        else:
            values = own - sparse_product(weights, features[rows])
        return float(np.sum(values**2, dtype=np.float64))

    n_samples = features.shape[0]
    step = rows_at_a_time(features, n_taken=1 + reconstruction.nnz // n_samples)
    return float(sum(run_in_blocks(squares, n_samples, n_jobs=n_jobs, block_rows=step)))


def _reconstruct_gathered(
    graph: sparse.csr_array,
    features: Features,
    references: Samples,
    labels: FloatArray,
    cost: FloatArray,
    weights: FloatArray,
    n_jobs: int | None,
) -> None:
    """Solve Eq. 8 in blocks, each with the rows that it needs."""

    def reconstruct(start: int, stop: int) -> None:
        local, rows = _reachable(graph, start, stop)
        edges = slice(graph.indptr[start], graph.indptr[stop])
        gathered = np.concatenate([features[start:stop], references[rows]])
        kernels.reconstruct_rows(
            0,
            stop - start,
            local.indptr,
            local.indices + (stop - start),
            gathered,
            gathered,
            np.concatenate([labels[start:stop], labels[rows]])
            if labels.shape[1] > 0
            else np.empty((len(gathered), 0)),
            0.0,
            cost[edges],
            weights[edges],
        )

    step = rows_at_a_time(references, n_taken=1 + graph.nnz // graph.shape[0])
    run_in_blocks(reconstruct, graph.shape[0], n_jobs=n_jobs, block_rows=step)


def _reachable(graph: sparse.csr_array, start: int, stop: int) -> tuple[sparse.csr_array, IntArray]:
    """Rows start..stop of the graph with only the columns in use, and which columns those are."""
    edges = slice(graph.indptr[start], graph.indptr[stop])
    used = np.zeros(graph.shape[1], dtype=np.bool_)
    used[graph.indices[edges]] = True
    rows = np.flatnonzero(used)
    position = np.empty(graph.shape[1], dtype=np.int32)
    position[rows] = np.arange(len(rows), dtype=np.int32)
    local = position[graph.indices[edges]]
    indptr = graph.indptr[start : stop + 1] - graph.indptr[start]
    return sparse.csr_array(
        (graph.data[edges], local, indptr), shape=(stop - start, len(rows))
    ), rows


def _sorted_rows(matrix: Any) -> tuple[IntArray, IntArray, FloatArray]:
    rows = sparse.csr_array(matrix)
    if not rows.has_canonical_format:
        rows = rows.copy()
        rows.sum_duplicates()
    return rows.indptr, rows.indices, rows.data
