"""Pieces into which a graph falls, and links between those that are close to each other."""

from __future__ import annotations

from typing import NamedTuple, Self

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from plclust.graph._samples import blocks_of
from plclust.typing import Features, FloatArray, IntArray

SLIGHT = 1e-4  # share of a sample through which no label gets, as between samples nearly alike


class Pieces(NamedTuple):
    """Connected pieces of a graph, and where they are."""

    of_sample: IntArray  # number of each sample's piece
    centres: Features  # mean features of each piece
    middles: IntArray  # the sample of each piece that is next to its centre

    @classmethod
    def of(cls, features: Features, of_sample: IntArray) -> Self:
        """Find out where pieces are.

        Parameters
        ----------
        features : array, csr_array or Samples of shape (n_samples, n_features)
            Where the samples are.
        of_sample : array of int of shape (n_samples,)
            Piece of each sample, from 0.

        Returns
        -------
        Pieces
            All of them.

        Examples
        --------
        >>> import numpy as np
        >>> X = np.array([[0.0], [1.0], [5.0], [9.0]])
        >>> pieces = Pieces.of(X, np.array([0, 0, 1, 0]))
        >>> pieces.centres.round(2).ravel(), pieces.middles
        (array([3.33, 5.  ]), array([1, 2]))
        """
        sizes = np.bincount(of_sample)
        blocks = blocks_of(features)
        sums = sum(_members(of_sample[rows], len(sizes)) @ features[rows] for rows in blocks)
        centres = sparse.diags_array(1.0 / sizes) @ sums
        distances = np.concatenate(
            [_distances(features[rows], centres[of_sample[rows]]) for rows in blocks]
        )
        nearest_first = np.lexsort((distances, of_sample))
        return cls(of_sample, centres, nearest_first[np.cumsum(sizes) - sizes])

    def link(
        self, weights: sparse.csr_array, between: sparse.csr_array, share: float
    ) -> sparse.csr_array:
        """Rebuild samples in part from other pieces.

        Parameters
        ----------
        weights : csr_array of shape (n_samples, n_samples)
            R, whose rows sum to one or, of samples without neighbours, to zero.
        between : csr_array of shape (n_pieces, n_pieces)
            Weights with which pieces rebuild each other; rows sum to one.
        share : float
            Share of each sample that is rebuilt from the middles of other pieces; all of it
            if it has no neighbours.

        Returns
        -------
        csr_array of shape (n_samples, n_samples)
            R with the links; rows sum to one.

        Examples
        --------
        >>> import numpy as np
        >>> two = Pieces(np.array([0, 0, 1]), np.zeros((2, 1)), np.array([1, 2]))
        >>> R = sparse.csr_array([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
        >>> two.link(R, sparse.csr_array([[0.0, 1.0], [1.0, 0.0]]), 0.1).toarray()
        array([[0. , 0.9, 0.1],
               [0.9, 0. , 0.1],
               [0. , 1. , 0. ]])
        """
        shape = between.shape[0], len(self.of_sample)
        columns = self.middles.astype(weights.indices.dtype)[between.indices]
        links = sparse.csr_array((between.data, columns, between.indptr), shape=shape)
        rebuilt = weights.sum(axis=1)
        kept, given = np.where(rebuilt > 0.0, [[1.0 - share], [share]], [[0.0], [1.0]])
        linked = sparse.csr_array(
            sparse.diags_array(kept) @ weights + sparse.diags_array(given) @ links[self.of_sample]
        )
        linked.sort_indices()
        return linked


def find_pieces(weights: sparse.csr_array) -> tuple[int, IntArray]:
    """Number the pieces into which a graph falls where its weights are zero or slight.

    Samples that are nearly alike rebuild each other up to a millionth or so, which is as good as
    all.

    Parameters
    ----------
    weights : csr_array of shape (n_samples, n_samples)
        Not negative; zeros may be stored.

    Returns
    -------
    n_pieces : int
        How many there are.
    of_sample : array of int of shape (n_samples,)
        Piece of each sample.

    Examples
    --------
    >>> find_pieces(sparse.csr_array([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]]))
    (2, array([0, 0, 1], dtype=int32))
    """
    edges = sparse.csr_array(weights, copy=True)
    edges.data[edges.data < SLIGHT] = 0.0
    edges.eliminate_zeros()
    n_pieces, of_sample = connected_components(edges, directed=False)
    return int(n_pieces), of_sample


def _members(of_sample: IntArray, n_pieces: int) -> sparse.csr_array:
    """Row p has ones at the samples of piece p."""
    n_samples = len(of_sample)
    entries = np.ones(n_samples), (of_sample, np.arange(n_samples))
    return sparse.csr_array(entries, shape=(n_pieces, n_samples))


def _distances(rows: Features, centres: Features) -> FloatArray:
    """Squared distances to the centres."""
    if sparse.issparse(rows):
        apart = rows - centres
        return np.asarray(apart.multiply(apart).sum(axis=1)).ravel()
    return np.asarray(np.square(rows - centres).sum(axis=1))


__all__ = ["Pieces", "find_pieces"]
