"""Values far from the others, drawn in."""

from __future__ import annotations

import math

from plclust._kernels._compile import compiled
from plclust.typing import FloatArray, IntArray


@compiled
def drawn_in(value: float, low: float, high: float, scale: float) -> float:
    """Beyond the bounds, the logarithm of the distance to them takes the place of the distance."""
    if value > high:
        return high + scale * math.log1p((value - high) / scale)
    if value < low:
        return low - scale * math.log1p((low - value) / scale)
    return value


@compiled
def draw_in_rows(values: FloatArray, low: FloatArray, high: FloatArray, scale: FloatArray) -> None:
    """Draw in the rows of a dense matrix, whose columns have bounds of their own."""
    for i in range(values.shape[0]):
        for j in range(values.shape[1]):
            values[i, j] = drawn_in(values[i, j], low[j], high[j], scale[j])


@compiled
def draw_in_entries(
    values: FloatArray, columns: IntArray, low: FloatArray, high: FloatArray, scale: FloatArray
) -> None:
    """Draw in the entries of a sparse matrix, of which the columns are given."""
    for entry in range(len(values)):
        j = columns[entry]
        values[entry] = drawn_in(values[entry], low[j], high[j], scale[j])


__all__ = ["draw_in_entries", "draw_in_rows", "drawn_in"]
