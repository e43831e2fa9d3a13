"""A relaxed projector that is small where samples are dissimilar: the solver of DP-GLPCA."""

from __future__ import annotations

import numpy as np
from scipy import sparse
from scipy.linalg import eigvalsh
from scipy.sparse.linalg import eigsh
from sklearn.utils import gen_batches

from plclust._progress import Report
from plclust.cluster._compared.projector import (
    LARGEST_PENALTY,
    ProjectorSolution,
    eigen_tolerance,
    largest_entry,
)
from plclust.graph import degrees
from plclust.spectral import FantopePoint, project_on_fantope
from plclust.typing import FloatArray

BATCH = 128  # rows that are worked on at a time, so that they stay in the cache
DENSE_SIZE = 300


def pca_laplacian(X: FloatArray, graph: sparse.csr_array, laplacian_share: float) -> FloatArray:
    """G: PCA and the Laplacian of the graph, each scaled by its largest eigenvalue.

    Examples
    --------
    >>> import numpy as np
    >>> from scipy import sparse
    >>> pair = sparse.csr_array([[0.0, 1.0], [1.0, 0.0]])
    >>> pca_laplacian(np.array([[0.0], [2.0]]), pair, 1.0).round(3)
    array([[ 0.5, -0.5],
           [-0.5,  0.5]])
    """
    centred = X - X.mean(axis=0)
    largest = _largest_square(centred)
    if largest > 0.0:
        centred *= np.sqrt((1.0 - laplacian_share) / largest)
    result: FloatArray = centred @ centred.T
    np.negative(result, out=result)
    result.flat[:: len(X) + 1] += 1.0 - laplacian_share
    laplacian = sparse.csr_array(sparse.diags_array(degrees(graph)) - graph)
    entries = sparse.coo_array(laplacian * (laplacian_share / _largest_eigenvalue(laplacian)))
    result[entries.row, entries.col] += entries.data
    return result


def shrunken_projector(
    cost: FloatArray,
    n_components: int,
    *,
    dissimilarity: FloatArray,
    lam: float,
    exact: bool = True,
    penalty: float = 0.3,
    growth: float = 1.0,
    max_iter: int = 500,
    tol: float = 1e-4,
    report: Report | None = None,
) -> ProjectorSolution:
    """Minimise <P, G> + lam sum D_ij P_ij^2, P in the Fantope.

    The augmented Lagrangian method for P = Q with multiplier Lam, from zero:

        P = (mu Q - Lam - G) / (mu + 2 lam D), entry by entry,
        Q = projection of M = P + Lam / mu on the Fantope,
        Lam = Lam + mu (P - Q) = mu (M - Q).

    Parameters
    ----------
    cost : array of shape (n_samples, n_samples)
        G, symmetric. Its precision is that of the solver.
    n_components : int
        Trace of P.
    dissimilarity : array of shape (n_samples, n_samples)
        D, symmetric and non-negative.
    lam : float
        Weight of the dissimilarities.
    exact : bool
        Otherwise P = mu Q / (mu + 2 lam D) - (Lam + G) / mu, as in the authors' code: Q alone is
        shrunk.
    penalty, growth : float
        First mu, and its growth with each iteration; with growth 1 this is plain ADMM.
    max_iter : int
        Most iterations.
    tol : float
        Stop when the entries of P, Q and P - Q change or differ by less.
    report : callable, optional
        Takes a line of text after each iteration.

    Returns
    -------
    ProjectorSolution
        Q and how the solver ended.
    """
    n_samples = len(cost)
    point = FantopePoint.zero(n_samples, cost.dtype)
    P, M = np.zeros_like(cost), np.zeros_like(cost)
    mu = mu_before = penalty
    residual = np.inf
    for iteration in range(1, max_iter + 1):
        change = 0.0
        for batch in gen_batches(n_samples, BATCH):
            Q = point.rows(batch)
            multiplier = mu_before * (M[batch] - Q)
            stiffness = mu + (2.0 * lam) * dissimilarity[batch]
            if exact:
                updated = (mu * Q - multiplier - cost[batch]) / stiffness
            else:
                updated = mu * Q / stiffness - (multiplier + cost[batch]) / mu
            change = max(change, largest_entry(updated - P[batch]))
            P[batch] = updated
            M[batch] = updated + multiplier / mu
        before = point
        point = project_on_fantope(
            M, n_components, start=before.basis, tol=eigen_tolerance(residual, tol)
        )
        residual = max(change, _largest_gap(P, before, point))
        if report is not None:
            report(f"iteration {iteration}: rank {len(point.values)}, residual {residual:.3g}")
        if residual < tol:
            break
        mu_before, mu = mu, min(growth * mu, LARGEST_PENALTY)
    return ProjectorSolution(point, iteration, residual)


def _largest_gap(P: FloatArray, before: FantopePoint, Q: FantopePoint) -> float:
    """Largest entry of P - Q and of the change of Q."""
    largest = 0.0
    for batch in gen_batches(len(P), BATCH):
        values = Q.rows(batch)
        changed = before.rows(batch) - values
        largest = max(largest, largest_entry(P[batch] - values), largest_entry(changed))
    return largest


def _largest_square(X: FloatArray) -> float:
    """Square of the largest singular value."""
    gram = X.T @ X if X.shape[0] > X.shape[1] else X @ X.T
    return float(eigvalsh(gram, subset_by_index=[len(gram) - 1] * 2)[0])


def _largest_eigenvalue(laplacian: sparse.csr_array) -> float:
    n_samples = laplacian.shape[0]
    if n_samples <= DENSE_SIZE:
        return float(eigvalsh(laplacian.toarray(), subset_by_index=[n_samples - 1] * 2)[0])
    start = np.random.RandomState(0).uniform(-1.0, 1.0, n_samples)
    values = eigsh(laplacian, k=1, which="LA", v0=start, return_eigenvectors=False)
    return float(values[0])
