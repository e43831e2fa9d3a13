"""Samples that are exact copies of others."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Self

import numpy as np
from scipy import sparse

from plclust._warnings import warn_user
from plclust.graph._neighbors import compact_indices, places_in_groups
from plclust.graph._samples import blocks_of
from plclust.typing import Features, IntArray

MANY_COPIES = 0.25  # share of the samples that have only copies of themselves as neighbours
OF_COPIES = 0.5  # share of a sample that is rebuilt from its copies
SOME = 500  # samples that are asked


class Copies:
    """Which samples are copies of each other.

    A sample is rebuilt by its copies as well as can be, and they tell nothing about who else is
    close to it. So neighbours are looked for among distinct samples; of those that have copies
    themselves, each sample has one copy as its neighbour, and the copies take turns.

    Parameters
    ----------
    of_sample : array of int of shape (n_samples,)
        Number of the distinct sample of which each one is a copy, from 0.

    Attributes
    ----------
    members : array of int of shape (n_samples,)
        All samples, those of the first distinct one first.
    starts, sizes : arrays of int of shape (n_distinct,)
        Where the copies of each distinct sample are in `members`, and how many there are.
    rank : array of int of shape (n_samples,)
        Place of each sample among its copies.

    Examples
    --------
    >>> import numpy as np
    >>> copies = Copies.among(np.array([[5.0], [7.0], [5.0]]))
    >>> copies.of_sample, copies.first, copies.n_distinct
    (array([0, 1, 0]), array([0, 1]), 2)
    """

    def __init__(self, of_sample: IntArray) -> None:
        self.of_sample = of_sample
        self.members = np.argsort(of_sample, kind="stable")
        self.sizes = np.bincount(of_sample)
        self.starts = np.cumsum(self.sizes) - self.sizes
        self.rank = np.empty_like(self.members)
        self.rank[self.members] = places_in_groups(self.sizes)

    @classmethod
    def among(cls, features: Features) -> Self:
        """Find copies.

        Parameters
        ----------
        features : array, csr_array or Samples of shape (n_samples, n_features)
            The samples.

        Returns
        -------
        Copies
            Distinct samples are numbered in the order of their first copies.
        """
        keys = [np.fromiter(_keys(features[rows]), np.int64) for rows in blocks_of(features)]
        _, first, group = np.unique(np.concatenate(keys), return_index=True, return_inverse=True)
        return cls(np.argsort(np.argsort(first))[group])

    @property
    def n_distinct(self) -> int:
        """Number of distinct samples."""
        return len(self.sizes)

    @property
    def first(self) -> IntArray:
        """The first copy of each distinct sample."""
        firsts: IntArray = self.members[self.starts]
        return firsts

    def side_by_side(self, order: IntArray) -> tuple[Self, IntArray]:
        """The same copies when samples are numbered anew, so that copies follow each other.

        Parameters
        ----------
        order : array of int of shape (n_distinct,)
            Present number of each distinct sample, in the new order.

        Returns
        -------
        copies : Copies
            With the new numbers.
        samples : array of int of shape (n_samples,)
            Present number of each sample, in the new order.
        """
        of_sample = np.repeat(np.arange(self.n_distinct), self.sizes[order])
        copies = type(self)(of_sample)
        return copies, self.members[self.starts[order[of_sample]] + copies.rank]

    def spread(self, graph: sparse.csr_array) -> sparse.csr_array:
        """Neighbours of all samples, from those of distinct ones.

        Parameters
        ----------
        graph : csr_array of shape (n_distinct, n_distinct)
            Neighbours of the distinct samples.

        Returns
        -------
        csr_array of shape (n_samples, n_samples)
            The same values in all copies of a row. The copies of a neighbour take turns.

        Examples
        --------
        >>> import numpy as np
        >>> Copies(np.array([0, 0, 1, 1])).spread(sparse.csr_array([[0, 2.0], [3.0, 0]])).toarray()
        array([[0., 0., 2., 0.],
               [0., 0., 0., 2.],
               [3., 0., 0., 0.],
               [0., 3., 0., 0.]])
        """
        rows = sparse.csr_array(graph)[self.of_sample]
        n_neighbors = np.diff(rows.indptr)
        turns = places_in_groups(n_neighbors) + np.repeat(self.rank, n_neighbors)
        columns = self._at(rows.indices, turns)
        shape = (len(self.of_sample), len(self.of_sample))
        return compact_indices(sparse.csr_array((rows.data, columns, rows.indptr), shape=shape))

    def rebuild(self, weights: sparse.csr_array, most: int) -> sparse.csr_array:
        """Rebuild one half of each sample from its copies, if it has any.

        Parameters
        ----------
        weights : csr_array of shape (n_samples, n_samples)
            R, whose rows sum to one or, of samples without neighbours, to zero.
        most : int
            Copies that rebuild one sample, at most: those that follow it, in a ring. They rebuild
            all of it if it has no neighbours.

        Returns
        -------
        csr_array of shape (n_samples, n_samples)
            R with the copies.

        Examples
        --------
        >>> import numpy as np
        >>> R = sparse.csr_array([[0.0, 0.0, 1.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])
        >>> Copies(np.array([0, 0, 1])).rebuild(R, 10).toarray()
        array([[0. , 0.5, 0.5],
               [0.5, 0. , 0.5],
               [1. , 0. , 0. ]])
        """
        sizes = self.sizes[self.of_sample]
        n_links = np.minimum(sizes - 1, most)
        turns = 1 + places_in_groups(n_links) + np.repeat(self.rank, n_links)
        columns = self._at(np.repeat(self.of_sample, n_links), turns)
        given = np.where(weights.sum(axis=1) > 0.0, OF_COPIES, 1.0) * (sizes > 1)
        values = np.repeat(given / np.maximum(n_links, 1), n_links)
        indptr = np.concatenate([[0], np.cumsum(n_links)])
        links = sparse.csr_array((values, columns, indptr), shape=weights.shape)
        rebuilt = sparse.csr_array(sparse.diags_array(1.0 - given) @ weights + links)
        rebuilt.sort_indices()
        return compact_indices(rebuilt)

    def _at(self, distinct: IntArray, turns: IntArray) -> IntArray:
        """Copies of distinct samples, whose turn it is in a ring."""
        copies: IntArray = self.members[self.starts[distinct] + turns % self.sizes[distinct]]
        return copies


def _keys(rows: Features) -> Iterator[int]:
    """A number for each row, which rows that are not equal share by a chance of 2^-60 or so."""
    if not sparse.issparse(rows):
        return (hash(row.tobytes()) for row in rows + 0.0)  # which has no negative zeros
    stored = sparse.csr_array(rows, copy=True)
    stored.sum_duplicates()
    stored.eliminate_zeros()
    entries = pairwise(stored.indptr)
    return (
        hash((stored.indices[start:stop].tobytes(), stored.data[start:stop].tobytes()))
        for start, stop in entries
    )


def share_of_copies(features: Any, graph: sparse.csr_array, references: Any = None) -> float:
    """Share of some samples whose neighbours are all copies of them, by the last of each row.

    Parameters
    ----------
    features : array, csr_array or Samples of shape (n_samples, n_features)
        The samples.
    graph : csr_array of shape (n_samples, n_references)
        Their neighbours, nearest first in each row.
    references : array, csr_array or Samples of shape (n_references, n_features), optional
        What the columns of `graph` stand for; the samples themselves by default.

    Returns
    -------
    float
        From 0 to 1; 0 if nobody has neighbours.

    Examples
    --------
    >>> import numpy as np
    >>> from scipy import sparse
    >>> ring = sparse.csr_array([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    >>> round(share_of_copies(np.array([[1.0], [1.0], [5.0]]), ring), 3)
    0.667
    """
    references = features if references is None else references
    asked = np.flatnonzero(np.diff(graph.indptr))
    asked = asked[:: max(1, len(asked) // SOME)]
    if len(asked) == 0:
        return 0.0
    furthest = graph.indices[graph.indptr[asked + 1] - 1]
    apart = abs(features[asked] - references[furthest]).sum(axis=1)
    return float(np.mean(apart == 0.0))


def warn_of_copies(share: float, n_neighbors: int) -> None:
    """Warn if many samples are rebuilt from copies of themselves, which tell them nothing.

    Parameters
    ----------
    share : float
        Share of the samples that have only copies of themselves as neighbours.
    n_neighbors : int
        Most neighbours of a sample.

    Examples
    --------
    >>> warn_of_copies(0.1, 10)
    """
    if share >= MANY_COPIES:
        warn_user(
            f"{share:.0%} of the samples have none but exact copies of them among up to "
            f"{n_neighbors} neighbours, so the graph tells little about how they hang together, "
            "and K-means may do better. With linking=0, constraints or a Dask array, fit distinct "
            "samples; if there are few of these, add noise of a tenth of their standard deviation "
            "to the features; if samples differ in their length alone, use normalize=False or an "
            "offset.",
            UserWarning,
        )


__all__ = ["Copies", "share_of_copies", "warn_of_copies"]
