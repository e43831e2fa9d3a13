"""Approximate nearest neighbours: samples in cells around centres, a search in the nearest cells.

This is an inverted file whose lists hold row numbers instead of copies of the samples. All samples
that look into one cell do so together, as one matrix product, which is several times as quick as
asking for them one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy import sparse

from plclust._kernels import nearest as kernels
from plclust._kernels._blocks import run_in_blocks
from plclust._threads import one_thread
from plclust._warnings import warn_user
from plclust.graph._magnitude import check_magnitude
from plclust.graph._neighbors import places_in_groups, regular_graph, without_own
from plclust.graph._samples import Samples, blocks_of
from plclust.typing import Features, FloatArray, IntArray

CELL_SIZE = 512  # samples in a cell on average
LARGEST_CELL = 4  # times that; beyond it a cell is cut, so that duplicates do not pile up in one
TRAINING_SIZE = 32  # samples from which a centre is found
TRAINING_TURNS = 8
RECALL_SAMPLES = 500
RECALL_WANTED = 0.95
FEWEST_PROBES, MOST_PROBES = 8, 256  # cells in which neighbours are looked for
TREE_SIZE = 4096  # centres that are put in order at once
GROUPS_PER_TREE = 8  # in which more centres than that are put in order first
CLOSE_CELLS, FEWEST_CLOSE = 8, 128  # times those searched, from among which they are chosen
TILE_ROWS = 256  # so that a tile of distances stays in the cache
QUERY_BYTES = 2**25  # features of the samples that are asked for at a time
MOST_QUERIES = 2**17  # of them
ROUNDING = 1e-6  # of squared distances, as a share of the variance
ROUGH = 1e-5  # share of their lengths by which samples must differ in single precision
SHORT, LONG = 1e-15, 1e15  # lengths whose squares are left of it


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


def has_faiss() -> bool:
    """Whether faiss is installed.

    Returns
    -------
    bool
        True if it can be imported.

    Examples
    --------
    >>> neighbors = "approximate" if has_faiss() else "exact"
    """
    try:
        import faiss  # noqa: F401, PLC0415
    except ImportError:
        return False
    return True


def fit_cells(samples: Samples, n_neighbors: int, *, n_jobs: int | None = None) -> CellIndex:
    """Cells for the samples, and how many of them must be searched for most true neighbours.

    The number of cells searched is raised by a quarter until the share of true neighbours found, on
    a few hundred samples, is 0.95, or some 300 cells are searched. Nothing depends on the number of
    threads.

    Parameters
    ----------
    samples : Samples
        What to search.
    n_neighbors : int
        Neighbours that will be asked for.
    n_jobs : int, optional
        Threads.

    Returns
    -------
    CellIndex
        To be asked by `cell_graph`. Its samples have an order of their own, in which neighbours
        have close numbers.

    Examples
    --------
    >>> import numpy as np
    >>> samples = Samples(np.random.default_rng(0).standard_normal((2000, 3)))
    >>> fit_cells(samples, 5).recall > 0.9
    True
    """
    centres = _train_centres(samples)

    def nearest_cell(start: int, stop: int) -> IntArray:
        return nearest_cells(_block(samples, slice(start, stop)), centres, 1)[:, 0]

    with one_thread():
        cells = run_in_blocks(nearest_cell, len(samples), n_jobs=n_jobs)
    cell_of = np.concatenate(cells)
    index = _with_small_cells(samples, centres, cell_of)
    return _with_enough_probes(index, n_neighbors)


def cell_graph(
    index: CellIndex, n_neighbors: int, X: Features | None = None, *, n_jobs: int | None = None
) -> sparse.csr_array:
    """Distances to the nearest neighbours that the cells yield.

    As :func:`neighbor_graph`: without X, neighbours of the indexed samples themselves, and nobody
    is its own.

    Parameters
    ----------
    index : CellIndex
        What :func:`fit_cells` returned.
    n_neighbors : int
        Neighbours of each sample.
    X : array or Samples of shape (n_samples, n_features), optional
        Samples that the index has not seen.
    n_jobs : int, optional
        Threads.

    Returns
    -------
    csr_array of shape (n_samples, n_indexed)
        Distances, nearest first in each row. Columns are in the order of ``index.samples``.

    Examples
    --------
    >>> import numpy as np
    >>> index = fit_cells(Samples(np.arange(600.0)[:, None]), 1)
    >>> index.samples[cell_graph(index, 1, np.array([[7.2]])).indices]
    array([[7.]])
    """
    queries = index.samples if X is None else X
    n_samples = len(queries)
    distances = np.empty((n_samples, n_neighbors), dtype=np.float32)
    indices = np.empty((n_samples, n_neighbors), dtype=np.int32)

    def ask(start: int, stop: int) -> None:
        own = np.arange(start, stop) if X is None else np.full(stop - start, -1)
        distances[start:stop], indices[start:stop] = nearest_in_cells(
            index, _block(queries, slice(start, stop)), n_neighbors, own
        )

    with one_thread():
        run_in_blocks(ask, n_samples, n_jobs=n_jobs, block_rows=_query_rows(queries.shape[1]))
    np.sqrt(np.maximum(distances, 0.0), out=distances)
    return regular_graph(distances, indices, len(index.samples))


def nearest_in_cells(
    index: CellIndex, queries: FloatArray, n_neighbors: int, own: IntArray
) -> tuple[FloatArray, IntArray]:
    """Squared distances and numbers of the nearest samples, none of which is the query's own."""
    wanted = n_neighbors + 1
    distances = np.full((len(queries), wanted), np.inf, dtype=np.float32)
    indices = np.full((len(queries), wanted), -1, dtype=np.int64)
    for cell, rows in rows_by_cell(nearest_cells(queries, index.centres, index.n_probes)):
        members = slice(index.offsets[cell], index.offsets[cell + 1])
        centre = index.centres[cell]
        insert_members(rows, queries, index.samples, members, centre, distances, indices)
    lonely = indices[:, -1] < 0
    if lonely.any():
        distances[lonely], indices[lonely] = nearest_of_all(index.samples, queries[lonely], wanted)
        check_found(indices[lonely], queries[lonely])
    return without_own(own, distances, indices)


