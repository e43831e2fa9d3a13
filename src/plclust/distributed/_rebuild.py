"""Reconstruction weights across parts (Eq. 1), and neighbours under a changed distance.

A part asks for the rows that it needs from those who have them. With label guidance these are the
neighbours and their neighbours; the weights then need no others.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

from plclust.distributed._blocks import Block, Blocks, each, fetch, get, keep, keep_in_waves, one
from plclust.distributed._parts import Bounds, Part, Partition, View
from plclust.graph import Samples, blocks_of, reconstruction_weights, share_of_copies
from plclust.graph._neighbors import regular_graph
from plclust.graph._second_neighbors import ONWARD, Reach, nearest_reached
from plclust.typing import FloatArray, IntArray


class Rebuilt(NamedTuple):
    """Who rebuilds the samples of a part, with which weights, and how well."""

    neighbors: IntArray
    weights: FloatArray
    error: float
    n_copied: float  # about how many have only copies of themselves as neighbours


def rebuild(partition: Partition, neighbors: Blocks) -> Blocks:
    """Weights of the neighbours of each part's samples, by their features alone."""
    views = [None] * len(partition)
    wanted = keep(each(np.unique, neighbors))
    owners = _owners(partition, wanted)

    def rebuild_part(number: int) -> Block:
        rows = _gather_features(partition, views, wanted[number], owners[number])
        part = partition.parts[number]
        return one(_rebuild, part, None, neighbors[number], wanted[number], rows)

    return keep_in_waves(rebuild_part, len(partition))


def rebuild_from_second_neighbors(partition: Partition, neighbors: Blocks, views: Blocks) -> Blocks:
    """Weights after neighbours were looked for among the neighbours and theirs."""
    middle = keep(each(np.unique, neighbors))
    reaches = keep(
        [
            one(
                reach_of,
                neighbors[number],
                middle[number],
                [
                    one(rows_at, neighbors[other], middle[number], *partition.span(other))
                    for other in others
                ],
            )
            for number, others in enumerate(_owners(partition, middle))
        ]
    )
    wanted = keep(get("numbers", reaches))
    owners = _owners(partition, wanted)

    def rebuild_part(number: int) -> Block:
        rows = _gather_features(partition, views, wanted[number], owners[number])
        part, view = partition.parts[number], views[number]
        return one(_rebuild_nearest, part, view, reaches[number], rows, *partition.span(number))

    return keep_in_waves(rebuild_part, len(partition))


def _owners(partition: Partition, wanted: Blocks) -> list[list[int]]:
    """For each part, the parts that have what it wants."""
    return fetch(each(_owners_of, wanted, bounds=Bounds(partition.starts)))


def _owners_of(wanted: IntArray, bounds: Bounds) -> list[int]:
    return bounds.owners(wanted)


def _gather_features(
    partition: Partition, views: Blocks, wanted: Block, owners: list[int]
) -> Blocks:
    return [
        one(features_at, partition.parts[owner], views[owner], wanted, *partition.span(owner))
        for owner in owners
    ]


def features_at(
    part: Part, view: View | None, wanted: IntArray, first: int, last: int
) -> FloatArray:
    """Those of the wanted rows (sorted) that a part has, as they are seen."""
    features: FloatArray = rows_at(part.seen(view), wanted, first, last)
    return features


def rows_at(source: Any, wanted: IntArray, first: int, last: int) -> Any:
    """Those of the wanted rows (sorted) that the source, samples first to last, has."""
    here = wanted[np.searchsorted(wanted, first) : np.searchsorted(wanted, last)]
    return source[here - first]


def reach_of(neighbors: IntArray, middle: IntArray, onward: list[IntArray]) -> Reach:
    """Where neighbours lead: to the middle (all of them, sorted), and onward from there."""
    further = np.concatenate(onward)[:, :ONWARD]
    numbers = np.unique(np.concatenate([middle, further.ravel()]))
    positions = np.zeros((len(numbers), further.shape[1]), dtype=np.int32)
    positions[np.searchsorted(numbers, middle)] = np.searchsorted(numbers, further)
    return Reach(numbers, np.searchsorted(numbers, neighbors).astype(np.int32), positions)


def _rebuild_nearest(
    part: Part,
    view: View,
    reach: Reach,
    rows: list[FloatArray],
    first: int,
    last: int,
) -> Rebuilt:
    features, references = part.seen(view), np.concatenate(rows)
    rows.clear()
    neighbors = np.empty(reach.near.shape, dtype=np.int32)
    own = np.arange(first, last)
    for some in blocks_of(features):
        local = reach._replace(near=reach.near[some])
        neighbors[some] = nearest_reached(own[some], features[some], references, local)[1]
    return _rebuild(part, view, neighbors, reach.numbers, [references])


def _rebuild(
    part: Part,
    view: View | None,
    neighbors: IntArray,
    numbers: IntArray,
    rows: list[FloatArray],
) -> Rebuilt:
    """Eq. 1 for the samples of a part, from the rows of the samples `numbers`."""
    features, references = part.seen(view), Samples(np.concatenate(rows))
    graph = local_graph(neighbors, numbers)
    n_copied = share_of_copies(features, graph, references) * len(features)
    weights = reconstruction_weights(features, graph, references=references)
    error = 0.0
    for some in blocks_of(features):
        residual = features[some] - weights[some] @ references.X
        error += float(np.sum(residual**2, dtype=np.float64))
    return Rebuilt(neighbors, weights.data.reshape(neighbors.shape), error, n_copied)


def local_graph(neighbors: IntArray, numbers: IntArray) -> sparse.csr_array:
    """A graph whose columns are positions among the sorted numbers."""
    columns = np.searchsorted(numbers, neighbors)
    return regular_graph(np.ones(columns.shape), columns, len(numbers))


__all__ = [
    "Rebuilt",
    "features_at",
    "local_graph",
    "reach_of",
    "rebuild",
    "rebuild_from_second_neighbors",
    "rows_at",
]
