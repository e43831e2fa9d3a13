"""Products of sparse matrices with narrow dense ones."""

from __future__ import annotations

from plclust._kernels._compile import compiled
from plclust._kernels._lanes import sum_of_lanes
from plclust.typing import FloatArray, IntArray

sum_eights = sum_of_lanes(8)
sum_fours = sum_of_lanes(4)
sum_ones = sum_of_lanes(1)


@compiled
def multiply_rows(
    start: int,
    stop: int,
    indptr: IntArray,
    indices: IntArray,
    data: FloatArray,
    right: FloatArray,
    out: FloatArray,
) -> None:
    """Rows start..stop of the product of a CSR matrix and `right`.

    Where the columns do not come out even, the last ones are added up together with some that have
    been already.
    """
    q = right.shape[1]
    for i in range(start, stop):
        begin, end = indptr[i], indptr[i + 1]
        if q >= 8:
            for c in range(0, q - 16, 16):
                sum_eights(indices, data, begin, end, right, c, c + 8, out, i)
            sum_eights(indices, data, begin, end, right, max(q - 16, 0), q - 8, out, i)
        elif q >= 4:
            sum_fours(indices, data, begin, end, right, 0, q - 4, out, i)
        else:
            for c in range(q):
                sum_ones(indices, data, begin, end, right, c, c, out, i)


@compiled
def mix_rows(
    start: int,
    stop: int,
    factors: FloatArray,
    one: FloatArray,
    other: FloatArray,
    last: FloatArray,
) -> None:
    """Overwrite rows start..stop of `last` with a mixture of all three, by their `factors`."""
    for i in range(start, stop):
        for c in range(last.shape[1]):
            last[i, c] = factors[0] * one[i, c] + factors[1] * other[i, c] + factors[2] * last[i, c]
