"""Projection on the Fantope, the convex hull of the projectors of a given rank."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.linalg import eigh

from plclust.spectral._leading import (
    DENSE_SIZE,
    LeadingPairs,
    Operator,
    leading_eigenpairs,
    lower_bound,
)
from plclust.typing import FloatArray

ROUNDING = 64.0  # in units of the machine's precision: residuals that cannot be lowered further


class FantopePoint(NamedTuple):
    """V diag(x) V' with 0 < x <= 1 and sum(x) the trace, largest eigenvalues first.

    Attributes
    ----------
    vectors : array of shape (n_samples, rank)
        V, with orthonormal columns.
    values : array of shape (rank,)
        x, the eigenvalues.
    basis : array of shape (n_samples, n_columns)
        The vectors and a few more, where the next projection may start.
    """

    vectors: FloatArray
    values: FloatArray
    basis: FloatArray

    @classmethod
    def zero(cls, n_samples: int, dtype: npt.DTypeLike = np.float64) -> FantopePoint:
        """The zero matrix, where solvers start; no point of any Fantope itself.

        Parameters
        ----------
        n_samples : int
            Number of rows and columns.
        dtype : dtype, default=float64
            Precision.

        Returns
        -------
        FantopePoint
            Of rank zero.
        """
        nothing: FloatArray = np.zeros((n_samples, 0), dtype)
        return cls(nothing, np.zeros(0, dtype), nothing)

    def times(self, block: FloatArray) -> FloatArray:
        """Product with a block of columns.

        Parameters
        ----------
        block : array of shape (n_samples, n_columns)
            What to multiply with.

        Returns
        -------
        array of shape (n_samples, n_columns)
            The product.
        """
        image: FloatArray = self.vectors @ (self.values[:, None] * (self.vectors.T @ block))
        return image

    def rows(self, which: slice | FloatArray) -> FloatArray:
        """Some rows of the matrix.

        Parameters
        ----------
        which : slice or array
            Index of the rows.

        Returns
        -------
        array of shape (n_rows, n_samples)
            The rows.
        """
        part: FloatArray = (self.vectors[which] * self.values) @ self.vectors.T
        return part


def project_eigenvalues(eigenvalues: FloatArray, trace: float) -> FloatArray:
    """Nearest point of {0 <= x <= 1, sum x = trace}, in O(n log n).

    The solution is clip(e + g, 0, 1) for the shift g at which the sum is right; the sum is
    piecewise linear in g with breakpoints -e and 1 - e.

    Parameters
    ----------
    eigenvalues : array of shape (n_values,)
        In any order.
    trace : float
        The sum, between 0 and n_values.

    Returns
    -------
    array of shape (n_values,)
        The projection.

    Examples
    --------
    >>> import numpy as np
    >>> project_eigenvalues(np.array([2.0, 0.5, 0.25, -3.0]), 2)
    array([1.   , 0.625, 0.375, 0.   ])
    """
    n_values = len(eigenvalues)
    if not 0 <= trace <= n_values:
        raise ValueError(
            f"trace is {trace}, but {n_values} eigenvalues between 0 and 1 have a sum between 0 "
            f"and {n_values}. Hint: ask for fewer clusters or add samples."
        )
    breakpoints = np.concatenate([-eigenvalues, 1.0 - eigenvalues])
    order = np.argsort(breakpoints, kind="stable")
    at = breakpoints[order]
    slopes = np.cumsum(np.where(order < n_values, 1.0, -1.0))
    sums = np.concatenate([[0.0], np.cumsum(slopes[:-1] * np.diff(at))])
    last = min(int(np.searchsorted(sums, trace, side="right")) - 1, len(at) - 1)
    slope = slopes[last]
    shift = at[last] + (trace - sums[last]) / slope if slope > 0.5 else at[last]
    clipped: FloatArray = np.clip(eigenvalues + shift, 0.0, 1.0)
    return clipped


def project_on_fantope(
    matrix: Operator,
    n_components: int,
    *,
    start: FloatArray | None = None,
    tol: float = 1e-8,
) -> FantopePoint:
    """Nearest matrix with eigenvalues between 0 and 1 and trace `n_components`.

    Eigenvectors stay, eigenvalues are projected. As few eigenvalues survive, only the leading ones
    are computed: when the last computed one projects to zero, so do all smaller ones, and the
    result is that of the full decomposition.

    Parameters
    ----------
    matrix : array or LinearOperator of shape (n_samples, n_samples)
        Symmetric.
    n_components : int
        The trace.
    start : array of shape (n_samples, n_columns), default=None
        The ``basis`` of the projection of a similar matrix.
    tol : float, default=1e-8
        Largest residual norm of an eigenpair. As projections do not expand, the error of the
        result is at most about ``tol * sqrt(2 * rank)`` in the Frobenius norm.

    Returns
    -------
    FantopePoint
        The projection, factored.

    Examples
    --------
    >>> import numpy as np
    >>> point = project_on_fantope(np.diag([2.0, 0.5, 0.25, -3.0]), 2)
    >>> point.rows(slice(None)).diagonal().round(3)
    array([1.   , 0.625, 0.375, 0.   ])
    """
    n_samples = matrix.shape[0]
    pairs = None
    if n_samples > max(DENSE_SIZE, 4 * n_components):
        pairs = _surviving_pairs(matrix, n_components, start, tol)
    if pairs is None:
        pairs = _all_pairs(matrix)
    weights = project_eigenvalues(pairs.values, n_components).astype(matrix.dtype)
    rank = int(np.count_nonzero(weights))
    vectors = pairs.vectors[:, :rank].copy()
    return FantopePoint(vectors, weights[:rank], pairs.next_start(rank))


def _surviving_pairs(
    matrix: Operator, n_components: int, start: FloatArray | None, tol: float
) -> LeadingPairs | None:
    if start is None or start.shape[1] < n_components:
        shape = (matrix.shape[0], n_components + 10)
        start = np.random.RandomState(0).standard_normal(shape).astype(matrix.dtype)
    rounding = ROUNDING * np.finfo(matrix.dtype).eps

    def survivors(values: FloatArray) -> int:
        return int(np.count_nonzero(project_eigenvalues(values, n_components)))

    def accuracy(values: FloatArray) -> FloatArray:
        return np.full_like(values, max(tol, rounding * np.abs(values).max()))

    return leading_eigenpairs(
        matrix, start, needed=survivors, accuracy=accuracy, lower=lower_bound(matrix)
    )


def _all_pairs(matrix: Operator) -> LeadingPairs:
    dense = matrix @ np.eye(matrix.shape[0], dtype=matrix.dtype)
    values, vectors = eigh(0.5 * (dense + dense.T), driver="evd", overwrite_a=True)
    return LeadingPairs(values[::-1], vectors[:, ::-1])
