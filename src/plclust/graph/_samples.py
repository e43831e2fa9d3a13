"""Rows of the features as the graph sees them, made when they are asked for."""

from __future__ import annotations

import mmap
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from scipy import sparse

from plclust._kernels._blocks import BLOCK_ROWS
from plclust.graph._scaling import Moments, Scaling, row_lengths
from plclust.typing import AnyArray, Features, FloatArray, IntArray

BLOCK_BYTES = 2**25  # features that a pass over the samples holds at a time
ROWS_OF_FILE = 16  # from anywhere, that are read before their pages are let go of

AS_THEY_ARE = Scaling()


@dataclass(frozen=True)
class Samples:
    """Features that stay where they are, perhaps on disk: rows are scaled when they are taken.

    Indexing by a slice or an array of rows gives an array, as it does for arrays and sparse
    matrices, so block operations take any of them.

    Parameters
    ----------
    X : array of shape (n_rows, n_features)
        The features, perhaps a memory map.
    scaling : Scaling, default=Scaling()
        How neighbours see them; as they are by default.
    lengths : array of shape (n_rows,), optional
        By which each row is divided; rows are as long as they are by default.
    order : array of int of shape (n_samples,), optional
        Row of X of each sample; all rows in turn by default.
    votes : array of shape (n_samples, n_votes), optional
        Further columns of each sample; none by default.

    Examples
    --------
    >>> import numpy as np
    >>> samples = Samples.over(np.array([[3.0, 4.0], [0.0, 2.0]]), Scaling(offset=0.0))
    >>> samples[[0]]
    array([[0.6, 0.8]])
    >>> samples.reordered(np.array([1, 0]))[:1]
    array([[0., 1.]])
    >>> samples.beside(np.array([[1.0], [0.0]]))[:1].round(3)
    array([[0.424, 0.566, 0.707]])
    """

    X: FloatArray
    scaling: Scaling = AS_THEY_ARE
    lengths: FloatArray | None = None
    order: IntArray | None = None
    votes: FloatArray | None = None

    @classmethod
    def over(cls, X: FloatArray, scaling: Scaling) -> Self:
        """Samples of X as their neighbours see them.

        Beside a constant of zero, zero rows stay zero.

        Parameters
        ----------
        X : array of shape (n_samples, n_features)
            The features, perhaps a memory map.
        scaling : Scaling
            What is done to them.

        Returns
        -------
        Samples
            In the order of X.
        """
        if scaling.constant is None:
            return cls(X, scaling)
        columns = cls(X, replace(scaling, offset=None))
        lengths = np.concatenate([row_lengths(columns[rows]) for rows in blocks_of(X)])
        lengths = np.hypot(lengths, lengths.dtype.type(scaling.constant))
        lengths[lengths == 0.0] = 1.0
        return cls(X, scaling, lengths)

    def seen_through(self, scaling: Scaling) -> Self:
        """The same samples under another scaling, without further columns.

        Parameters
        ----------
        scaling : Scaling
            What is done to the features.

        Returns
        -------
        Samples
            In the same order.
        """
        return replace(type(self).over(self.X, scaling), order=self.order)

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
        """The same samples without further columns, in which all features count the same."""
        if self.scaling.weights is None:
            return replace(self, votes=None)
        return self.seen_through(self.scaling.weighted(None))

    def unscaled(self) -> Self:
        """The rows of X, in the order of the samples."""
        return replace(self, scaling=AS_THEY_ARE, lengths=None, votes=None)

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
        return int(self.X.shape[1]) + int(bool(self.scaling.constant))

    def __len__(self) -> int:
        return len(self.X if self.order is None else self.order)

    def __getitem__(self, rows: slice | AnyArray) -> FloatArray:
        given = rows if self.order is None else self.order[rows]
        n_taken = len(range(len(self))[rows] if isinstance(rows, slice) else rows)
        taken = np.empty((n_taken, self.shape[1]), dtype=self.dtype)
        features, votes = np.split(taken, [self._n_features], axis=1)
        columns, constant = np.split(features, [self.X.shape[1]], axis=1)
        read(self.X, given, columns)
        self.scaling.change(columns)
        constant[:] = self.scaling.constant or 0.0
        if self.lengths is not None:
            features /= self.lengths[given, None]
        if self.votes is not None:
            votes[:] = self.votes[rows]
            taken *= np.sqrt(0.5, dtype=self.dtype)
        return taken


def rows_of(features: Features, rows: IntArray) -> Features:
    """Some of the samples, of the kind that they are.

    Parameters
    ----------
    features : array, csr_array or Samples of shape (n_samples, n_features)
        All samples.
    rows : array of int
        Which of them.

    Returns
    -------
    array, csr_array or Samples
        As many as `rows` names; Samples stay where they are.

    Examples
    --------
    >>> import numpy as np
    >>> rows_of(Samples(np.arange(3.0)[:, None]), np.array([2, 0])).shape
    (2, 1)
    """
    return features.reordered(rows) if isinstance(features, Samples) else features[rows]


def rows_at_a_time(features: Features, n_taken: int = 1) -> int:
    """Samples of a block: `BLOCK_BYTES` at most, if `n_taken` rows are taken for each of them."""
    n_stored = features.nnz if sparse.issparse(features) else features.shape[0] * features.shape[1]
    row = max(n_stored // max(features.shape[0], 1) * features.dtype.itemsize, 1)
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


def learn_scaling(
    X: Features, *, tail_limit: float | None = None, offset: float | None = None
) -> Scaling:
    """How neighbours shall see samples.

    Parameters
    ----------
    X : array, memory map or csr_array of shape (n_samples, n_features)
        The features.
    tail_limit : float, optional
        Standard deviations from the mean of a column beyond which values are drawn in; none are by
        default.
    offset : float, optional
        Constant feature beside which samples are scaled to unit length, as a share of their root
        mean square length; they are not scaled by default.

    Returns
    -------
    Scaling
        Learnt from X, block by block.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.zeros((100, 1))
    >>> X[-2:, 0] = 10.0, 100.0
    >>> learn_scaling(X, tail_limit=1.0)(X)[-3:].round(1).ravel()
    array([ 0., 10., 34.])
    """
    rows_of = X if sparse.issparse(X) else Samples(X)

    def over_blocks(moments: Callable[[Features], Moments]) -> Iterator[Moments]:
        return (moments(rows_of[rows]) for rows in blocks_of(X))

    return Scaling.learnt(over_blocks, tail_limit=tail_limit, offset=offset)


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
    """The memory map behind an array, if its pages can be let go of.

    That is known of maps that NumPy has opened for reading: pages of others may hold what exists
    nowhere else.
    """
    owner: Any = X
    modes: set[str] = set()
    while isinstance(owner, np.ndarray):
        if isinstance(owner, np.memmap):
            modes.add(owner.mode)
        owner = owner.base
    may = modes == {"r"} and hasattr(mmap, "MADV_DONTNEED")
    return owner if may and isinstance(owner, mmap.mmap) else None
