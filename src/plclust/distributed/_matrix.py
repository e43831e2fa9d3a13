"""Sparse matrices between the samples, by blocks of rows, and their products with blocks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import sparse

from plclust.disambiguation._confidence import inner
from plclust.distributed._blocks import Blocks, each, fetch, get, keep, one
from plclust.distributed._parts import Bounds
from plclust.distributed._rebuild import Rebuilt
from plclust.graph import sparse_product
from plclust.graph._laplacian import mean_of
from plclust.graph._neighbors import regular_graph
from plclust.typing import FloatArray, IntArray


class BlockRow(NamedTuple):
    """Rows of a part, whose columns are the samples that they need of some parts."""

    matrix: sparse.csr_array
    needs: list[IntArray]  # positions in each of these parts
    parts: list[int]


@dataclass(frozen=True)
class BlockMatrix:
    """A square sparse matrix between the samples of all parts."""

    rows: Blocks
    parts: list[list[int]]  # that each block of rows needs

    def each(
        self, function: Callable[..., Any], vectors: Blocks, *columns: Blocks, **shared: Any
    ) -> Blocks:
        """The function of each block of rows, of the vectors that it needs, and of the columns."""
        needed = [[vectors[part] for part in parts] for parts in self.parts]
        return each(function, self.rows, needed, *columns, **shared)

    def __matmul__(self, vectors: Blocks) -> Blocks:
        return self.each(multiply, vectors)


class Reconstruction(NamedTuple):
    """R and its transpose, blocks of rows with all columns."""

    rows: Blocks
    transposed: Blocks


def reconstruction(bounds: Bounds, rebuilt: Blocks) -> Reconstruction:
    """R of the parts' weights."""
    n_parts = len(bounds)
    rows = keep(each(_as_matrix, rebuilt, n_samples=bounds.n_samples))
    transposed = [
        one(_join, [one(_transposed, row, *bounds.span(number)) for row in rows])
        for number in range(n_parts)
    ]
    return Reconstruction(rows, keep(transposed))


def residual_operator(
    bounds: Bounds, rows: Blocks, factor: float = 1.0, dtype: npt.DTypeLike = np.float64
) -> BlockMatrix:
    """I - R, or its transpose from the rows of R', times a factor."""
    firsts = bounds.starts[:-1].tolist()
    blocks = each(_from_identity, rows, firsts, factor=factor, dtype=dtype)
    return block_matrix(bounds, blocks)


def affinity(reconstruction: Reconstruction) -> Blocks:
    """W = (R + R') / 2."""
    return keep(each(mean_of, reconstruction.rows, reconstruction.transposed))


def block_matrix(bounds: Bounds, rows: Blocks) -> BlockMatrix:
    """From blocks of rows with all columns."""
    compressed = keep(each(_compress, rows, starts=bounds.starts))
    return BlockMatrix(compressed, fetch(get("parts", compressed)))


def multiply(row: BlockRow, vectors: list[FloatArray]) -> FloatArray:
    """A block of rows, times the blocks of a vector that it needs."""
    taken = [vector[need] for vector, need in zip(vectors, row.needs, strict=True)]
    return sparse_product(row.matrix, np.concatenate(taken))


def squares_of(values: FloatArray) -> float:
    """Sum of squares."""
    return inner(values, values)


def _as_matrix(rebuilt: Rebuilt, n_samples: int) -> sparse.csr_array:
    matrix = regular_graph(rebuilt.weights, rebuilt.neighbors, n_samples)
    matrix.sort_indices()
    return matrix


def _transposed(rows: sparse.csr_array, first: int, last: int) -> sparse.csr_array:
    return sparse.csr_array(rows[:, first:last].T)


def _join(columns: list[sparse.csr_array]) -> sparse.csr_array:
    return sparse.csr_array(sparse.hstack(columns, format="csr"))


def _from_identity(
    rows: sparse.csr_array, first: int, factor: float, dtype: npt.DTypeLike
) -> sparse.csr_array:
    identity = sparse.eye_array(*rows.shape, k=first, format="csr", dtype=dtype)
    return sparse.csr_array(identity - rows.astype(dtype)) * factor


def _compress(rows: sparse.csr_array, starts: IntArray) -> BlockRow:
    columns, local = np.unique(rows.indices, return_inverse=True)
    pieces = np.split(columns, np.searchsorted(columns, starts[1:-1]))
    parts = [number for number, piece in enumerate(pieces) if len(piece) > 0]
    matrix = sparse.csr_array(
        (rows.data, local.astype(np.int32), rows.indptr), shape=(rows.shape[0], len(columns))
    )
    return BlockRow(matrix, [pieces[number] - starts[number] for number in parts], parts)


__all__ = [
    "BlockMatrix",
    "BlockRow",
    "Reconstruction",
    "affinity",
    "block_matrix",
    "multiply",
    "reconstruction",
    "residual_operator",
    "squares_of",
]
