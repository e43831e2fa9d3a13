"""Label confidence: Eq. 2, 3 and 9.

The paper's W has the weights of sample j in column j; the package's R has them in row j. W = R'.
"""

import numpy as np
from scipy.optimize import minimize

from reference.simplex import project_on_candidate_simplices, project_on_simplex


def confidence_objective(R, F):
    """Eq. 2: sum_j ||f_j - sum_i w_ij f_i||^2, one sample at a time."""
    W = R.T
    n = len(F)
    return float(sum(np.sum((F[j] - sum(W[i, j] * F[i] for i in range(n))) ** 2) for j in range(n)))


def confidence_form(R):
    """T = W W' + I o (W' 1 W) - 2W of Eq. 3, for rows of R that sum to one.

    The product with I is taken entrywise (it is I itself, because columns of W sum to one). As a
    matrix product, the way it is printed, it would be the matrix of ones, and not Eq. 2.
    """
    W = R.T
    n = len(W)
    return W @ W.T + np.eye(n) * (W.T @ np.ones((n, n)) @ W) - 2.0 * W


def form_objective(T, F):
    """Eq. 3: sum_ij t_ij f_i'f_j."""
    return float(np.sum(T * (F @ F.T)))


def confidence_gap(R, candidates, F):
    """Upper bound of Eq. 2 at F minus its optimum: <g, F> - min <g, V>, g the gradient at F."""
    difference = np.eye(len(R)) - R
    gradient = 2.0 * difference.T @ difference @ F
    lowest = np.where(candidates, gradient, np.inf).min(axis=1).sum()
    return float(np.sum(gradient * F) - lowest)


def solve_by_projected_gradient(R, candidates, *, tol=1e-12, n_steps=50_000):
    """Optimum of Eq. 2 by accelerated projected gradients with one step length and restarts."""
    difference = np.eye(len(R)) - R
    hessian = 2.0 * difference.T @ difference
    step = 1.0 / np.linalg.eigvalsh(hessian)[-1]
    F = point = candidates / candidates.sum(axis=1, keepdims=True)
    momentum = 1.0
    for iteration in range(n_steps):
        following = project_on_candidate_simplices(point - step * hessian @ point, candidates)
        if np.sum((point - following) * (following - F)) > 0.0:
            momentum = 1.0
        grown = (1.0 + np.sqrt(1.0 + 4.0 * momentum**2)) / 2.0
        point = following + (momentum - 1.0) / grown * (following - F)
        F, momentum = following, grown
        if iteration % 10 == 0 and confidence_gap(R, candidates, F) < tol:
            break
    return F


def solve_by_slsqp(R, candidates):
    """Optimum of Eq. 2 over the allowed entries by scipy, for a handful of samples."""
    difference = np.eye(len(R)) - R
    rows = np.nonzero(candidates)[0]

    def unpack(entries):
        F = np.zeros(candidates.shape)
        F[candidates] = entries
        return F

    result = minimize(
        lambda entries: np.sum((difference @ unpack(entries)) ** 2),
        (candidates / candidates.sum(axis=1, keepdims=True))[candidates],
        jac=lambda entries: (2.0 * difference.T @ difference @ unpack(entries))[candidates],
        bounds=[(0.0, 1.0)] * len(rows),
        constraints={
            "type": "eq",
            "fun": lambda entries: unpack(entries).sum(axis=1) - 1.0,
            "jac": lambda _: (rows == np.arange(len(R))[:, None]).astype(float),
        },
        method="SLSQP",
        options={"ftol": 1e-15, "maxiter": 1000},
    )
    return project_on_candidate_simplices(unpack(result.x), candidates)


def sweep(R, candidates, F):
    """Eq. 9 for j = 1..n in turn: min t_jj f_j'f_j + (sum_{i != j} (t_ij + t_ji) f_i)'f_j.

    A sphere around -b / (2 t_jj), so the minimiser is the projection of its centre. t_jj is written
    without the assumption that rows of R sum to one, so that samples without neighbours count.
    """
    F = F.copy()
    T = (np.eye(len(R)) - R).T @ (np.eye(len(R)) - R)
    for j in range(len(F)):
        others = np.arange(len(F)) != j
        linear = (T[others, j] + T[j, others]) @ F[others]
        allowed = candidates[j]
        centre = -linear[allowed] / (2.0 * T[j, j])
        F[j] = 0.0
        F[j, allowed] = project_on_simplex(centre)
    return F
