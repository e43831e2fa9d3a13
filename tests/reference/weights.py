"""Reconstruction weights: Eq. 1 and 8 for one sample, and two solvers of their own."""

from itertools import chain, combinations

import numpy as np
from scipy.optimize import minimize

from reference.simplex import project_on_simplex


def reconstruction_error(point, neighbors, weights):
    """Eq. 1, one term: ||x_j - sum_i w_ij x_i||^2."""
    return float(np.sum((point - weights @ neighbors) ** 2))


def gram_of_differences(point, neighbors):
    """G = O O' with the rows of O being x_j - x_N(1), ..., x_j - x_N(k) (below Eq. 8)."""
    differences = point - neighbors
    return differences @ differences.T


def weight_objective(gram, linear, weights):
    """Eq. 8: w'(G^x + G^f)w + (alpha H + beta K)'w. Broadcasts over leading axes."""
    quadratic = np.einsum("...a,...ab,...b->...", weights, gram, weights)
    return quadratic + np.einsum("...a,...a->...", linear, weights)


def problem_scale(gram, linear):
    """Largest entry of the data of Eq. 8; the largest entry of a Gram matrix is on its diagonal."""
    diagonal = np.einsum("...aa->...a", gram)
    return np.maximum(np.abs(linear), diagonal).max(axis=-1)


def duality_gap(gram, linear, weights):
    """g'w - min(g) with the gradient g = 2Gw + c: an upper bound of objective minus optimum.

    The objective is convex, so it lies above its tangent: optimum >= objective + min_v g'(v - w).
    """
    gradient = 2.0 * np.einsum("...ab,...b->...a", gram, weights) + linear
    return np.einsum("...a,...a->...", gradient, weights) - gradient.min(axis=-1)


def solve_by_supports(gram, linear):
    """Optimum of Eq. 8 by trying every support. Batches of problems in the leading axis; small k.

    On the support of a solution the optimality conditions are linear:

        [2G  1] [w ]   [-c]
        [1'  0] [mu] = [ 1]

    A singular G has a solution on some support where they are regular. A ridge of 1e-13 of the
    scale makes the others solvable, and every w is made feasible before it is compared: whatever
    rounding does, the returned objective is attained on the simplex.
    """
    count, k = linear.shape
    scale = problem_scale(gram, linear)
    scale[scale == 0.0] = 1.0
    gram, linear = gram / scale[:, None, None], linear / scale[:, None]
    best = np.full(count, np.inf)
    solution = np.zeros((count, k))
    supports = chain.from_iterable(combinations(range(k), size) for size in range(1, k + 1))
    for support in map(list, supports):
        size = len(support)
        system = np.zeros((count, size + 1, size + 1))
        system[:, :size, :size] = 2.0 * gram[:, support][:, :, support] + 1e-13 * np.eye(size)
        system[:, size, :size] = system[:, :size, size] = 1.0
        target = np.ones((count, size + 1, 1))
        target[:, :size, 0] = -linear[:, support]
        weights = np.zeros((count, k))
        weights[:, support] = np.maximum(np.linalg.solve(system, target)[:, :size, 0], 0.0)
        weights[weights.sum(axis=1) == 0.0, support[0]] = 1.0
        weights /= weights.sum(axis=1, keepdims=True)
        value = weight_objective(gram, linear, weights)
        better = value < best
        best[better], solution[better] = value[better], weights[better]
    return solution


def solve_by_projected_gradient(gram, linear, *, n_steps=50_000):
    """Optimum of Eq. 8 by accelerated projected gradients with restarts; any k, one problem."""
    scale = float(problem_scale(gram, linear))
    gram, linear = gram / scale, linear / scale
    step = 0.5 / max(np.linalg.eigvalsh(gram)[-1], 1e-12)
    weights = point = np.full(len(linear), 1.0 / len(linear))
    momentum = 1.0
    for _ in range(n_steps):
        following = project_on_simplex(point - step * (2.0 * gram @ point + linear))
        if (point - following) @ (following - weights) > 0.0:
            momentum = 1.0
        grown = (1.0 + np.sqrt(1.0 + 4.0 * momentum**2)) / 2.0
        point = following + (momentum - 1.0) / grown * (following - weights)
        weights, momentum = following, grown
        if duality_gap(gram, linear, weights) < 1e-13:
            break
    return weights


def solve_by_slsqp(gram, linear):
    """Optimum of Eq. 8 by scipy's sequential quadratic programming, to about 1e-8."""
    scale = float(problem_scale(gram, linear))
    gram, linear = gram / scale, linear / scale
    k = len(linear)
    result = minimize(
        lambda w: weight_objective(gram, linear, w),
        np.full(k, 1.0 / k),
        jac=lambda w: 2.0 * gram @ w + linear,
        bounds=[(0.0, 1.0)] * k,
        constraints={"type": "eq", "fun": lambda w: w.sum() - 1.0, "jac": np.ones_like},
        method="SLSQP",
        options={"ftol": 1e-15, "maxiter": 1000},
    )
    weights = np.maximum(result.x, 0.0)
    return weights / weights.sum()
