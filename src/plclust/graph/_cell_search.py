"""Search in the cells that are nearest to those who ask.

All samples that look into one cell do so together, as one matrix product, which is several times as
quick as asking for them one by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from plclust._kernels import nearest as kernels
from plclust.graph._precision import in_single
from plclust.graph._recall import FEWEST_PROBES
from plclust.graph._samples import Samples, blocks_of
from plclust.typing import FloatArray, IntArray

CLOSE_CELLS, FEWEST_CLOSE = 8, 128  # times those searched, from among which they are chosen
TILE_ROWS = 256  # so that a tile of distances stays in the cache


@dataclass(frozen=True)
class CellIndex:
    """Samples, numbered anew so that those of a cell follow each other.

    Parameters
    ----------
    samples : Samples
        Cell by cell.
    centres : array of shape (n_cells, n_features)
        Centre of each cell.
    offsets : array of int of shape (n_cells + 1,)
        Number of the first sample of each cell, and the number of samples.
    n_probes : int, default=8
        Cells in which neighbours are looked for.
    recall : float, default=nan
        Share of the true neighbours that are found, on some samples.
    """

    samples: Samples
    centres: FloatArray
    offsets: IntArray
    n_probes: int = FEWEST_PROBES
    recall: float = np.nan


def search_cells(
    index: CellIndex, queries: FloatArray, probes: IntArray, n_neighbors: int
) -> tuple[FloatArray, IntArray]:
    """Squared distances and numbers of the nearest samples in the cells that each query names.

    Cells that the index does not have are passed over. Where there are too few samples in the
    others, the last numbers are -1.
    """
    distances, indices = _nobody(len(queries), n_neighbors)
    for cell, rows in rows_by_cell(probes):
        if 0 <= cell < len(index.centres):
            members = slice(index.offsets[cell], index.offsets[cell + 1])
            centre = index.centres[cell]
            insert_members(rows, queries, index.samples, members, centre, distances, indices)
    return distances, indices


def search_all(
    samples: Samples, queries: FloatArray, n_neighbors: int
) -> tuple[FloatArray, IntArray]:
    """Squared distances and numbers of the nearest samples, by looking at all of them."""
    distances, indices = _nobody(len(queries), n_neighbors)
    everyone, middle = np.arange(len(queries)), queries.mean(axis=0)
    for block in blocks_of(samples):
        insert_members(everyone, queries, samples, block, middle, distances, indices)
    return distances, indices


def nearest_cells(queries: FloatArray, centres: FloatArray, n_probes: int) -> IntArray:
    """The nearest centres of each query, in no order.

    Where there are many centres, these are looked for among those that are nearest to the nearest
    one.
    """
    nearest = _smallest_distances(queries, centres, 1)
    n_close = max(CLOSE_CELLS * n_probes, FEWEST_CLOSE)
    if n_probes == 1:
        return nearest
    if n_close >= len(centres):
        return _smallest_distances(queries, centres, min(n_probes, len(centres)))
    probes = np.empty((len(queries), n_probes), dtype=np.int32)
    for cell, rows in rows_by_cell(nearest):
        close = _smallest_distances(centres[cell, None], centres, n_close)[0]
        probes[rows] = close[_smallest_distances(queries[rows], centres[close], n_probes)]
    return probes


def rows_by_cell(probes: IntArray) -> Iterator[tuple[int, IntArray]]:
    """Each cell that is looked into, with the rows that do so."""
    order = np.argsort(probes, axis=None, kind="stable")
    rows = order // probes.shape[1]
    cells, begins = np.unique(probes.ravel()[order], return_index=True)
    for cell, some in zip(cells, np.split(rows, begins[1:]), strict=True):
        yield int(cell), some


def insert_members(
    rows: IntArray,
    queries: FloatArray,
    samples: Samples,
    members: slice,
    middle: FloatArray,
    distances: FloatArray,
    indices: IntArray,
) -> None:
    """Let the lists of nearest samples of some queries have a look at these members.

    Seen from the middle, where squared lengths are short and cancel less.
    """
    points = in_single(samples, members) - middle
    lengths = np.einsum("ij,ij->i", points, points)
    values = np.empty((min(len(rows), TILE_ROWS), len(points)), dtype=np.float32)
    for start in range(0, len(rows), TILE_ROWS):
        some = rows[start : start + TILE_ROWS]
        near = queries[some] - middle
        own = np.einsum("ij,ij->i", near, near)
        near *= -2.0
        tile = np.matmul(near, points.T, out=values[: len(some)])
        tile += lengths
        kernels.insert_members(some, own, tile, members.start, distances, indices)


def _smallest_distances(queries: FloatArray, points: FloatArray, n_smallest: int) -> IntArray:
    """Numbers of the points that are nearest to each query, in no order."""
    lengths = np.einsum("ij,ij->i", points, points)
    numbers = np.empty((len(queries), n_smallest), dtype=np.int32)
    for start in range(0, len(queries), TILE_ROWS):
        rows = slice(start, start + TILE_ROWS)
        tile = (-2.0 * queries[rows]) @ points.T
        tile += lengths
        if n_smallest == 1:
            numbers[rows, 0] = tile.argmin(axis=1)
        else:
            numbers[rows] = np.argpartition(tile, n_smallest - 1, axis=1)[:, :n_smallest]
    return numbers


def _nobody(n_queries: int, n_neighbors: int) -> tuple[FloatArray, IntArray]:
    """Lists of neighbours in which there are none yet."""
    distances = np.full((n_queries, n_neighbors), np.inf, dtype=np.float32)
    return distances, np.full((n_queries, n_neighbors), -1, dtype=np.int64)


__all__ = ["CellIndex", "nearest_cells", "search_all", "search_cells"]
