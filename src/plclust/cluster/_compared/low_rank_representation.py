"""Low-rank representation: samples as combinations of each other."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy.linalg import svd
from sklearn.utils import gen_batches

from plclust.cluster._compared.projector import largest_entry
from plclust.spectral import threshold_singular_values
from plclust.typing import FloatArray

LARGEST_PENALTY = 1e10
FLAT = 1e-10  # singular values of the features below this share of the largest are zero
SVT_SHARE = 1e-3  # of the tolerance that a singular value may be off
BATCH = 1024


class RowSpace(NamedTuple):
    """X' = U diag(s) V' without the zero singular values, samples as columns of X'."""

    basis: FloatArray  # V, orthonormal columns
    lengths: FloatArray  # s
    directions: FloatArray  # U', orthonormal rows

    @classmethod
    def of(cls, X: FloatArray) -> RowSpace:
        """Decompose samples in rows."""
        basis, lengths, directions = svd(X, full_matrices=False)
        rank = max(int(np.count_nonzero(lengths > FLAT * lengths[0])), 1)
        return cls(np.ascontiguousarray(basis[:, :rank]), lengths[:rank], directions[:rank])

    def astype(self, dtype: type[np.floating[Any]]) -> RowSpace:
        """The same in another precision."""
        return RowSpace(*(part.astype(dtype) for part in self))

    @property
    def columns(self) -> FloatArray:
        """The samples as columns, in the coordinates of their own span."""
        turned: FloatArray = self.lengths[:, None] * self.basis.T
        return turned


class Representation(NamedTuple):
    """The coordinates of Z in the row space of the features, and how the solver ended."""

    coordinates: FloatArray
    n_iter: int
    residual: float

    def largest_entry(self, features: RowSpace) -> float:
        """The largest entry of Z, signs counted."""
        batches = gen_batches(len(features.basis), BATCH)
        return max(float((features.basis[rows] @ self.coordinates).max()) for rows in batches)


def low_rank_representation(
    features: RowSpace,
    lam: float,
    *,
    penalty: float = 1e-4,
    growth: float = 1.1,
    max_iter: int = 500,
    tol: float = 1e-3,
) -> Representation:
    """LRR: min ||Z||_* + lam ||E||_{2,1}, X = XZ + E, by the inexact augmented Lagrangian method.

    From a start at zero all iterates lie in the row space of X, Z = V z, and V has orthonormal
    columns: so the method runs on z, of size rank(X) x n, with the same iterates.

    Parameters
    ----------
    features : RowSpace
        The samples.
    lam : float
        Weight of the errors.
    penalty, growth : float
        First mu, and its growth with each iteration.
    max_iter : int
        Most iterations.
    tol : float
        Stop when no entry of a residual, and no change of a variable, is larger.

    Returns
    -------
    Representation
        z and how the solver ended.
    """
    X, V, s = features.columns, features.basis, features.lengths[:, None]
    z, j, E, Y1, Y2 = (np.zeros_like(X) for _ in range(5))
    mu, start = penalty, None
    for iteration in range(1, max_iter + 1):  # noqa: B007 returned
        z_old, j_old, E_old = z, j, E
        E = shrink_columns(X - s * z + Y1 / mu, lam / mu)
        low = threshold_singular_values(z + Y2 / mu, 1.0 / mu, start=start, tol=SVT_SHARE * tol)
        j, start = low.toarray(), low.basis
        z = (s * s * V.T + s * (Y1 / mu - E) + j - Y2 / mu) / (1.0 + s * s)
        error, gap = X - s * z - E, z - j
        residual = max(
            *(largest_turned(V, part, tol) for part in (gap, z - z_old, j - j_old)),
            *(largest_turned(features.directions.T, part, tol) for part in (error, E - E_old)),
        )
        if residual < tol:
            break
        Y1 += mu * error
        Y2 += mu * gap
        mu = min(growth * mu, LARGEST_PENALTY)
    return Representation(z, iteration, residual)


def shrink_columns(values: FloatArray, threshold: float) -> FloatArray:
    """Shorten each column by `threshold`, to zero at least: the proximal step of ||.||_{2,1}.

    Examples
    --------
    >>> import numpy as np
    >>> shrink_columns(np.array([[3.0, 0.1], [4.0, 0.0]]), 1.0)
    array([[2.4, 0. ],
           [3.2, 0. ]])
    """
    lengths = np.linalg.norm(values, axis=0)
    factors = np.zeros_like(lengths)
    np.divide(lengths - threshold, lengths, out=factors, where=lengths > threshold)
    shrunken: FloatArray = values * factors
    return shrunken


def largest_turned(turn: FloatArray, values: FloatArray, tol: float) -> float:
    """Largest entry of turn @ values, or a lower bound of it that is above `tol`.

    The columns of `turn` are orthonormal, so the product need not be formed while its mean square
    is too large.

    Examples
    --------
    >>> import numpy as np
    >>> turn = np.array([[0.6, 0.8], [-0.8, 0.6]])
    >>> largest_turned(turn, np.array([[1.0], [0.0]]), tol=1.0)
    0.8
    """
    mean = float(np.linalg.norm(values) / np.sqrt(len(turn) * values.shape[1]))
    if not mean < tol:
        return mean if np.isfinite(mean) else np.inf
    batches = gen_batches(len(turn), BATCH)
    return max(largest_entry(turn[rows] @ values) for rows in batches)
