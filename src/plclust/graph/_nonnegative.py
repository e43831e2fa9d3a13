"""Non-negative reconstruction weights without a constraint on their sum."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from plclust._kernels import nnls
from plclust._kernels._blocks import run_in_blocks
from plclust.graph._shapes import check_shapes
from plclust.typing import FloatArray


def nonnegative_weights(
    features: FloatArray,
    graph: sparse.csr_array,
    *,
    references: FloatArray | None = None,
    n_jobs: int | None = None,
) -> sparse.csr_array:
    """Non-negative weights with which the neighbours of each sample rebuild it best.

    Each of these small least-squares problems is solved exactly. Unlike the weights of
    :func:`reconstruction_weights` these need not sum to one.

    Parameters
    ----------
    features : array of shape (n_samples, n_features)
        Samples to rebuild.
    graph : csr_array of shape (n_samples, n_references)
        Its stored entries, zeros included, say who may rebuild whom.
    references : array of shape (n_references, n_features), optional
        What the columns of `graph` stand for; the samples themselves by default.
    n_jobs : int, optional
        Threads.

    Returns
    -------
    csr_array of the pattern of `graph`
        Non-negative weights; a row is zero when no neighbour points its way.

    Examples
    --------
    >>> import numpy as np
    >>> from scipy import sparse
    >>> samples = np.array([[3.0, 0.0], [1.0, 1.0], [-1.0, 0.0]])
    >>> references = np.array([[1.0, 0.0], [0.0, 2.0]])
    >>> everyone = sparse.csr_array(np.ones((3, 2)))
    >>> nonnegative_weights(samples, everyone, references=references).toarray()
    array([[3. , 0. ],
           [1. , 0.5],
           [0. , 0. ]])
    """
    references = features if references is None else references
    if sparse.issparse(features):
        raise TypeError("features is sparse, expected an array. Hint: features.toarray().")
    check_shapes(graph, features, references)
    weights = np.zeros(graph.nnz)
    pattern = (graph.indptr, graph.indices)
    run_in_blocks(
        nnls.rebuild_rows, graph.shape[0], *pattern, features, references, weights, n_jobs=n_jobs
    )
    return sparse.csr_array((weights, graph.indices, graph.indptr), shape=graph.shape)
