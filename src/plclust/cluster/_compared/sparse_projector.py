"""A relaxed projector that is sparse where samples cannot be together: the solver of SSSC."""

from __future__ import annotations

from collections import deque

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import LinearOperator
from sklearn.utils import gen_batches

from plclust._progress import Report
from plclust.cluster._compared.projector import (
    LARGEST_PENALTY,
    ProjectorSolution,
    eigen_tolerance,
    largest_entry,
)
from plclust.spectral import FantopePoint, project_on_fantope
from plclust.typing import BoolArray, FloatArray, IntArray

BATCH = 512  # rows of a dense matrix that are formed at a time


def sparse_projector(
    laplacian: sparse.csr_array,
    n_components: int,
    *,
    rows: IntArray,
    cannot: BoolArray,
    lam: float,
    penalty: float = 1e-4,
    growth: float = 1.05,
    max_iter: int = 500,
    tol: float = 1e-4,
    report: Report | None = None,
) -> ProjectorSolution:
    """Minimise <P, L> + lam sum |P_ij| over cannot-links, P in the Fantope.

    The inexact augmented Lagrangian method for P = Q with multiplier Lam, from zero. With
    T = Q - (Lam + L) / mu the steps are

        P = T, drawn to zero by lam / mu at cannot-links,
        Q = projection of M = P + Lam / mu on the Fantope,
        Lam = Lam + mu (P - Q) = mu (M - Q).

    Where nothing is thresholded M = Q - L / mu. So M is a sparse matrix, one of low rank and a
    block for the constrained samples, and only that block of P, Q and Lam is ever formed.

    Parameters
    ----------
    laplacian : csr_array of shape (n_samples, n_samples)
        Symmetric.
    n_components : int
        Trace of P.
    rows : array of shape (n_constrained,)
        The constrained samples.
    cannot : bool array of shape (n_constrained, n_constrained)
        Symmetric: which of them cannot be together.
    lam : float
        Weight of the sparsity.
    penalty, growth : float
        First mu, and its growth with each iteration. With growth 1 this is plain ADMM, which
        converges to the optimum; with more it ends sooner, near the optimum.
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
    n_samples = laplacian.shape[0]
    fixed = laplacian[rows][:, rows].toarray()
    points = deque([FantopePoint.zero(n_samples)], maxlen=4)
    mu = mu_before = penalty
    residual = np.inf
    P, Q, multiplier = (np.zeros_like(fixed) for _ in range(3))
    for iteration in range(1, max_iter + 1):
        target = mu * Q - multiplier - fixed
        pull = np.where(cannot, np.clip(target, -lam, lam), 0.0)
        point = project_on_fantope(
            _sum_operator(laplacian, points[-1], mu, rows, pull),
            n_components,
            start=points[-1].basis,
            tol=eigen_tolerance(residual, tol),
        )
        points.append(point)
        P_old, P = P, (target - pull) / mu
        Q_old, Q = Q, (point.vectors[rows] * point.values) @ point.vectors[rows].T
        residual = max(largest_entry(part) for part in (P - P_old, Q - Q_old, P - Q))
        if residual < tol:
            residual = max(residual, _residual_elsewhere(points, mu_before / mu, rows, cannot))
        if report is not None:
            report(f"iteration {iteration}: rank {len(point.values)}, residual {residual:.3g}")
        if residual < tol:
            break
        multiplier = mu * (Q_old - Q) - fixed - pull
        mu_before, mu = mu, min(growth * mu, LARGEST_PENALTY)
    return ProjectorSolution(point, iteration, residual)


def _sum_operator(
    laplacian: sparse.csr_array, Q: FantopePoint, mu: float, rows: IntArray, pull: FloatArray
) -> LinearOperator:
    """M = Q - (L + pull) / mu."""

    def multiply(block: FloatArray) -> FloatArray:
        image: FloatArray = laplacian @ block
        image[rows] += pull @ block[rows]
        image /= -mu
        image += Q.times(block.reshape(len(block), -1)).reshape(block.shape)
        return image

    return LinearOperator(laplacian.shape, matvec=multiply, matmat=multiply, dtype=np.float64)


def _residual_elsewhere(
    points: deque[FantopePoint], ratio: float, rows: IntArray, cannot: BoolArray
) -> float:
    """Largest change or difference where nothing is thresholded.

    There P = Q_1 + ratio (Q_1 - Q_2), with Q_1, Q_2 the last iterates before Q and ratio the
    quotient of two mu, one after the other.
    """
    if len(points) < 4:
        return np.inf
    n_samples = len(points[0].vectors)
    constrained = np.full(n_samples, -1)
    constrained[rows] = np.arange(len(rows))
    largest = 0.0
    for batch in gen_batches(n_samples, BATCH):
        Q3, Q2, Q1, Q = (point.rows(batch) for point in points)
        P = Q1 + ratio * (Q1 - Q2)
        P_old = Q2 + ratio * (Q2 - Q3)
        inside = np.flatnonzero(constrained[batch] >= 0)
        here, there = np.nonzero(cannot[constrained[batch][inside]])
        for difference in (P - P_old, P - Q, Q - Q1):
            difference[inside[here], rows[there]] = 0.0
            largest = max(largest, largest_entry(difference))
    return largest
