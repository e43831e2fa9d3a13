"""From reconstruction weights to the symmetric affinity and its spectrum's operator."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from plclust.typing import FloatArray


def symmetrize(reconstruction: sparse.csr_array) -> sparse.csr_array:
    """W = (R + R') / 2, the affinity that clustering and propagation work on.

    Parameters
    ----------
    reconstruction : csr_array of shape (n_samples, n_samples)
        R.

    Returns
    -------
    csr_array of shape (n_samples, n_samples)
        W, without stored zeros.

    Examples
    --------
    >>> from scipy import sparse
    >>> symmetrize(sparse.csr_array([[0, 1.0], [0.5, 0]])).toarray()
    array([[0.  , 0.75],
           [0.75, 0.  ]])
    """
    return mean_of(reconstruction, reconstruction.T)


def mean_of(rows: sparse.csr_array, transposed: Any) -> sparse.csr_array:
    """Rows of W, from those of R and of R'.

    Examples
    --------
    >>> from scipy import sparse
    >>> mean_of(sparse.csr_array([[0, 1.0]]), sparse.csr_array([[0, 0.5]])).toarray()
    array([[0.  , 0.75]])
    """
    affinity = sparse.csr_array((rows + transposed) * 0.5)
    affinity.eliminate_zeros()
    affinity.sort_indices()
    return affinity


def degrees(affinity: sparse.csr_array) -> FloatArray:
    """Row sums of a symmetric affinity, the diagonal of A in L = A - W.

    Parameters
    ----------
    affinity : csr_array of shape (n_samples, n_samples)
        W, symmetric.

    Returns
    -------
    array of shape (n_samples,)
        Degree of each sample.

    Examples
    --------
    >>> from scipy import sparse
    >>> degrees(sparse.csr_array([[0, 0.75], [0.75, 0]]))
    array([0.75, 0.75])
    """
    return np.asarray(affinity.sum(axis=1), dtype=np.float64).ravel()


def normalized_adjacency(affinity: sparse.csr_array) -> sparse.csr_array:
    """A^(-1/2) W A^(-1/2); rows of isolated samples stay zero.

    Parameters
    ----------
    affinity : csr_array of shape (n_samples, n_samples)
        W, symmetric and non-negative.

    Returns
    -------
    csr_array of shape (n_samples, n_samples)
        Symmetric, eigenvalues from -1 to 1.

    Examples
    --------
    >>> from scipy import sparse
    >>> normalized_adjacency(sparse.csr_array([[0, 0.75], [0.75, 0]])).toarray().round(12)
    array([[0., 1.],
           [1., 0.]])
    """
    affinity = sparse.csr_array(affinity)
    degree = degrees(affinity)
    scale = np.zeros_like(degree)
    np.divide(1.0, np.sqrt(degree), out=scale, where=degree > 0.0)
    scaling = sparse.dia_array((scale[None, :], [0]), shape=affinity.shape)
    return sparse.csr_array(scaling @ affinity @ scaling)
