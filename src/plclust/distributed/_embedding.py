"""Leading eigenvectors of the normalised adjacency on blocks: a Chebyshev-filtered subspace.

As in :mod:`plclust.spectral` for very many samples. The vectors stay on the workers; inner products
between them are all that comes to the client. The known vectors of the connected components are in
the subspace from the start.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from plclust._warnings import warn_user
from plclust.distributed._blocks import Blocks, each, fetch, keep, share, total
from plclust.distributed._components import Pieces, connected_pieces
from plclust.distributed._matrix import BlockMatrix, BlockRow, block_matrix, multiply
from plclust.distributed._parts import Bounds
from plclust.graph import degrees
from plclust.spectral import diffusion_weights
from plclust.spectral._subspace import (
    MOST_ROUNDS,
    ChebyshevStep,
    chebyshev_steps,
    n_block_vectors,
    rayleigh_ritz,
)
from plclust.typing import FloatArray, IntArray

ACCURACY = 1e-5  # of eigenvalues, as length of the residual


class Embedding(NamedTuple):
    """What the graph says about clusters."""

    vectors: Blocks
    n_pieces: int  # connected components
    eigenvalue: float  # of the last vector that was to be accurate


def spectral_embedding(
    bounds: Bounds,
    affinity: Blocks,
    n_components: int,
    *,
    n_accurate: int,
    diffusion: float,
    diffusion_floor: float,
    random_state: np.random.RandomState,
) -> Embedding:
    """As :func:`plclust.spectral.spectral_embedding`."""
    n_components = min(n_components, bounds.n_samples)
    matrix = block_matrix(bounds, affinity)
    degree = keep(each(degrees, affinity))
    pieces = connected_pieces(matrix, degree)
    names = _names_of_columns(pieces, n_components)
    known = each(
        _indicators, pieces.piece_of, degree, names=share(names), volumes=share(pieces.volumes)
    )
    if len(pieces) >= n_components:
        return Embedding(keep(known), len(pieces), 1.0)
    last = min(n_accurate, n_components) - 1
    if len(pieces) > last:  # all of these are known, and nothing would come with them
        n_accurate = n_components
    n_vectors = max(n_block_vectors(n_accurate, bounds.n_samples), n_components)
    seeds = random_state.randint(2**31 - 1, size=len(bounds)).tolist()
    start = keep(each(_with_random_columns, known, seeds, n_vectors=n_vectors))
    adjacency = _normalized(matrix, degree)
    values, vectors = _leading_subspace(adjacency, start, n_accurate)
    factors = diffusion_weights(values[:n_components], diffusion, diffusion_floor)
    scaled = keep(each(_scaled_columns, vectors, factors=share(factors)))
    return Embedding(scaled, len(pieces), float(values[last]))


def _names_of_columns(pieces: Pieces, n_components: int) -> IntArray:
    """Column of the component's own vector, and -1 for components that get none.

    When there are too many, those of largest volume get one.
    """
    names = np.full(len(pieces), -1)
    largest = np.argsort(-pieces.volumes, kind="stable")[:n_components]
    names[largest] = np.arange(len(largest))
    return names


def _leading_subspace(
    adjacency: BlockMatrix, vectors: Blocks, n_accurate: int
) -> tuple[FloatArray, Blocks]:
    for _ in range(MOST_ROUNDS):
        images = keep(adjacency @ vectors)
        grams = [total(each(_products, *pair)) for pair in _pairs(vectors, images)]
        values, mixing, errors = rayleigh_ritz(*fetch(grams))
        vectors = keep(each(np.matmul, vectors, [mixing] * len(vectors)))
        if errors[:n_accurate].max() <= ACCURACY:
            return values, vectors
        vectors = _filter(adjacency, vectors, float(values[-1]))
    warn_user(
        f"The eigenvectors are accurate to {errors[:n_accurate].max():.1g} only, expected "
        f"{ACCURACY:.1g}. Clusters that are hardly apart may depend on chance.",
        ConvergenceWarning,
    )
    return values, vectors


def _pairs(vectors: Blocks, images: Blocks) -> list[tuple[Blocks, Blocks]]:
    return [(vectors, vectors), (vectors, images), (images, images)]


def _filter(adjacency: BlockMatrix, vectors: Blocks, largest_damped: float) -> Blocks:
    before, current = vectors, vectors
    for step in chebyshev_steps(largest_damped):
        following = keep(adjacency.each(_next_polynomial, current, current, before, step=step))
        before, current = current, following
    return current


def _next_polynomial(
    row: BlockRow,
    vectors: list[FloatArray],
    current: FloatArray,
    before: FloatArray,
    step: ChebyshevStep,
) -> FloatArray:
    following = multiply(row, vectors)
    following *= step.image
    following -= step.current * current
    following -= step.before * before
    return following


def _normalized(affinity: BlockMatrix, degree: Blocks) -> BlockMatrix:
    """A^(-1/2) W A^(-1/2)."""
    return BlockMatrix(keep(affinity.each(_scaled, degree, degree)), affinity.parts)


def _scaled(row: BlockRow, degrees: list[FloatArray], own: FloatArray) -> BlockRow:
    taken = [degree[need] for degree, need in zip(degrees, row.needs, strict=True)]
    columns = np.concatenate(taken)[row.matrix.indices]
    rows = np.repeat(own, np.diff(row.matrix.indptr))
    matrix = row.matrix.copy()
    matrix.data /= np.sqrt(rows * columns)
    return row._replace(matrix=matrix)


def _indicators(
    piece_of: IntArray, degree: FloatArray, names: IntArray, volumes: FloatArray
) -> FloatArray:
    """Unit vectors of the components: the square roots of their members' degrees."""
    indicators = np.zeros((len(piece_of), names.max() + 1))
    column = names[piece_of]
    named = np.flatnonzero(column >= 0)
    indicators[named, column[named]] = np.sqrt(degree[named] / volumes[piece_of[named]])
    return indicators


def _with_random_columns(known: FloatArray, seed: int, n_vectors: int) -> FloatArray:
    shape = len(known), n_vectors - known.shape[1]
    return np.hstack([known, np.random.default_rng(seed).uniform(-1.0, 1.0, shape)])


def _products(left: FloatArray, right: FloatArray) -> FloatArray:
    products: FloatArray = left.T @ right
    return products


def _scaled_columns(vectors: FloatArray, factors: FloatArray) -> FloatArray:
    scaled: FloatArray = vectors[:, : len(factors)] * factors
    return scaled


__all__ = ["spectral_embedding"]
