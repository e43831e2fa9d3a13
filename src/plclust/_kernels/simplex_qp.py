"""Minimise w'Gw + c'w over the probability simplex: a primal active set for small, many, maybe
singular problems.

From a feasible w the method takes Newton steps inside the face of the positive weights. A step that
would leave the simplex is cut at the border and the weight that hit it leaves the face; on a
stationary face the weight with the most negative reduced gradient enters. Newton steps start from
the current point, so rounding in a nearly singular face is corrected by the next step, and a flat
descent direction becomes a long step that ends at the border.
"""

from __future__ import annotations

import numpy as np

from plclust._kernels._compile import compiled
from plclust.typing import FloatArray, IntArray

OPTIMALITY = 1e-13  # largest violation of the optimality conditions, relative to the data's scale
MOST_AT_ONCE = 30  # weights of which many stay positive; of more, most would have to leave
MOST_CUT = 10.0  # sum of the positive weights of a minimiser of any sign that is worth a start
RIDGE = 1e-13  # makes the Cholesky factor of a singular face finite; later steps undo its bias


@compiled
def solve_simplex_qp(gram: FloatArray, linear: FloatArray, weights: FloatArray) -> None:
    """Overwrite `weights` with a minimiser of w'Gw + c'w, w >= 0, sum(w) = 1.

    `weights` is also the starting point: a point of the simplex, or anything with a non-positive
    sum to start near the minimiser of any sign, if there is a clear one, else from the best vertex.
    """
    k = linear.shape[0]
    scale = 0.0
    for a in range(k):
        scale = max(scale, abs(linear[a]), gram[a, a])
    tolerance = OPTIMALITY * scale
    gradient = np.empty(k)
    face = np.arange(k)
    reduced = np.empty((k, k))
    step = np.empty(k)
    if weights.sum() <= 0.0 and k > MOST_AT_ONCE:
        start_at_best_vertex(gram, linear, weights)
    elif weights.sum() <= 0.0:
        weights[:] = 1.0 / k
        fill_gradient(gram, linear, weights, gradient)
        newton_step(gram, gradient, scale, face, k, reduced, step)
        if not cut_to_simplex(weights, step):
            start_at_best_vertex(gram, linear, weights)
    if scale == 0.0:
        return
    for _ in range(20 * k + 20):
        fill_gradient(gram, linear, weights, gradient)
        size = 0
        lowest = highest = -1
        entering = -1
        for a in range(k):
            if weights[a] > 0.0:
                face[size] = a
                size += 1
                if lowest < 0 or gradient[a] < gradient[lowest]:
                    lowest = a
                if highest < 0 or gradient[a] > gradient[highest]:
                    highest = a
            elif entering < 0 or gradient[a] < gradient[entering]:
                entering = a
        if gradient[highest] - gradient[lowest] <= tolerance:
            if entering < 0 or gradient[lowest] - gradient[entering] <= tolerance:
                return
            face[size] = entering
            size += 1
        newton_step(gram, gradient, scale, face, size, reduced, step)
        if not move_within_simplex(weights, face, size, step):
            break
    exchange_pairs(gram, linear, weights, gradient, tolerance)


@compiled
def cut_to_simplex(weights: FloatArray, step: FloatArray) -> bool:
    """Take the step and leave out what has become negative; False if that is most of it."""
    total = 0.0
    for a in range(weights.shape[0]):
        weights[a] = max(weights[a] + step[a], 0.0)
        total += weights[a]
    for a in range(weights.shape[0]):
        weights[a] /= total
    return total <= MOST_CUT  # not so of a singular face, where it may even be NaN


@compiled
def start_at_best_vertex(gram: FloatArray, linear: FloatArray, weights: FloatArray) -> None:
    best = 0
    for a in range(1, linear.shape[0]):
        if gram[a, a] + linear[a] < gram[best, best] + linear[best]:
            best = a
    weights[:] = 0.0
    weights[best] = 1.0


@compiled
def fill_gradient(
    gram: FloatArray, linear: FloatArray, weights: FloatArray, gradient: FloatArray
) -> None:
    k = linear.shape[0]
    gradient[:] = linear
    for a in range(k):
        if weights[a] != 0.0:
            twice = 2.0 * weights[a]
            for b in range(k):
                gradient[b] += twice * gram[a, b]


@compiled
def newton_step(
    gram: FloatArray,
    gradient: FloatArray,
    scale: float,
    face: IntArray,
    size: int,
    reduced: FloatArray,
    step: FloatArray,
) -> None:
    """Newton step on the face; the last member pays for what the others gain.

    The diagonal of the Cholesky factor holds reciprocals: divisions are most of the time.
    """
    m = size - 1
    last = face[m]
    largest = 0.0
    for i in range(m):
        a = face[i]
        for j in range(i + 1):
            b = face[j]
            reduced[i, j] = 2.0 * (gram[a, b] - gram[a, last] - gram[b, last] + gram[last, last])
        largest = max(largest, reduced[i, i])
        step[i] = gradient[last] - gradient[a]
    ridge = RIDGE * (largest + 1e-3 * scale)
    for i in range(m):
        reduced[i, i] += ridge
        for j in range(i + 1):
            total = reduced[i, j]
            for l in range(j):
                total -= reduced[i, l] * reduced[j, l]
            if i == j:
                reduced[i, i] = 1.0 / np.sqrt(max(total, ridge))
            else:
                reduced[i, j] = total * reduced[j, j]
    for i in range(m):
        for l in range(i):
            step[i] -= reduced[i, l] * step[l]
        step[i] *= reduced[i, i]
    for i in range(m - 1, -1, -1):
        for l in range(i + 1, m):
            step[i] -= reduced[l, i] * step[l]
        step[i] *= reduced[i, i]
    step[m] = 0.0
    for i in range(m):
        step[m] -= step[i]


@compiled
def move_within_simplex(weights: FloatArray, face: IntArray, size: int, step: FloatArray) -> bool:
    """Take the longest feasible part of the step, at most all of it; False if there is none."""
    length = 1.0
    hit = -1
    for i in range(size):
        a = face[i]
        if step[i] < 0.0 and weights[a] + length * step[i] <= 0.0:
            length = -weights[a] / step[i]
            hit = a
    if length == 0.0 and weights[hit] == 0.0:
        return False
    total = 0.0
    for i in range(size):
        a = face[i]
        weights[a] = max(weights[a] + length * step[i], 0.0)
        if a == hit:
            weights[a] = 0.0
        total += weights[a]
    for i in range(size):
        weights[face[i]] /= total
    return True


@compiled
def exchange_pairs(
    gram: FloatArray,
    linear: FloatArray,
    weights: FloatArray,
    gradient: FloatArray,
    tolerance: float,
) -> None:
    """Finish by exact line searches between two weights: slow, but nothing can stall it."""
    k = linear.shape[0]
    fill_gradient(gram, linear, weights, gradient)
    for _ in range(1000 * k):
        gain = np.argmin(gradient)
        loss = -1
        for a in range(k):
            if weights[a] > 0.0 and (loss < 0 or gradient[a] > gradient[loss]):
                loss = a
        violation = gradient[loss] - gradient[gain]
        if violation <= tolerance:
            return
        curvature = 2.0 * (gram[gain, gain] + gram[loss, loss] - 2.0 * gram[gain, loss])
        moved = weights[loss]
        if curvature * moved > violation:
            moved = violation / curvature
            weights[loss] -= moved
        else:
            weights[loss] = 0.0
        weights[gain] += moved
        for b in range(k):
            gradient[b] += 2.0 * moved * (gram[gain, b] - gram[loss, b])
