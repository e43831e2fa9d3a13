"""The nearest of many: sorted lists of the k best, into which candidates are inserted."""

from __future__ import annotations

from typing import Any

import numpy as np

from plclust._kernels._compile import compiled, compiled_with_free_sums
from plclust.typing import FloatArray, IntArray

RUN = 128  # values that are passed over at once where none of them is small


@compiled
def insert(distance: float, index: int, distances: FloatArray, indices: IntArray) -> None:
    """Insert into a list sorted by distance, whose last entry falls out."""
    place = distances.shape[0] - 1
    if distance >= distances[place]:
        return
    while place > 0 and distances[place - 1] > distance:
        distances[place] = distances[place - 1]
        indices[place] = indices[place - 1]
        place -= 1
    distances[place] = distance
    indices[place] = index


@compiled
def insert_members(
    rows: IntArray,
    own: FloatArray,
    values: FloatArray,
    first: int,
    distances: FloatArray,
    indices: IntArray,
) -> None:
    """Insert the samples from number `first` on into the lists of some rows.

    Sample ``first + b`` is own[a] + values[a, b] away from row rows[a].
    """
    for a in range(rows.shape[0]):
        near, numbers = distances[rows[a]], indices[rows[a]]
        limit = near[-1] - own[a]
        for start in range(0, values.shape[1], RUN):
            run = values[a, start : start + RUN]
            if any_below(limit, run):
                for b in range(run.shape[0]):
                    if run[b] < limit:
                        insert(own[a] + run[b], first + start + b, near, numbers)
                        limit = near[-1] - own[a]


@compiled
def any_below(limit: float, values: FloatArray) -> bool:
    """Whether there is a value below the limit. Counting them all runs on vector units."""
    n_below = np.int32(0)
    for b in range(values.shape[0]):
        if values[b] < limit:
            n_below += np.int32(1)
    return bool(n_below > 0)


@compiled
def nearest_second_neighbors(
    own: IntArray,
    features: FloatArray,
    first: IntArray,
    references: FloatArray,
    numbers: IntArray,
    second: IntArray,
    distances: FloatArray,
    indices: IntArray,
) -> None:
    """For each row of `features` the nearest among its first neighbours and their neighbours.

    Rows of `references` stand for the samples `numbers`; `first` and `second` refer to these rows.
    A row never gets its `own` number.
    """
    seen = np.full(references.shape[0], -1)
    for i in range(features.shape[0]):
        for a in range(first.shape[1]):
            for b in range(-1, second.shape[1]):
                j = first[i, a] if b < 0 else second[first[i, a], b]
                if seen[j] != i and numbers[j] != own[i]:
                    seen[j] = i
                    distance = squared_distance(features[i], references[j])
                    insert(distance, numbers[j], distances[i], indices[i])


@compiled_with_free_sums
def squared_distance(left: FloatArray, right: FloatArray) -> Any:
    total = left.dtype.type(0)
    for t in range(left.shape[0]):
        difference = left[t] - right[t]
        total += difference * difference
    return total
