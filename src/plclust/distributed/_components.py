"""Connected components of a graph by blocks: those inside each part, joined across parts."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from plclust.distributed._blocks import Blocks, each, fetch, keep, share
from plclust.distributed._matrix import BlockMatrix, BlockRow
from plclust.typing import FloatArray, IntArray


class Pieces(NamedTuple):
    """The connected components of a graph."""

    piece_of: Blocks  # component of each sample
    volumes: FloatArray  # sums of degrees

    def __len__(self) -> int:
        return len(self.volumes)


def connected_pieces(affinity: BlockMatrix, degree: Blocks) -> Pieces:
    """Connected components. The client sees one number for each component of a part."""
    inside = keep(each(_inside, affinity.rows, range(len(affinity.rows))))
    counts = fetch(each(_count, inside))
    bases = np.cumsum([0, *counts])
    local = keep(each(np.add, inside, bases[:-1].tolist()))
    pairs = np.concatenate(fetch(affinity.each(_links, local, local)))
    shape = (bases[-1], bases[-1])
    joined = sparse.csr_array((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=shape)
    n_pieces, piece_of_local = connected_components(joined, directed=False)
    piece_of = keep(each(_relabel, local, names=share(piece_of_local)))
    volumes = np.sum(fetch(each(_volumes, piece_of, degree, n_pieces=n_pieces)), axis=0)
    return Pieces(piece_of, volumes)


def _inside(row: BlockRow, number: int) -> IntArray:
    """Components of the graph among the samples of the part itself."""
    sizes = [len(need) for need in row.needs]
    at = row.parts.index(number) if number in row.parts else -1
    n_rows = row.matrix.shape[0]
    inner = sparse.csr_array((n_rows, n_rows))
    if at >= 0:
        first = sum(sizes[:at])
        some = sparse.coo_array(row.matrix[:, first : first + sizes[at]])
        columns = row.needs[at][some.col]
        inner = sparse.csr_array((some.data, (some.row, columns)), shape=(n_rows, n_rows))
    labels: IntArray = connected_components(inner, directed=False)[1].astype(np.int64)
    return labels


def _links(row: BlockRow, labels: list[IntArray], own: IntArray) -> IntArray:
    """Pairs of components between which there is an edge."""
    taken = [some[need] for some, need in zip(labels, row.needs, strict=True)]
    there = np.concatenate(taken)[row.matrix.indices]
    here = np.repeat(own, np.diff(row.matrix.indptr))
    pairs: IntArray = np.unique(np.column_stack([here, there]), axis=0)
    return pairs


def _count(labels: IntArray) -> int:
    return int(labels.max()) + 1


def _relabel(labels: IntArray, names: IntArray) -> IntArray:
    return names[labels]


def _volumes(piece_of: IntArray, degree: FloatArray, n_pieces: int) -> FloatArray:
    return np.asarray(np.bincount(piece_of, weights=degree, minlength=n_pieces), dtype=float)


__all__ = ["Pieces", "connected_pieces"]
