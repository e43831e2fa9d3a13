"""Dual block coordinate descent of PARM's confidence-rated maximum margin classifier.

Sample i has the weight b_y for its margin with class y, and a dual matrix a >= 0 with row sums b.
The classifier depends on the column sums s of a only: W = sum_i (b_i - s_i) x_i'. For given s the
least trace of a, which is all that the objective asks of the rest of a, is
sum_y max(0, s_y - (sum b - b_y)); so each block has q variables instead of q^2.
"""

from __future__ import annotations

import numpy as np

from plclust._kernels._compile import compiled
from plclust.typing import FloatArray

PRECISION = 1e-14  # of the column sums, relative to their total
MAX_STEPS = 200  # far more than halving needs to exhaust a float


@compiled
def sweep_blocks(
    features: FloatArray, masses: FloatArray, sums: FloatArray, weights: FloatArray
) -> None:
    """One pass over all samples; `sums` (s) and `weights` (W', d x q) are updated in place."""
    n, d = features.shape
    q = masses.shape[1]
    scores = np.empty(q)
    fresh = np.empty(q)
    for i in range(n):
        kappa = 0.0
        scores[:] = 0.0
        for t in range(d):
            x = features[i, t]
            kappa += x * x
            for c in range(q):
                scores[c] += x * weights[t, c]
        if kappa == 0.0:
            continue
        for c in range(q):
            scores[c] -= kappa * (masses[i, c] - sums[i, c])
        solve_block(masses[i], scores, kappa, fresh)
        for c in range(q):
            scores[c] = sums[i, c] - fresh[c]
            sums[i, c] = fresh[c]
        for t in range(d):
            x = features[i, t]
            for c in range(q):
                weights[t, c] += x * scores[c]


@compiled
def solve_block(masses: FloatArray, scores: FloatArray, kappa: float, sums: FloatArray) -> None:
    """Column sums of one block.

    They minimise sum_y kappa/2 (s_y - b_y)^2 - g_y s_y + max(0, s_y - u_y) over s >= 0 with
    sum s = sum b, where u_y = sum b - b_y. Given the multiplier of the sum each s_y has a closed
    form, piecewise linear and falling in the multiplier: Newton steps, halving where they leave
    the bracket.
    """
    total = masses.sum()
    if total == 0.0:
        sums[:] = 0.0
        return
    low = high = scores[0]  # multipliers between which the sum crosses the total
    for c in range(masses.shape[0]):
        low = min(low, scores[c] - kappa * total - 1.0)
        high = max(high, scores[c] + kappa * masses[c])
    multiplier = scores.mean()
    for _ in range(MAX_STEPS):
        excess, moving = fill_sums(masses, scores, kappa, total, multiplier, sums)
        if abs(excess) <= PRECISION * total:
            return
        if excess > 0.0:
            low = multiplier
        else:
            high = multiplier
        if moving > 0:
            multiplier += excess * kappa / moving
        if moving == 0 or not low < multiplier < high:
            multiplier = 0.5 * (low + high)
            if not low < multiplier < high:
                return


@compiled
def fill_sums(
    masses: FloatArray,
    scores: FloatArray,
    kappa: float,
    total: float,
    multiplier: float,
    sums: FloatArray,
) -> tuple[float, int]:
    """Best column sums for a multiplier; returns their excess and how many move with it."""
    excess = -total
    moving = 0
    for c in range(masses.shape[0]):
        free = masses[c] + (scores[c] - multiplier) / kappa
        kink = total - masses[c]
        if free <= kink:
            sums[c] = max(free, 0.0)
            moving += free > 0.0
        elif free - 1.0 / kappa <= kink:
            sums[c] = kink
        else:
            sums[c] = free - 1.0 / kappa
            moving += 1
        excess += sums[c]
    return excess, moving
