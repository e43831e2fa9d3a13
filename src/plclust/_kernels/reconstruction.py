"""Gram matrices of neighbour differences (Eq. 1 and 8), one sample at a time, never stored."""

from __future__ import annotations

import numpy as np

from plclust._kernels._compile import compiled, compiled_with_free_sums
from plclust._kernels.simplex_qp import solve_simplex_qp
from plclust.typing import FloatArray, IntArray

SparseRows = tuple[IntArray, IntArray, FloatArray]  # indptr, indices (sorted), data


@compiled
def reconstruct_rows(
    start: int,
    stop: int,
    indptr: IntArray,
    indices: IntArray,
    features: FloatArray,
    references: FloatArray,
    confidence: FloatArray,
    ridge: float,
    linear: FloatArray,
    weights: FloatArray,
) -> None:
    """Solve Eq. 8 for samples start..stop; Eq. 1 when confidence is empty and linear is zero."""
    for i in range(start, stop):
        edges = slice(indptr[i], indptr[i + 1])
        neighbors = indices[edges]
        if neighbors.shape[0] > 0:
            gram = ridge * np.eye(neighbors.shape[0])
            differences = np.empty((neighbors.shape[0], features.shape[1] + confidence.shape[1]))
            fill_differences(features[i], references, neighbors, differences, 0)
            fill_differences(confidence[i], confidence, neighbors, differences, features.shape[1])
            add_gram(differences, gram)
            solve_simplex_qp(gram, linear[edges], weights[edges])


@compiled
def reconstruct_sparse_rows(
    start: int,
    stop: int,
    indptr: IntArray,
    indices: IntArray,
    features: SparseRows,
    references: SparseRows,
    confidence: FloatArray,
    ridge: float,
    linear: FloatArray,
    weights: FloatArray,
) -> None:
    """The same for features in CSR form."""
    for i in range(start, stop):
        edges = slice(indptr[i], indptr[i + 1])
        neighbors = indices[edges]
        if neighbors.shape[0] > 0:
            gram = ridge * np.eye(neighbors.shape[0])
            add_gram_of_sparse_differences(features, i, references, neighbors, gram)
            add_gram_of_differences(confidence[i], confidence, neighbors, gram)
            solve_simplex_qp(gram, linear[edges], weights[edges])


@compiled
def add_gram_of_differences(
    point: FloatArray, references: FloatArray, neighbors: IntArray, gram: FloatArray
) -> None:
    """Add <x - r_a, x - r_b> to gram[a, b] for all neighbours a, b of x."""
    differences = np.empty((neighbors.shape[0], point.shape[0]))
    fill_differences(point, references, neighbors, differences, 0)
    add_gram(differences, gram)


@compiled
def fill_differences(
    point: FloatArray,
    references: FloatArray,
    neighbors: IntArray,
    differences: FloatArray,
    first: int,
) -> None:
    """Let row a of `differences`, from column `first` on, be x - r_a for the neighbours a of x."""
    for a in range(neighbors.shape[0]):
        neighbor = neighbors[a]
        for t in range(point.shape[0]):
            differences[a, first + t] = point[t] - references[neighbor, t]


@compiled_with_free_sums
def add_gram(rows: FloatArray, gram: FloatArray) -> None:
    """Add the inner products of all pairs of rows."""
    for a in range(rows.shape[0]):
        for b in range(a + 1):
            total = 0.0
            for t in range(rows.shape[1]):
                total += rows[a, t] * rows[b, t]
            gram[a, b] += total
            if a != b:
                gram[b, a] += total


@compiled
def add_gram_of_sparse_differences(
    features: SparseRows,
    i: int,
    references: SparseRows,
    neighbors: IntArray,
    gram: FloatArray,
) -> None:
    """Add <x - r_a, x - r_b> = <x,x> - <x,r_a> - <x,r_b> + <r_a,r_b> for all a, b."""
    k = neighbors.shape[0]
    own = sparse_dot(features, i, features, i)
    with_point = np.empty(k)
    for a in range(k):
        with_point[a] = sparse_dot(features, i, references, neighbors[a])
    for a in range(k):
        for b in range(a + 1):
            between = sparse_dot(references, neighbors[a], references, neighbors[b])
            total = own - with_point[a] - with_point[b] + between
            gram[a, b] += total
            if a != b:
                gram[b, a] += total


@compiled
def sparse_dot(left: SparseRows, i: int, right: SparseRows, j: int) -> float:
    """Inner product of row i of one CSR matrix and row j of another."""
    a, a_end = left[0][i], left[0][i + 1]
    b, b_end = right[0][j], right[0][j + 1]
    total = 0.0
    while a < a_end and b < b_end:
        if left[1][a] == right[1][b]:
            total += left[2][a] * right[2][b]
            a += 1
            b += 1
        elif left[1][a] < right[1][b]:
            a += 1
        else:
            b += 1
    return total
