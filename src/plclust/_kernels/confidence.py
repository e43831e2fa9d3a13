"""Steps of the label confidences, row by row, inside their candidate simplices."""

from __future__ import annotations

import numpy as np

from plclust._kernels._compile import compiled, compiled_with_free_sums
from plclust.typing import BoolArray, FloatArray, IntArray


@compiled
def project_on_candidates(values: FloatArray, allowed: BoolArray, scratch: FloatArray) -> None:
    """Overwrite `values` with the nearest distribution over the allowed classes."""
    q = values.shape[0]
    kept = 0
    total = 0.0
    for c in range(q):
        if allowed[c]:
            scratch[kept] = values[c]
            total += values[c]
            kept += 1
    threshold = (total - 1.0) / kept
    shrinking = True
    while shrinking:
        before = kept
        kept = 0
        total = 0.0
        for s in range(before):
            if scratch[s] > threshold:
                scratch[kept] = scratch[s]
                total += scratch[s]
                kept += 1
        shrinking = kept < before
        threshold = (total - 1.0) / kept
    for c in range(q):
        values[c] = max(values[c] - threshold, 0.0) if allowed[c] else 0.0


@compiled
def project_rows(start: int, stop: int, candidates: BoolArray, values: FloatArray) -> None:
    scratch = np.empty(values.shape[1])
    for i in range(start, stop):
        project_on_candidates(values[i], candidates[i], scratch)


@compiled_with_free_sums
def descend_rows(
    start: int,
    stop: int,
    candidates: BoolArray,
    curvature: FloatArray,
    gradient: FloatArray,
    point: FloatArray,
    previous: FloatArray,
    following: FloatArray,
) -> tuple[float, float]:
    """Projected gradient step from `point` into `following`.

    Returns the least value of <gradient, F> over all feasible rows, and the test of the adaptive
    restart: positive when the step turns back against the momentum.
    """
    q = point.shape[1]
    moved = np.empty(q)
    scratch = np.empty(q)
    lowest = 0.0
    turning = 0.0
    for i in range(start, stop):
        least = np.inf
        step = 1.0 / curvature[i]
        total = -1.0
        support = 0
        for c in range(q):
            slope = gradient[i, c] if candidates[i, c] else np.inf
            held = previous[i, c] > 0.0
            moved[c] = point[i, c] - step * slope
            total += moved[c] if held else 0.0
            support += 1 if held else 0
            least = min(least, slope)
        lowest += least
        # Most rows keep their support from step to step: then its threshold is the right one.
        threshold = total / support if support > 0 else 0.0
        changes = 0 if support > 0 else 1
        for c in range(q):
            above = moved[c] > threshold
            following[i, c] = moved[c] - threshold if above else 0.0
            changes += 1 if above != (previous[i, c] > 0.0) else 0
        if changes > 0:
            for c in range(q):
                following[i, c] = moved[c]
            project_on_candidates(following[i], candidates[i], scratch)
        row_turning = 0.0
        for c in range(q):
            row_turning += (point[i, c] - following[i, c]) * (following[i, c] - previous[i, c])
        turning += curvature[i] * row_turning
    return lowest, turning


@compiled
def extrapolate_rows(
    start: int,
    stop: int,
    pace: float,
    previous: FloatArray,
    current: FloatArray,
    point: FloatArray,
) -> None:
    """Let `point` be `current` and `pace` times the way that led there."""
    for i in range(start, stop):
        for c in range(point.shape[1]):
            point[i, c] = current[i, c] + pace * (current[i, c] - previous[i, c])


@compiled_with_free_sums
def tangent_rows(start: int, stop: int, values: FloatArray, direction: FloatArray) -> None:
    """Keep of `direction` what stays, row by row, inside the face of the positive `values`."""
    q = values.shape[1]
    for i in range(start, stop):
        total = 0.0
        free = 0
        for c in range(q):
            held = values[i, c] > 0.0
            total += direction[i, c] if held else 0.0
            free += 1 if held else 0
        mean = total / free
        for c in range(q):
            direction[i, c] = direction[i, c] - mean if values[i, c] > 0.0 else 0.0


@compiled_with_free_sums
def follow_rows(
    start: int,
    stop: int,
    values: FloatArray,
    curvature: FloatArray,
    length: float,
    change: FloatArray,
    step: FloatArray,
    total: FloatArray,
    downhill: FloatArray,
) -> float:
    """Go `length` times `step`, inside the face of the positive `values`.

    `change` is that of the gradient per length. Adds the step to `total`, takes its change from
    `downhill`, and returns the squared length of that in units of the curvature.
    """
    q = values.shape[1]
    size = 0.0
    for i in range(start, stop):
        mean = 0.0
        free = 0.0
        for c in range(q):
            held = 1.0 if values[i, c] > 0.0 else 0.0
            mean += held * change[i, c]
            free += held
        mean /= free
        square = 0.0
        for c in range(q):
            held = 1.0 if values[i, c] > 0.0 else 0.0
            downhill[i, c] -= length * held * (change[i, c] - mean)
            square += downhill[i, c] * downhill[i, c]
        size += square / curvature[i]
        for c in range(q):
            total[i, c] += length * step[i, c]
    return size


@compiled
def turn_rows(
    start: int,
    stop: int,
    repeated: float,
    curvature: FloatArray,
    downhill: FloatArray,
    step: FloatArray,
) -> None:
    """Next step: downhill, in units of the curvature, and some of the last one."""
    for i in range(start, stop):
        scale = 1.0 / curvature[i]
        for c in range(step.shape[1]):
            step[i, c] = repeated * step[i, c] + scale * downhill[i, c]


@compiled
def sweep_rows(
    indptr: IntArray,
    indices: IntArray,
    weights: FloatArray,
    candidates: BoolArray,
    values: FloatArray,
    residual: FloatArray,
) -> None:
    """One Gauss-Seidel sweep of Eq. 9: each row of F in turn, the others fixed.

    The sparse matrix is the transpose of I - R; `residual` is (I - R)F and is kept up to date.
    """
    n, q = values.shape
    scratch = np.empty(q)
    fresh = np.empty(q)
    for j in range(n):
        square = 0.0
        fresh[:] = 0.0
        for e in range(indptr[j], indptr[j + 1]):
            square += weights[e] * weights[e]
            for c in range(q):
                fresh[c] += weights[e] * residual[indices[e], c]
        for c in range(q):
            fresh[c] = values[j, c] - fresh[c] / square
        project_on_candidates(fresh, candidates[j], scratch)
        for c in range(q):
            scratch[c] = fresh[c] - values[j, c]
            values[j, c] = fresh[c]
        for e in range(indptr[j], indptr[j + 1]):
            for c in range(q):
                residual[indices[e], c] += weights[e] * scratch[c]
