"""Squared distances between the ends of graph edges (H and K of Eq. 8)."""

from __future__ import annotations

from plclust._kernels._compile import compiled
from plclust.typing import FloatArray, IntArray


@compiled
def edge_distances(
    start: int,
    stop: int,
    indptr: IntArray,
    indices: IntArray,
    values: FloatArray,
    counts: FloatArray,
    distances: FloatArray,
) -> None:
    """distances[e] = sum_c counts[c] (values[i, c] - values[j, c])^2 for each edge e = (i, j)."""
    q = values.shape[1]
    for i in range(start, stop):
        for e in range(indptr[i], indptr[i + 1]):
            j = indices[e]
            total = 0.0
            for c in range(q):
                difference = values[i, c] - values[j, c]
                total += counts[c] * difference * difference
            distances[e] = total
