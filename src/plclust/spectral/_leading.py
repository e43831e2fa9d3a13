"""Leading eigenpairs of a matrix that changes little from one call to the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from scipy.linalg import eigh, eigh_tridiagonal, qr

from plclust.typing import FloatArray

Operator: TypeAlias = Any  # a symmetric array or scipy.sparse.linalg.LinearOperator

DENSE_SIZE = 300  # up to here a full decomposition is quicker than a partial one
GUARDS = 6  # columns at least beyond those needed, which show what comes next
MIN_DEGREE = 6  # with less a direction that the start lacks might not show
MAX_DEGREE = 60
# A full decomposition is quicker than a block of more than a share of the columns, and than more
# products with single columns than this multiple of their number.
WIDEST = 6
MAX_WORK = 3


class LeadingPairs(NamedTuple):
    """Eigenvalues in falling order, and their vectors."""

    values: FloatArray
    vectors: FloatArray

    def next_start(self, n_needed: int) -> FloatArray:
        """Vectors from which a similar matrix may start: more than needed, which is quicker."""
        return self.vectors[:, : n_needed + max(20, n_needed // 8)].copy()


def leading_eigenpairs(
    matrix: Operator,
    start: FloatArray,
    *,
    needed: Callable[[FloatArray], int],
    accuracy: Callable[[FloatArray], FloatArray],
    lower: float,
) -> LeadingPairs | None:
    """As many leading eigenpairs of a symmetric matrix as turn out to be needed.

    Subspace iteration with a Chebyshev filter [1]_ and Rayleigh-Ritz steps. The pairs of an
    earlier, similar matrix are a good start. One more column of each start is random, always the
    same, and goes through a filter at least once, so that no direction stays unseen.

    Parameters
    ----------
    matrix : array or LinearOperator of shape (n_samples, n_samples)
        Symmetric.
    start : array of shape (n_samples, n_columns)
        Where to start, and the precision to work in; the block grows when more is needed.
    needed : callable
        How many leading pairs are needed, given estimates of the leading eigenvalues.
    accuracy : callable
        Largest admissible residual norm of each pair, given the eigenvalues.
    lower : float
        A lower bound of all eigenvalues.

    Returns
    -------
    LeadingPairs or None
        A few more than the needed ones, to show that they are not needed. None when so many
        are needed that a full decomposition is quicker.

    References
    ----------
    .. [1] Y. Zhou, Y. Saad, M. L. Tiago and J. R. Chelikowsky. "Self-consistent-field
       calculations using Chebyshev-filtered subspace iteration." J. Comput. Phys. 219, 2006.
    """
    n_samples = len(start)
    generator = np.random.RandomState(0)
    block = _orthonormal(_extend(start, 1, generator))
    work, filtered = 0, False
    while WIDEST * block.shape[1] < n_samples and work < MAX_WORK * n_samples:
        values, block, image = _rayleigh_ritz(block, matrix @ block)
        n_needed = needed(values)
        work += block.shape[1]
        if n_needed + GUARDS > block.shape[1]:
            n_more = n_needed + GUARDS + n_needed // 4 - block.shape[1]
            block = _orthonormal(_extend(block, n_more, generator))
            continue
        residuals = np.linalg.norm(image - block * values, axis=0)
        excess = residuals / accuracy(values)
        good = excess[:n_needed] <= 1.0
        if good.all() and filtered:
            return LeadingPairs(values, block)
        filtered = True
        n_locked = n_needed if good.all() else int(good.argmin())
        upper = values[-2]  # the last column began as a random one
        machine = np.finfo(values.dtype)
        rounding = max(machine.eps * np.abs(values).max(), machine.tiny)
        band = _Band(float(upper + lower) / 2.0, max(float(upper - lower) / 2.0, rounding))
        slowest, worst = values[max(n_needed - 1, 0)], excess[:n_needed].max(initial=0.0)
        degree = band.degree(values[n_locked], slowest, worst)
        block = _filter(matrix, block, values, n_locked, band, degree)
        work += degree * (block.shape[1] - n_locked)
    return None


def lower_bound(matrix: Operator, n_steps: int = 12) -> float:
    """A safe lower bound of the eigenvalues, from a few Lanczos steps.

    Examples
    --------
    >>> import numpy as np
    >>> -20.0 < lower_bound(np.diag(np.arange(-3.0, 40.0))) < -3.0
    True
    """
    n_samples = matrix.shape[0]
    vector = np.random.RandomState(0).standard_normal(n_samples).astype(matrix.dtype)
    vector /= np.linalg.norm(vector)
    before, beta = np.zeros_like(vector), 0.0
    alphas, betas = [], []
    for _ in range(min(n_steps, n_samples)):
        image = matrix @ vector - beta * before
        alphas.append(float(image @ vector))
        image -= alphas[-1] * vector
        beta = float(np.linalg.norm(image))
        betas.append(beta)
        if beta <= np.finfo(vector.dtype).resolution * max(map(abs, alphas)):
            break
        before, vector = vector, image / beta
    ritz = eigh_tridiagonal(np.array(alphas), np.array(betas[:-1]), eigvals_only=True)
    return float(ritz[0] - beta)


class _Band(NamedTuple):
    """The unwanted part of the spectrum, which Chebyshev polynomials damp."""

    center: float
    radius: float

    def degree(self, largest: float, smallest: float, excess: float) -> int:
        """Degree that makes the residuals small enough, unless that would lose directions."""
        slow, fast = self._growth(smallest), self._growth(largest)
        spread = -0.6 * np.log(np.finfo(type(excess)).eps)  # directions this far apart are not lost
        degree = 1.0 + np.log(3.0 * excess) / max(slow, 1e-3) if excess > 1.0 else 0.0
        most = min(MAX_DEGREE, spread / max(fast - slow, 1e-3))
        return max(int(min(max(degree, MIN_DEGREE), most)), 1)

    def _growth(self, value: float) -> float:
        """Logarithm of the factor by which an eigenvalue grows with each degree."""
        return float(np.arccosh(max((value - self.center) / self.radius, 1.0)))


def _filter(
    matrix: Operator,
    block: FloatArray,
    values: FloatArray,
    n_locked: int,
    band: _Band,
    degree: int,
) -> FloatArray:
    """Damp all that lies in the band, apart from the pairs that are good enough already."""
    locked, active = block[:, :n_locked], block[:, n_locked:]
    kept = (values[:n_locked] - band.center)[:, None]

    def scaled(columns: FloatArray) -> FloatArray:
        image: FloatArray = matrix @ columns
        image -= band.center * columns
        if n_locked:
            image -= locked @ (kept * (locked.T @ columns))
        image /= band.radius
        return image

    older, newer = active, scaled(active)
    for _ in range(degree - 1):
        following = scaled(newer)
        following *= 2.0
        following -= older
        size = np.maximum(np.abs(following).max(axis=0), np.finfo(block.dtype).tiny)
        older, newer = newer / size, following / size
    newer -= locked @ (locked.T @ newer)
    return _orthonormal(np.hstack([locked, newer]))


def _extend(block: FloatArray, n_more: int, generator: np.random.RandomState) -> FloatArray:
    more = generator.standard_normal((len(block), n_more))
    return np.hstack([block, more.astype(block.dtype)])


def _orthonormal(block: FloatArray) -> FloatArray:
    basis: FloatArray = qr(block, mode="economic", overwrite_a=True, check_finite=False)[0]
    return basis


def _rayleigh_ritz(
    block: FloatArray, image: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Best approximations of eigenpairs within the span of the block, largest first."""
    small = block.T @ image
    values, rotation = eigh(0.5 * (small + small.T))
    rotation = np.ascontiguousarray(rotation[:, ::-1])
    return values[::-1].copy(), block @ rotation, image @ rotation
