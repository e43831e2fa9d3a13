"""Singular value thresholding: the proximal step of the nuclear norm."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.linalg import eigh
from scipy.sparse.linalg import aslinearoperator

from plclust.spectral._fantope import ROUNDING
from plclust.spectral._leading import DENSE_SIZE, LeadingPairs, leading_eigenpairs
from plclust.typing import FloatArray


class LowRank(NamedTuple):
    """The product left @ right.

    Attributes
    ----------
    left : array of shape (n_rows, rank)
        First factor.
    right : array of shape (rank, n_columns)
        Second factor.
    basis : array of shape (min(n_rows, n_columns), n_vectors) or None
        Singular vectors where the next thresholding may start.
    """

    left: FloatArray
    right: FloatArray
    basis: FloatArray | None = None

    @property
    def rank(self) -> int:
        """Number of singular values that survived."""
        return int(self.left.shape[1])

    def toarray(self) -> FloatArray:
        """The matrix itself."""
        product: FloatArray = self.left @ self.right
        return product


def threshold_singular_values(
    matrix: FloatArray,
    threshold: float,
    *,
    start: FloatArray | None = None,
    tol: float = 1e-8,
) -> LowRank:
    """Lower all singular values by `threshold`, to zero at least.

    By the eigenvectors of the smaller of M'M and MM', and only those whose singular values survive,
    unless there are many. Singular values below about the root of the machine's precision, relative
    to the largest, are lost in it, so the threshold should be larger than that.

    Parameters
    ----------
    matrix : array of shape (n_rows, n_columns)
        M.
    threshold : float
        What to subtract, positive.
    start : array of shape (min(n_rows, n_columns), n_vectors), default=None
        The ``basis`` of the result for a similar matrix.
    tol : float, default=1e-8
        Accuracy of the singular triplets. As proximal steps do not expand, the error of
        the result is of this order.

    Returns
    -------
    LowRank
        argmin over C of threshold * ||C||_* + ||C - M||^2 / 2, factored.

    Examples
    --------
    >>> import numpy as np
    >>> threshold_singular_values(np.diag([3.0, 2.0, 0.5]), 1.0).toarray().round(6)
    array([[2., 0., 0.],
           [0., 1., 0.],
           [0., 0., 0.]])
    """
    if matrix.shape[0] < matrix.shape[1]:
        turned = threshold_singular_values(matrix.T, threshold, start=start, tol=tol)
        return LowRank(turned.right.T, turned.left.T, turned.basis)
    if np.linalg.norm(matrix) <= threshold:
        return LowRank(matrix[:, :0], matrix[:0], start)
    pairs = None
    if matrix.shape[1] > DENSE_SIZE:
        pairs = _surviving_pairs(matrix, threshold, start, tol)
    if pairs is None:
        squares, vectors = eigh(matrix.T @ matrix, driver="evd", overwrite_a=True)
        pairs = LeadingPairs(squares[::-1], vectors[:, ::-1])
    lengths = np.sqrt(np.maximum(pairs.values, 0.0))
    rank = int(np.count_nonzero(lengths > threshold))
    kept = np.ascontiguousarray(pairs.vectors[:, :rank])
    left = (matrix @ kept) * (1.0 - threshold / lengths[:rank])
    return LowRank(left, kept.T, pairs.next_start(rank))


def threshold_two_slices(
    first: FloatArray,
    second: FloatArray,
    threshold: float,
    *,
    starts: tuple[FloatArray | None, FloatArray | None] = (None, None),
    tol: float = 1e-8,
) -> tuple[LowRank, LowRank]:
    """Tensor singular value thresholding of two slices.

    For two slices the Fourier transform along the third mode is the sum and the difference, both
    real. Each is thresholded; half their sum and half their difference are the new slices.

    Parameters
    ----------
    first, second : array of shape (n_rows, n_columns)
        The slices.
    threshold : float
        What to subtract from singular values of the transformed slices.
    starts : pair of arrays, default=(None, None)
        The ``basis`` of each result for similar slices.
    tol : float, default=1e-8
        As in :func:`threshold_singular_values`.

    Returns
    -------
    total, difference : LowRank
        The thresholded sum and difference of the slices.

    Examples
    --------
    >>> import numpy as np
    >>> total, difference = threshold_two_slices(np.eye(2), np.diag([1.0, 0.0]), 0.5)
    >>> ((total.toarray() + difference.toarray()) / 2).round(6)
    array([[0.75, 0.  ],
           [0.  , 0.5 ]])
    """
    total = threshold_singular_values(first + second, threshold, start=starts[0], tol=tol)
    difference = threshold_singular_values(first - second, threshold, start=starts[1], tol=tol)
    return total, difference


def _surviving_pairs(
    matrix: FloatArray, threshold: float, start: FloatArray | None, tol: float
) -> LeadingPairs | None:
    if start is None:
        start = np.random.RandomState(0).standard_normal((matrix.shape[1], 10))
    rounding = ROUNDING * np.finfo(matrix.dtype).eps

    def survivors(squares: FloatArray) -> int:
        return int(np.count_nonzero(squares > threshold**2))

    def accuracy(squares: FloatArray) -> FloatArray:
        lengths = np.sqrt(np.maximum(squares, threshold**2))
        bound: FloatArray = np.maximum(tol * lengths, rounding * squares.max())
        return bound

    gram = aslinearoperator(matrix.T) @ aslinearoperator(matrix)
    return leading_eigenpairs(
        gram, start.astype(matrix.dtype), needed=survivors, accuracy=accuracy, lower=0.0
    )
