"""Products with sparse matrices."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from plclust._kernels import products as kernels
from plclust._kernels._blocks import run_in_blocks
from plclust.graph._shapes import check_csr
from plclust.typing import FloatArray


def sparse_product(
    matrix: sparse.csr_array,
    right: FloatArray,
    *,
    out: FloatArray | None = None,
    n_jobs: int | None = None,
) -> FloatArray:
    """``matrix @ right``, quicker than SciPy: about twice from four columns on.

    Parameters
    ----------
    matrix : csr_array of shape (n_rows, n_inner)
        float32 or float64.
    right : array of shape (n_inner, n_columns)
        Taken to the type of `matrix`.
    out : array of shape (n_rows, n_columns), optional
        Where to put the product, in C order and of the type of `matrix`.
    n_jobs : int, optional
        Threads.

    Returns
    -------
    array of shape (n_rows, n_columns)
        The product.

    Examples
    --------
    >>> import numpy as np
    >>> from scipy import sparse
    >>> swap = sparse.csr_array([[0.0, 1.0], [1.0, 0.0]])
    >>> sparse_product(swap, np.array([[1.0, 2.0], [3.0, 4.0]]))
    array([[3., 4.],
           [1., 2.]])
    """
    check_csr("matrix", matrix)
    if matrix.dtype not in (np.float32, np.float64):
        raise TypeError(
            f"A matrix of {matrix.dtype} came, expected float32 or float64: use astype."
        )
    if right.ndim != 2 or right.shape[0] != matrix.shape[1]:
        raise ValueError(
            f"A matrix of shape {matrix.shape} cannot be multiplied with an array of shape "
            f"{right.shape}, expected ({matrix.shape[1]}, n_columns)."
        )
    right = np.ascontiguousarray(right, dtype=matrix.dtype)
    shape = matrix.shape[0], right.shape[1]
    if out is None:
        out = np.empty(shape, dtype=matrix.dtype)
    elif out.shape != shape or out.dtype != matrix.dtype or not out.flags.c_contiguous:
        raise ValueError(
            f"out has the shape {out.shape} and the type {out.dtype}, expected {shape} and "
            f"{matrix.dtype} in C order."
        )
    run_in_blocks(
        kernels.multiply_rows,
        matrix.shape[0],
        *(np.ascontiguousarray(part) for part in (matrix.indptr, matrix.indices, matrix.data)),
        right,
        out,
        n_jobs=n_jobs,
    )
    return out
