"""Reconstruction weights: Eq. 1 from features alone, Eq. 8 with labels and constraints."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from plclust._kernels import reconstruction as kernels
from plclust._kernels._blocks import run_in_blocks
from plclust.typing import Features, FloatArray, IntArray


def reconstruction_weights(
    features: Features | None,
    graph: sparse.csr_array,
    *,
    references: Features | None = None,
    confidence: FloatArray | None = None,
    linear: FloatArray | None = None,
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
    cost = np.zeros(graph.nnz) if linear is None else np.array(linear, dtype=np.float64)
    weights = np.zeros(graph.nnz)
    labels = np.empty((n_samples, 0)) if confidence is None else confidence
    kernel: Any = kernels.reconstruct_rows
    ridge = 0.0
    if features is None:
        features, ridge = np.empty((n_samples, 0)), 1.0
        cost -= 2.0 * graph.data
    references = features if references is None else references
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


def _sorted_rows(matrix: Any) -> tuple[IntArray, IntArray, FloatArray]:
    rows = sparse.csr_array(matrix)
    if not rows.has_canonical_format:
        rows = rows.copy()
        rows.sum_duplicates()
    return rows.indptr, rows.indices, rows.data