def check_found(indices: IntArray, queries: FloatArray) -> None:
    """Refuse queries to which too few samples are near, though all were looked at."""
    if (indices < 0).any():
        raise ValueError(
            f"The squares of some features overflow in single precision, in which approximate "
            f"neighbours are found; the largest is {np.abs(queries).max():.3g}. Scale X first, "
            f"or use neighbors='exact' in memory."
        )


def nearest_of_all(
    samples: Samples, queries: FloatArray, n_neighbors: int
) -> tuple[FloatArray, IntArray]:
    """Squared distances and numbers of the nearest samples, by looking at all of them."""
    distances = np.full((len(queries), n_neighbors), np.inf, dtype=np.float32)
    indices = np.full((len(queries), n_neighbors), -1, dtype=np.int64)
    everyone, middle = np.arange(len(queries)), queries.mean(axis=0)
    for block in blocks_of(samples):
        insert_members(everyone, queries, samples, block, middle, distances, indices)
    return distances, indices


def _train_centres(samples: Samples) -> FloatArray:
    n_cells, some = training_samples(len(samples))
    check_resolution(samples[a_few(some)])
    return train_centres(_block(samples, some), n_cells)


def a_few(numbers: IntArray) -> IntArray:
    """Up to `RECALL_SAMPLES` of these numbers, at equal steps."""
    return numbers[:: -(-len(numbers) // RECALL_SAMPLES)]


def check_resolution(points: FloatArray) -> None:
    """Refuse samples that single precision cannot tell apart.

    Examples
    --------
    >>> import numpy as np
    >>> check_resolution(np.array([[1000.0], [1001.0]]))
    """
    points = points.astype(np.float64, copy=False)
    spread = float(np.sqrt(points.var(axis=0).sum()))
    length = float(np.sqrt(np.square(points).sum(axis=1).mean()))
    if length * ROUGH > spread > 0.0 or 0.0 < spread < SHORT or not length < LONG:
        raise ValueError(
            f"Samples of length {length:.3g} that are {spread:.3g} apart cannot be told apart in "
            "single precision, in which approximate neighbours are found. Standardise X first, or "
            "use neighbors='exact' in memory."
        )


def training_samples(n_samples: int) -> tuple[int, IntArray]:
    """How many cells there should be, and the samples from which their centres are found."""
    n_cells = max(n_samples // CELL_SIZE, 1)
    n_training = min(n_cells * TRAINING_SIZE, n_samples)
    some = np.random.default_rng(0).choice(n_samples, n_training, replace=False)
    return n_cells, np.sort(some)


def train_centres(training: FloatArray, n_cells: int) -> FloatArray:
    """Centres of cells by k-means, those that are close to each other side by side."""
    import faiss  # noqa: PLC0415 optional

    check_magnitude(training, alone=False)  # faiss ends the process where squares overflow
    kmeans = faiss.Kmeans(
        training.shape[1],
        n_cells,
        niter=TRAINING_TURNS,
        seed=1,
        min_points_per_centroid=1,
        max_points_per_centroid=TRAINING_SIZE,
    )
    with one_thread():
        kmeans.train(training)
    centres = np.asarray(kmeans.centroids)
    return centres[side_by_side(centres)]


def side_by_side(points: FloatArray) -> IntArray:
    """An order in which points that are close to each other tend to follow each other.

    The leaves of a tree that joins the closest (Ward). Many points are grouped first.

    Examples
    --------
    >>> import numpy as np
    >>> side_by_side(np.array([[0.0], [9.0], [1.0], [8.0]]))
    array([0, 2, 1, 3])
    """
    from scipy.cluster.hierarchy import leaves_list, linkage  # noqa: PLC0415 slow to import

    if len(points) <= 2:
        return np.arange(len(points))
    if len(points) <= TREE_SIZE:
        return np.asarray(leaves_list(linkage(points, "ward")), dtype=np.int64)
    groups = train_centres(points, GROUPS_PER_TREE * len(points) // TREE_SIZE)
    by_group = np.argsort(nearest_cells(points, groups, 1)[:, 0], kind="stable")
    trees = np.array_split(by_group, -(-len(points) // TREE_SIZE))
    return np.concatenate([some[side_by_side(points[some])] for some in trees])


def _with_small_cells(samples: Samples, centres: FloatArray, cell_of: IntArray) -> CellIndex:
    """Index in which each cell that is too large is cut into several around the same centre."""
    order = np.argsort(cell_of, kind="stable").astype(np.int32)
    whole, offsets = cut_cells(np.bincount(cell_of, minlength=len(centres)))
    return CellIndex(samples.reordered(order), centres[whole], offsets)


def cut_cells(sizes: IntArray) -> tuple[IntArray, IntArray]:
    """Cells of which none is too large: what each is a piece of, and where each begins.

    Examples
    --------
    >>> import numpy as np
    >>> cut_cells(np.array([500, 3000]))
    (array([0, 1, 1]), array([   0,  500, 2000, 3500]))
    """
    pieces = np.maximum(-(-sizes // (LARGEST_CELL * CELL_SIZE)), 1)
    whole = np.repeat(np.arange(len(sizes)), pieces)
    rank = places_in_groups(pieces)
    begins = (np.cumsum(sizes) - sizes)[whole] + (sizes[whole] * rank) // pieces[whole]
    return whole, np.append(begins, sizes.sum())


def _with_enough_probes(index: CellIndex, n_neighbors: int) -> CellIndex:
    some = recall_samples(len(index.samples))

    def search(n_probes: int) -> FloatArray:
        probing = replace(index, n_probes=n_probes)
        return nearest_in_cells(probing, queries, n_neighbors, some)[0]

    with one_thread():
        queries = _block(index.samples, some)
        found = nearest_of_all(index.samples, queries, n_neighbors + 1)
        nearest = without_own(some, *found)[0]
        n_probes, recall = enough_probes(search, nearest, queries, len(index.centres))
    return replace(index, n_probes=n_probes, recall=recall)


def recall_samples(n_samples: int) -> IntArray:
    """Samples whose true neighbours are looked for among all."""
    n_some = min(RECALL_SAMPLES, n_samples)
    return np.random.default_rng(1).choice(n_samples, n_some, replace=False)


def enough_probes(
    search: Callable[[int], FloatArray], nearest: FloatArray, queries: FloatArray, n_cells: int
) -> tuple[int, float]:
    """Number of cells to look into, and the share of true neighbours that they yield.

    `search` gives squared distances of what is found in so many cells. The number is raised by a
    quarter until the share is `RECALL_WANTED` or `MOST_PROBES` is reached.
    """
    n_probes = FEWEST_PROBES
    while True:
        recall = share_found(search(n_probes), nearest, queries)
        if recall >= RECALL_WANTED or n_probes >= min(MOST_PROBES, n_cells):
            return n_probes, recall
        n_probes = min(5 * n_probes // 4, n_cells)


def share_found(found: FloatArray, nearest: FloatArray, queries: FloatArray) -> float:
    """Share of what was found that is as near as the nearest, by squared distances.

    Distances are off by rounding in single precision, those of copies as well.
    """
    rounding = ROUNDING * np.sum(np.var(queries, axis=0))
    return float((found <= nearest[:, -1:] * (1.0 + 1e-5) + rounding).mean())


def warn_of_low_recall(recall: float) -> None:
    """Warn if many of the nearest neighbours were not found, though as many cells were searched.

    Parameters
    ----------
    recall : float
        Share of the nearest neighbours that were found; NaN if it is not known.
    """
    if recall < RECALL_WANTED:
        warn_user(
            f"Only {recall:.1%} of the nearest neighbours were found, expected "
            f"{RECALL_WANTED:.0%}, although as many cells were searched as are allowed: features "
            "vary in too many directions. Clusters may be less accurate. Reduce the features, for "
            "example by sklearn.decomposition.PCA.",
            UserWarning,
        )


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
    points = _block(samples, members) - middle
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


def _query_rows(n_features: int) -> int:
    """Samples to ask for at a time: the more, the more of them look into the same cells."""
    return min(max(QUERY_BYTES // (4 * n_features), 4096), MOST_QUERIES)


def _block(samples: Features, rows: Any) -> FloatArray:
    return np.ascontiguousarray(samples[rows], dtype=np.float32)
