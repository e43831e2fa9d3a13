"""Approximate nearest neighbours: samples in cells around centres, a search in the nearest cells.

This is an inverted file whose lists hold row numbers instead of copies of the samples.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from scipy import sparse

from plclust._kernels._blocks import run_in_blocks
from plclust._threads import one_thread
from plclust.graph._cell_centres import cut_cells, train_centres, training_samples
from plclust.graph._cell_search import CellIndex, nearest_cells, search_all, search_cells
from plclust.graph._neighbors import regular_graph, without_own
from plclust.graph._precision import a_few, check_found, check_resolution, in_single
from plclust.graph._recall import enough_probes, recall_samples
from plclust.graph._samples import Samples
from plclust.typing import Features, FloatArray, IntArray

QUERY_BYTES = 2**25  # features of the samples that are asked for at a time
MOST_QUERIES = 2**17  # of them


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
    n_cells, some = training_samples(len(samples))
    check_resolution(samples[a_few(some)])
    centres = train_centres(in_single(samples, some), n_cells)

    def nearest_cell(start: int, stop: int) -> IntArray:
        return nearest_cells(in_single(samples, slice(start, stop)), centres, 1)[:, 0]

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
        distances[start:stop], indices[start:stop] = _nearest_others(
            index, in_single(queries, slice(start, stop)), n_neighbors, own
        )

    with one_thread():
        run_in_blocks(ask, n_samples, n_jobs=n_jobs, block_rows=_query_rows(queries.shape[1]))
    np.sqrt(np.maximum(distances, 0.0), out=distances)
    return regular_graph(distances, indices, len(index.samples))


def _with_small_cells(samples: Samples, centres: FloatArray, cell_of: IntArray) -> CellIndex:
    """Index in which each cell that is too large is cut into several around the same centre."""
    order = np.argsort(cell_of, kind="stable").astype(np.int32)
    whole, offsets = cut_cells(np.bincount(cell_of, minlength=len(centres)))
    return CellIndex(samples.reordered(order), centres[whole], offsets)


def _with_enough_probes(index: CellIndex, n_neighbors: int) -> CellIndex:
    some = recall_samples(len(index.samples))

    def search(n_probes: int) -> FloatArray:
        probing = replace(index, n_probes=n_probes)
        return _nearest_others(probing, queries, n_neighbors, some)[0]

    with one_thread():
        queries = in_single(index.samples, some)
        found = search_all(index.samples, queries, n_neighbors + 1)
        nearest = without_own(some, *found)[0]
        n_probes, recall = enough_probes(search, nearest, queries, len(index.centres))
    return replace(index, n_probes=n_probes, recall=recall)


def _nearest_others(
    index: CellIndex, queries: FloatArray, n_neighbors: int, own: IntArray
) -> tuple[FloatArray, IntArray]:
    """Squared distances and numbers of the nearest samples, none of which is the query's own."""
    wanted = n_neighbors + 1
    probes = nearest_cells(queries, index.centres, index.n_probes)
    distances, indices = search_cells(index, queries, probes, wanted)
    lonely = indices[:, -1] < 0
    if lonely.any():
        distances[lonely], indices[lonely] = search_all(index.samples, queries[lonely], wanted)
        check_found(indices[lonely], queries[lonely])
    return without_own(own, distances, indices)


def _query_rows(n_features: int) -> int:
    """Samples to ask for at a time: the more, the more of them look into the same cells."""
    return min(max(QUERY_BYTES // (4 * n_features), 4096), MOST_QUERIES)


__all__ = ["CellIndex", "cell_graph", "fit_cells", "has_faiss"]
