"""Minimise ||A w - b|| over w >= 0, given A'A and A'b: a primal active set for small, many, maybe
singular problems.

The columns of A are scaled to unit length first, so that one tolerance serves all of them. Then,
as for the simplex, Newton steps inside the face of the positive weights are cut at the border, and
on a stationary face the weight with the most negative gradient enters.
"""

from __future__ import annotations

import numpy as np

from plclust._kernels._compile import compiled
from plclust._kernels.reconstruction import add_gram_of_differences
from plclust.typing import FloatArray, IntArray

OPTIMALITY = 1e-13  # largest violation of the optimality conditions, columns and b of unit length
RIDGE = 1e-13  # makes the Cholesky factor of a singular face finite; later steps undo its bias


@compiled
def rebuild_rows(
    start: int,
    stop: int,
    indptr: IntArray,
    indices: IntArray,
    features: FloatArray,
    references: FloatArray,
    weights: FloatArray,
) -> None:
    """Weights of the neighbours that rebuild samples start..stop."""
    origin = np.zeros(references.shape[1])
    for i in range(start, stop):
        edges = slice(indptr[i], indptr[i + 1])
        neighbors = indices[edges]
        k = neighbors.shape[0]
        gram = np.zeros((k, k))
        products = np.zeros(k)
        add_gram_of_differences(origin, references, neighbors, gram)
        for a in range(k):
            for t in range(origin.shape[0]):
                products[a] += references[neighbors[a], t] * features[i, t]
        solve_nnls(gram, products, weights[edges])


@compiled
def solve_nnls(gram: FloatArray, products: FloatArray, weights: FloatArray) -> None:
    """Overwrite `weights` with a minimiser of w'Gw / 2 - p'w, w >= 0, for G = A'A and p = A'b.

    The start is at zero, and a column of zeros gets no weight.
    """
    k = products.shape[0]
    lengths = np.sqrt(np.diag(gram))
    scale = 0.0
    for a in range(k):
        if lengths[a] > 0.0:
            scale = max(scale, products[a] / lengths[a])
    weights[:] = 0.0
    if scale == 0.0:
        return
    unit_gram = np.zeros((k, k))
    linear = np.zeros(k)
    for a in range(k):
        if lengths[a] > 0.0:
            linear[a] = products[a] / lengths[a] / scale
            for b in range(k):
                if lengths[b] > 0.0:
                    unit_gram[a, b] = gram[a, b] / lengths[a] / lengths[b]
    if not follow_faces(unit_gram, linear, weights):
        descend_coordinates(unit_gram, linear, weights)
    for a in range(k):
        if weights[a] > 0.0:
            weights[a] *= scale / lengths[a]


@compiled
def follow_faces(gram: FloatArray, linear: FloatArray, weights: FloatArray) -> bool:
    """The active set; False if rounding kept it from a point that passes for optimal."""
    k = linear.shape[0]
    face = np.empty(k, np.int64)
    factor = np.empty((k, k))
    step = np.empty(k)
    for _ in range(20 * k + 20):
        gradient = gram @ weights - linear
        tolerance = OPTIMALITY * (1.0 + weights.sum())
        size = 0
        entering = -1
        stationary = True
        for a in range(k):
            if weights[a] > 0.0:
                face[size] = a
                size += 1
                stationary = stationary and abs(gradient[a]) <= tolerance
            elif entering < 0 or gradient[a] < gradient[entering]:
                entering = a
        if stationary:
            if entering < 0 or gradient[entering] >= -tolerance:
                return True
            face[size] = entering
            size += 1
        newton_step(gram, gradient, face[:size], factor, step)
        if not move_within_orthant(weights, face[:size], step):
            return False
    return False


@compiled
def newton_step(
    gram: FloatArray, gradient: FloatArray, face: IntArray, factor: FloatArray, step: FloatArray
) -> None:
    """Newton step on the face, by a Cholesky factor."""
    m = face.shape[0]
    for i in range(m):
        for j in range(i + 1):
            total = gram[face[i], face[j]]
            for l in range(j):
                total -= factor[i, l] * factor[j, l]
            if i == j:
                factor[i, i] = np.sqrt(max(total, 0.0) + RIDGE)
            else:
                factor[i, j] = total / factor[j, j]
    for i in range(m):
        step[i] = -gradient[face[i]]
        for l in range(i):
            step[i] -= factor[i, l] * step[l]
        step[i] /= factor[i, i]
    for i in range(m - 1, -1, -1):
        for l in range(i + 1, m):
            step[i] -= factor[l, i] * step[l]
        step[i] /= factor[i, i]


@compiled
def move_within_orthant(weights: FloatArray, face: IntArray, step: FloatArray) -> bool:
    """Take the longest feasible part of the step, at most all of it; False if there is none."""
    length = 1.0
    hit = -1
    for i in range(face.shape[0]):
        a = face[i]
        if step[i] < 0.0 and weights[a] + length * step[i] <= 0.0:
            length = -weights[a] / step[i]
            hit = a
    if length == 0.0:
        return False
    for i in range(face.shape[0]):
        weights[face[i]] = max(weights[face[i]] + length * step[i], 0.0)
    if hit >= 0:
        weights[hit] = 0.0
    return True


@compiled
def descend_coordinates(gram: FloatArray, linear: FloatArray, weights: FloatArray) -> None:
    """Finish by exact searches along single weights: slow, but nothing can stall it."""
    k = linear.shape[0]
    gradient = gram @ weights - linear
    for _ in range(1000 * k):
        largest = 0.0
        for a in range(k):
            if gram[a, a] > 0.0:
                change = max(-gradient[a] / gram[a, a], -weights[a])
                weights[a] += change
                gradient += change * gram[a]
                largest = max(largest, abs(change))
        if largest <= OPTIMALITY * (1.0 + weights.sum()):
            return
