"""Neighbours under a changed distance: looked for among the neighbours and their neighbours."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy import sparse

from plclust._kernels import nearest as kernels
from plclust._kernels._blocks import run_in_blocks
from plclust.graph._neighbors import regular_graph
from plclust.graph._samples import rows_at_a_time
from plclust.graph._shapes import as_floats
from plclust.typing import Features, FloatArray, IntArray

ONWARD = 5  # neighbours of a neighbour that are looked at


class Reach(NamedTuple):
    """Samples that can be reached in two steps, and both steps as positions among them."""

    numbers: IntArray
    near: IntArray
    further: IntArray


def second_neighbor_graph(
    features: Features,
    first: sparse.csr_array,
    graph: sparse.csr_array,
    *,
    references: Features | None = None,
    n_jobs: int | None = None,
) -> sparse.csr_array:
    """The nearest of each sample's neighbours in `first` and of their nearest in `graph`.

    Parameters
    ----------
    features : array or Samples of shape (n_samples, n_features)
        By which distances are measured.
    first : csr_array of shape (n_samples, n_references)
        Where to begin; each row has the same number of entries, which is kept.
    graph : csr_array of shape (n_references, n_references)
        Where to go on, to the `ONWARD` nearest; each row has the same number of entries, the
        nearest first.
    references : array or Samples of shape (n_references, n_features), optional
        What the columns stand for. By default the samples themselves, and then nobody is a
        neighbour of its own.
    n_jobs : int, optional
        Threads.

    Returns
    -------
    csr_array of shape (n_samples, n_references)
        Distances, nearest first in each row.

    Examples
    --------
    >>> import numpy as np
    >>> from scipy import sparse
    >>> ring = sparse.csr_array([[0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [1, 0, 0, 0]])
    >>> second_neighbor_graph(np.array([[0.0], [9.0], [1.0], [8.0]]), ring, ring).indices
    array([2, 3, 0, 1], dtype=int32)
    """
    features, references = as_floats(features), as_floats(references)
    n_samples, n_neighbors = features.shape[0], first.nnz // first.shape[0]
    begin = first.indices.reshape(n_samples, -1)
    onward = graph.indices.reshape(graph.shape[0], -1)[:, :ONWARD]
    distances = np.empty((n_samples, n_neighbors), dtype=features.dtype)
    indices = np.empty((n_samples, n_neighbors), dtype=np.int32)
    own = np.arange(n_samples) if references is None else np.full(n_samples, -1)
    rows_of = features if references is None else references

    def look(start: int, stop: int) -> None:
        rows = slice(start, stop)
        reach = _reach_of(begin[rows], onward)
        distances[rows], indices[rows] = nearest_reached(
            own[rows], features[rows], rows_of[reach.numbers], reach
        )

    step = rows_at_a_time(features, n_taken=1 + n_neighbors)
    run_in_blocks(look, n_samples, n_jobs=n_jobs, block_rows=step)
    return regular_graph(np.sqrt(distances), indices, first.shape[1])


def nearest_reached(
    own: IntArray, features: FloatArray, references: FloatArray, reach: Reach
) -> tuple[FloatArray, IntArray]:
    """Squared distances and numbers of the nearest samples within reach, but for each one's own.

    The references are those that can be reached.
    """
    distances = np.full(reach.near.shape, np.inf, dtype=features.dtype)
    indices = np.empty(reach.near.shape, dtype=np.int32)
    kernels.nearest_second_neighbors(
        own,
        features,
        reach.near,
        references,
        reach.numbers,
        reach.further,
        distances,
        indices,
    )
    return distances, indices


def _reach_of(begin: IntArray, onward: IntArray) -> Reach:
    """Where the first step leads, and onward from there."""
    reached = np.zeros(len(onward), dtype=np.bool_)
    reached[begin] = True
    middle = np.flatnonzero(reached)
    reached[onward[middle]] = True
    numbers = np.flatnonzero(reached)
    position = np.empty(len(onward), dtype=np.int32)
    position[numbers] = np.arange(len(numbers), dtype=np.int32)
    further = np.zeros((len(numbers), onward.shape[1]), dtype=np.int32)
    further[position[middle]] = position[onward[middle]]
    return Reach(numbers, position[begin], further)


__all__ = ["ONWARD", "Reach", "nearest_reached", "second_neighbor_graph"]
