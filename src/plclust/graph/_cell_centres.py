"""Cells for samples: centres by k-means, side by side, and cells of which none is too large."""

from __future__ import annotations

import numpy as np

from plclust._threads import one_thread
from plclust.graph._cell_search import nearest_cells
from plclust.graph._magnitude import check_magnitude
from plclust.graph._neighbors import places_in_groups
from plclust.typing import FloatArray, IntArray

CELL_SIZE = 512  # samples in a cell on average
LARGEST_CELL = 4  # times that; beyond it a cell is cut, so that duplicates do not pile up in one
TRAINING_SIZE = 32  # samples from which a centre is found
TRAINING_TURNS = 8
TREE_SIZE = 4096  # centres that are put in order at once
GROUPS_PER_TREE = 8  # in which more centres than that are put in order first


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


__all__ = ["cut_cells", "side_by_side", "train_centres", "training_samples"]
