"""How neighbours see features: far values drawn in, columns weighted, rows of unit length."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import reduce
from typing import NamedTuple, Self

import numpy as np
from scipy import sparse
from sklearn.utils.extmath import row_norms
from sklearn.utils.sparsefuncs import mean_variance_axis

from plclust._kernels import tails as kernels
from plclust.typing import Features, FloatArray


class Moments(NamedTuple):
    """Mean and variance of each column."""

    n_rows: int
    mean: FloatArray
    variance: FloatArray

    @classmethod
    def of(cls, block: Features) -> Self:
        """Those of some rows, in double precision.

        Parameters
        ----------
        block : array or csr_array of shape (n_rows, n_features)
            The rows.

        Returns
        -------
        Moments
            Of these rows alone.
        """
        if sparse.issparse(block):
            return cls(block.shape[0], *mean_variance_axis(block.astype(np.float64), axis=0))
        mean = block.mean(axis=0, dtype=np.float64)
        middle = mean.astype(block.dtype)  # so that rows need no copy in double precision
        apart = block - middle
        squares = np.einsum("ij,ij->j", apart, apart, dtype=np.float64) / len(block)
        return cls(len(block), mean, np.maximum(squares - (mean - middle) ** 2, 0.0))

    @staticmethod
    def pooled(parts: Iterable[Moments]) -> Moments:
        """Those of all rows, from those of parts of them.

        Parameters
        ----------
        parts : iterable of Moments
            Those of each part.

        Returns
        -------
        Moments
            Of all parts together.

        Examples
        --------
        >>> import numpy as np
        >>> parts = [Moments.of(np.array([[1.0], [3.0]])), Moments.of(np.array([[8.0]]))]
        >>> whole = Moments.pooled(parts)
        >>> whole.mean, whole.variance.round(2)
        (array([4.]), array([8.67]))
        """
        return reduce(_joined, parts)


def _joined(some: Moments, more: Moments) -> Moments:
    n_rows = some.n_rows + more.n_rows
    share, apart = more.n_rows / n_rows, more.mean - some.mean
    variance = (1.0 - share) * (some.variance + share * apart**2) + share * more.variance
    return Moments(n_rows, some.mean + share * apart, variance)


class Tails(NamedTuple):
    """From where on the values of each column are drawn in, and how strongly."""

    low: FloatArray
    high: FloatArray
    scale: FloatArray

    @classmethod
    def beyond(cls, limit: float, moments: Moments) -> Self:
        """What is more than `limit` standard deviations from the mean of its column.

        Zero is never drawn in, so that sparse features stay sparse.

        Parameters
        ----------
        limit : float
            In standard deviations.
        moments : Moments
            Of the columns.

        Returns
        -------
        Tails
            Without end for columns that do not vary.
        """
        varies = moments.variance > 0.0
        reach = limit * np.sqrt(moments.variance, where=varies, out=np.ones(len(varies)))
        return cls(
            np.where(varies, np.minimum(moments.mean - reach, 0.0), -np.inf),
            np.where(varies, np.maximum(moments.mean + reach, 0.0), np.inf),
            reach,
        )


@dataclass(frozen=True)
class Scaling:
    """What is done to features before neighbours are looked for.

    Parameters
    ----------
    tails : Tails, optional
        From where on values are drawn in; they stay as they are by default.
    offset : float, optional
        Constant feature of all samples beside which they are scaled to unit length, as a share of
        their root mean square length; they are not scaled by default.
    squares : array of shape (n_features,), optional
        Mean square of each column, drawn in; needed for an offset that is not zero.
    weights : array of shape (n_features,), optional
        By which columns are multiplied; ones by default.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[3.0, 4.0], [-3.0, -4.0]])
    >>> Scaling(offset=0.0)(X)
    array([[ 0.6,  0.8],
           [-0.6, -0.8]])
    >>> Scaling.learnt(lambda moments: [moments(X)], offset=1.0)(X).round(2)
    array([[ 0.42,  0.57,  0.71],
           [-0.42, -0.57,  0.71]])
    """

    tails: Tails | None = None
    offset: float | None = None
    squares: FloatArray | None = None
    weights: FloatArray | None = None

    @classmethod
    def learnt(
        cls,
        over_blocks: Callable[[Callable[[Features], Moments]], Iterable[Moments]],
        *,
        tail_limit: float | None = None,
        offset: float | None = None,
    ) -> Self:
        """The scaling for samples that come in blocks.

        Parameters
        ----------
        over_blocks : callable
            Takes a function of some rows, and gives what it returns for each block of rows.
        tail_limit : float, optional
            Standard deviations from the mean of a column beyond which values are drawn in.
        offset : float, optional
            As in the class.

        Returns
        -------
        Scaling
            All columns count the same.
        """
        scaling = cls(offset=offset)
        if tail_limit is not None:
            moments = Moments.pooled(over_blocks(Moments.of))
            scaling = replace(scaling, tails=Tails.beyond(tail_limit, moments))
        if offset:
            moments = Moments.pooled(over_blocks(scaling.moments_of))
            scaling = replace(scaling, squares=moments.mean**2 + moments.variance)
        return scaling

    def weighted(self, weights: FloatArray | None) -> Self:
        """The same with other weights of the columns."""
        return replace(self, weights=weights)

    @property
    def constant(self) -> float | None:
        """The constant feature beside which samples are scaled to unit length, if they are."""
        if not self.offset or self.squares is None:
            return self.offset
        weights = 1.0 if self.weights is None else self.weights
        return float(self.offset * np.sqrt(np.sum(weights**2 * self.squares)))

    def __call__(self, X: Features) -> Features:
        """Samples as their neighbours see them."""
        constant = self.constant
        seen = self.columns(X)
        return seen if constant is None else unit_rows(with_constant(seen, constant))

    def columns(self, X: Features) -> Features:
        """The features with drawn in, weighted columns; X itself if there is nothing to do."""
        if self.tails is None and self.weights is None:
            return X
        seen = X.copy()
        self.change(seen)
        return seen

    def change(self, X: Features) -> None:
        """Draw in and weight the columns of X, in place."""
        if self.tails is not None:
            bounds = [bound.astype(X.dtype) for bound in self.tails]
            if sparse.issparse(X):
                kernels.draw_in_entries(X.data, X.indices, *bounds)
            else:
                kernels.draw_in_rows(X, *bounds)
        if self.weights is not None:
            weights = self.weights.astype(X.dtype)
            if sparse.issparse(X):
                X.data *= weights[X.indices]
            else:
                X *= weights

    def moments_of(self, block: Features) -> Moments:
        """Those of some rows whose columns are drawn in and weighted."""
        return Moments.of(self.columns(block))


def with_constant(features: Features, constant: float) -> Features:
    """Features, and a constant one in a last column unless it is zero.

    Parameters
    ----------
    features : array or csr_array of shape (n_samples, n_features)
        The features.
    constant : float
        Value in the last column.

    Returns
    -------
    array or csr_array of shape (n_samples, n_features + 1)
        The features with it; `features` itself if the constant is zero.

    Examples
    --------
    >>> import numpy as np
    >>> with_constant(np.array([[1.0], [2.0]]), 0.5)
    array([[1. , 0.5],
           [2. , 0.5]])
    """
    if constant == 0.0:
        return features
    column = np.full((features.shape[0], 1), constant, dtype=features.dtype)
    if sparse.issparse(features):
        return sparse.hstack([features, sparse.csr_array(column)], format="csr")
    return np.hstack([features, column])


def row_lengths(values: Features) -> FloatArray:
    """Euclidean lengths of rows, also of those whose squares would vanish.

    Parameters
    ----------
    values : array or csr_array of shape (n_samples, n_columns)
        Rows of any length.

    Returns
    -------
    array of shape (n_samples,)
        In the precision of the values.

    Examples
    --------
    >>> import numpy as np
    >>> row_lengths(np.array([[3e-200, 4e-200], [0.0, 0.0], [3.0, 4.0]]))
    array([5.e-200, 0.e+000, 5.e+000])
    """
    lengths: FloatArray = row_norms(values).astype(values.dtype, copy=False)
    limits = np.finfo(lengths.dtype)
    short = np.flatnonzero(lengths < np.sqrt(limits.tiny / limits.eps))
    if len(short):
        rows = values[short]
        largest = abs(rows).max(axis=1)
        largest = largest.toarray().ravel() if sparse.issparse(largest) else largest
        longer = _divided(rows, np.where(largest > 0.0, largest, 1.0))
        lengths[short] = largest * row_norms(longer)
    return lengths


def unit_rows(values: Features) -> Features:
    """Rows scaled to unit length, however short they are; zero rows stay zero.

    Parameters
    ----------
    values : array or csr_array of shape (n_samples, n_columns)
        Rows of any length.

    Returns
    -------
    array or csr_array of shape (n_samples, n_columns)
        The rows scaled.

    Examples
    --------
    >>> import numpy as np
    >>> unit_rows(np.array([[3e-50, 4e-50], [0.0, 0.0]]))
    array([[0.6, 0.8],
           [0. , 0. ]])
    """
    lengths = row_lengths(values)
    lengths[lengths == 0.0] = 1.0
    return _divided(values, lengths)


def _divided(values: Features, divisors: FloatArray) -> Features:
    """Rows divided by a number each."""
    if not sparse.issparse(values):
        return values / divisors[:, None]
    divided = sparse.csr_array(values, copy=True)
    divided.data /= np.repeat(divisors, np.diff(divided.indptr))
    return divided


__all__ = ["Moments", "Scaling", "Tails", "row_lengths", "unit_rows", "with_constant"]
