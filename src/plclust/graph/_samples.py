"""Rows of the features as the graph sees them, made when they are asked for."""

from __future__ import annotations

import mmap
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from scipy import sparse
from sklearn.utils.extmath import row_norms

from plclust._kernels._blocks import BLOCK_ROWS
from plclust.typing import AnyArray, Features, FloatArray, IntArray

BLOCK_BYTES = 2**25  # features that a pass over the samples holds at a time
ROWS_OF_FILE = 16  # from anywhere, that are read before their pages are let go of


@dataclass(frozen=True)
class Samples:
    """Features that stay where they are, perhaps on disk: rows are scaled when they are taken.

    Indexing by a slice or an array of rows gives an array, as it does for arrays and sparse
    matrices, so block operations take any of them.

    Parameters
    ----------
    X : array of shape (n_rows, n_features)
        The features, perhaps a memory map.
    constant : float, default=0.0
        One more feature of every sample, if it is not zero.
    lengths : array of shape (n_rows,), optional
        By which each row is divided; rows are as they are by default.
    order : array of int of shape (n_samples,), optional
        Row of X of each sample; all rows in turn by default.
    votes : array of shape (n_samples, n_votes), optional
        Further columns of each sample; none by default.

    Examples
    --------
    >>> import numpy as np
    >>> samples = Samples.over(np.array([[3.0, 4.0], [0.0, 2.0]]), constant=0.0)
    >>> samples[[0]]
    array([[0.6, 0.8]])
    >>> samples.reordered(np.array([1, 0]))[:1]
    array([[0., 1.]])
    >>> samples.beside(np.array([[1.0], [0.0]]))[:1].round(3)
    array([[0.424, 0.566, 0.707]])
    """

    X: FloatArray
    constant: float = 0.0
    lengths: FloatArray | None = None
    order: IntArray | None = None
    votes: FloatArray | None = None

    @classmethod
    def over(cls, X: FloatArray, *, constant: float | None) -> Self:
        """Samples of X, each scaled to unit length together with a constant feature.

        Without a constant they stay as they are. Beside a constant of zero, zero rows stay zero.

        Parameters
        ----------
        X : array of shape (n_samples, n_features)
            The features, perhaps a memory map.
        constant : float or None
            The constant feature.

        Returns
        -------
        Samples
            In the order of X.
        """
        if constant is None:
            return cls(X)
        lengths = np.concatenate([row_norms(cls(X)[rows]) for rows in blocks_of(X)])
        lengths = np.hypot(lengths, lengths.dtype.type(constant))
        lengths[lengths == 0.0] = 1.0
        return cls(X, constant, lengths)

    def reordered(self, order: IntArray) -> Self:
        """The same samples, or some of them, numbered anew.

        Parameters
        ----------
        order : array of int
            Present number of each sample, in the new order.

        Returns
        -------
        Samples
            As many as `order` names.
        """
        votes = None if self.votes is None else self.votes[order]
        order = order if self.order is None else self.order[order]
        return replace(self, order=order, votes=votes)

    def beside(self, votes: FloatArray) -> Self:
        """The same samples with further columns, all of them scaled by the root of a half.

        Parameters
        ----------
        votes : array of shape (n_samples, n_votes)
            The further columns, instead of those that there were.

        Returns
        -------
        Samples
            With these as their last columns.
        """
        return replace(self, votes=votes.astype(self.dtype, copy=False))

    def alone(self) -> Self:
        """The same samples without further columns."""
        return replace(self, votes=None)

    def as_given(self) -> Self:
        """The rows of X, in the order of the samples."""
        return replace(self, constant=0.0, lengths=None, votes=None)

    @property
    def shape(self) -> tuple[int, int]:
        """Number of samples and of columns."""
        n_votes = 0 if self.votes is None else self.votes.shape[1]
        return len(self), self._n_features + n_votes

    @property
    def dtype(self) -> np.dtype[Any]:
        """Type of the columns."""
        return self.X.dtype

    @property
    def _n_features(self) -> int:
        return int(self.X.shape[1]) + int(self.constant != 0.0)

    def __len__(self) -> int:
        return len(self.X if self.order is None else self.order)

    def __getitem__(self, rows: slice | AnyArray) -> FloatArray:
        given = rows if self.order is None else self.order[rows]
        n_taken = len(range(len(self))[rows] if isinstance(rows, slice) else rows)
        taken = np.empty((n_taken, self.shape[1]), dtype=self.dtype)
        features, votes = np.split(taken, [self._n_features], axis=1)
        read(self.X, given, features[:, : self.X.shape[1]])
        features[:, self.X.shape[1] :] = self.constant
        if self.lengths is not None:
            features /= self.lengths[given, None]
        if self.votes is not None:
            votes[:] = self.votes[rows]
            taken *= np.sqrt(0.5, dtype=self.dtype)
        return taken


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


def rows_at_a_time(features: Features, n_taken: int = 1) -> int:
    """Samples of a block: `BLOCK_BYTES` at most, if `n_taken` rows are taken for each of them."""
    row = max(features.shape[1] * features.dtype.itemsize, 1)
    return int(min(max(BLOCK_BYTES // (row * n_taken), 64), BLOCK_ROWS))


def blocks_of(features: Features) -> list[slice]:
    """Slices of rows, one block after the other.

    Parameters
    ----------
    features : array, csr_array or Samples of shape (n_samples, n_features)
        What to go through.

    Returns
    -------
    list of slice
        Together all rows, each once.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.ones((100_000, 3))
    >>> sum(len(X[rows]) for rows in blocks_of(X))
    100000
    """
    step = rows_at_a_time(features)
    return [slice(start, start + step) for start in range(0, features.shape[0], step)]


def read(X: FloatArray, rows: slice | AnyArray, taken: FloatArray) -> None:
    """Put rows of X where they are wanted; a file's pages are let go of after a few rows.

    Around each row that is read, up to two megabytes of a file come into memory.
    """
    if _file_of(X) is None or isinstance(rows, slice):
        taken[:] = X[rows]
        release(X)
        return
    for start in range(0, len(rows), ROWS_OF_FILE):
        some = slice(start, start + ROWS_OF_FILE)
        taken[some] = X[rows[some]]
        release(X)


def release(X: AnyArray) -> None:
    """Let go of the pages of a file that were read through a memory map: they stay in the file."""
    file = _file_of(X)
    if file is not None:
        file.madvise(mmap.MADV_DONTNEED)


def _file_of(X: AnyArray) -> mmap.mmap | None:
    """The memory map behind an array, if its pages can be let go of."""
    owner: Any = X
    while isinstance(owner, np.ndarray):
        if isinstance(owner, np.memmap) and owner.mode != "r":
            return None  # pages of a private copy may hold changes that exist nowhere else
        owner = owner.base
    return owner if isinstance(owner, mmap.mmap) and hasattr(mmap, "MADV_DONTNEED") else None


def all_finite(X: FloatArray) -> bool:
    """Whether no entry is NaN or infinite, block by block.

    Parameters
    ----------
    X : array of shape (n_samples, n_features)
        The features, perhaps a memory map.

    Returns
    -------
    bool
        Whether all are finite; no further blocks are read once one is not.

    Examples
    --------
    >>> import numpy as np
    >>> all_finite(np.array([[1.0, 2.0]])), all_finite(np.array([[1.0, np.nan]]))
    (True, False)
    """
    for rows in blocks_of(X):
        finite = np.isfinite(X[rows]).all()
        release(X)
        if not finite:
            return False
    return True
