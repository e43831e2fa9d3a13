"""Representation and constraints as two slices of one tensor of low rank: SSC-TLRR's solver."""

from __future__ import annotations

from itertools import chain
from typing import NamedTuple

import numpy as np
from scipy.linalg import eigh

from plclust._progress import Report
from plclust.cluster._compared.low_rank_representation import (
    LARGEST_PENALTY,
    SVT_SHARE,
    RowSpace,
    largest_turned,
    shrink_columns,
)
from plclust.cluster._compared.projector import largest_entry
from plclust.spectral import LowRank, threshold_two_slices
from plclust.typing import FloatArray, IntArray

BATCH = 128


class TensorSolution(NamedTuple):
    """The two slices of C, and how the solver ended."""

    first: FloatArray
    second: FloatArray
    n_iter: int
    residual: float


def tensor_representation(
    features: RowSpace,
    *,
    known: FloatArray,
    rows: IntArray,
    laplacian: FloatArray,
    lam: float,
    beta: float,
    stale: bool = True,
    penalty: float = 1e-3,
    growth: float = 1.1,
    max_iter: int = 500,
    tol: float = 1e-3,
    report: Report | None = None,
) -> TensorSolution:
    """Minimise ||[Z, B]||_TNN + lam ||E||_{2,1} + beta tr(B L B'), X = XZ + E, B = known.

    Alternating directions for C = [Z, B] and B = D, multipliers Y1, (Yz, Yb) and Y3, from zero.

    Parameters
    ----------
    features : RowSpace
        The samples. Their precision is that of the solver.
    known : array of shape (n_constrained, n_constrained)
        s at must-links, -s at cannot-links, 0 where nothing is known.
    rows : array of shape (n_constrained,)
        The constrained samples.
    laplacian : array of shape (n_samples, n_samples)
        L.
    lam, beta : float
        Weights.
    stale : bool
        Update (Yz, Yb) with Z and B before their own update, as the authors' code does, and not
        after it, as ADMM does.
    penalty, growth : float
        First mu, and its growth with each iteration.
    max_iter : int
        Most iterations.
    tol : float
        Stop when no entry of a residual, and no change of a variable, is larger.
    report : callable, optional
        Takes a line of text after each iteration.

    Returns
    -------
    TensorSolution
        C and how the solver ended.

    Raises
    ------
    FloatingPointError
        If the iterates diverge.
    """
    solver = _TensorSolver(features, known, rows, laplacian, lam, beta)
    mu = penalty
    for iteration in range(1, max_iter + 1):
        with np.errstate(over="ignore", invalid="ignore"):
            residual = solver.step(mu, tol, stale=stale)
        if report is not None:
            ranks = f"{solver.total.rank} and {solver.difference.rank}"
            report(f"iteration {iteration}: ranks {ranks}, residual {residual:.3g}")
        if not np.isfinite(residual):
            raise FloatingPointError(f"The representation diverged in iteration {iteration}.")
        if residual < tol:
            break
        mu = min(growth * mu, LARGEST_PENALTY)
    return TensorSolution(*solver.slices(), iteration, residual)


class _TensorSolver:
    """The variables of the method, and one round of their updates.

    Z, B, C, Yz and Yb are multiplied from the right by the eigenvectors of L. That turns the update
    of B into a division, and neither singular values nor products from the left take notice. D is B
    but for the known entries, so their gap is all that is kept of it, and Y3 is zero elsewhere.
    """

    def __init__(
        self,
        features: RowSpace,
        known: FloatArray,
        rows: IntArray,
        laplacian: FloatArray,
        lam: float,
        beta: float,
    ) -> None:
        self.features, self.lam, self.rows = features, lam, rows
        self.X = features.columns
        dtype = self.X.dtype
        frequencies, waves = eigh(laplacian, driver="evd")
        self.waves = waves.astype(dtype)
        self.stiffness = (2.0 * beta * frequencies).astype(dtype)
        self.known, self.fixed = known.astype(dtype), known != 0.0
        self.gap_D, self.Y3 = self.known, np.zeros_like(self.known)
        self.E, self.Y1 = np.zeros_like(self.X), np.zeros_like(self.X)
        self.Z, self.B, self.Yz, self.Yb, self.C1, self.C2 = (
            np.zeros(laplacian.shape, dtype) for _ in range(6)
        )
        self.total = self.difference = LowRank(self.C1[:, :0], self.C1[:0])

    def step(self, mu: float, tol: float, *, stale: bool) -> float:
        """One round of updates; the largest residual or change, or a lower bound above `tol`."""
        Z_old, B_old, E_old, C1_old, C2_old = self.Z, self.B, self.E, self.C1, self.C2
        self._update_tensor(mu, tol)
        error = self._update_representation(mu)
        self._update_constraints(mu)
        gap_Z = (Z_old if stale else self.Z) - self.C1
        gap_B = (B_old if stale else self.B) - self.C2
        self.Yz += mu * gap_Z
        self.Yb += mu * gap_B
        self.Y1 += mu * error
        largest = largest_entry(self.gap_D)
        for small in (error, self.E - E_old):
            largest = max(largest, largest_turned(self.features.directions.T, small, tol))
        pairs = ((self.Z, Z_old), (self.B, B_old), (self.C1, C1_old), (self.C2, C2_old))
        for part in chain((gap_Z, gap_B), (new - old for new, old in pairs)):
            if not largest < tol:
                break
            largest = max(largest, self._largest(part, tol))
        return largest

    def slices(self) -> tuple[FloatArray, FloatArray]:
        """C in the coordinates of the samples."""
        return self.C1 @ self.waves.T, self.C2 @ self.waves.T

    def _update_tensor(self, mu: float, tol: float) -> None:
        """C: thresholded singular values of the sum and the difference of the slices."""
        self.total, self.difference = threshold_two_slices(
            self.Z + self.Yz / mu,
            self.B + self.Yb / mu,
            1.0 / mu,
            starts=(self.total.basis, self.difference.basis),
            tol=SVT_SHARE * tol,
        )
        total, difference = self.total.toarray(), self.difference.toarray()
        self.C1 = 0.5 * (total + difference)
        self.C2 = 0.5 * (total - difference)

    def _update_representation(self, mu: float) -> FloatArray:
        """Z = (I + X'X)^-1 (X'X + X'(Y1 / mu - E) + C1 - Yz / mu), and E; returns X - XZ - E."""
        V, s = self.features.basis, self.features.lengths[:, None]
        free = self.C1 - self.Yz / mu
        inside = V.T @ free
        pull = (s * (self.X + self.Y1 / mu - self.E)) @ self.waves
        coordinates = (inside + pull) / (1.0 + s * s)
        free += V @ (coordinates - inside)
        self.Z = free
        missed = self.X - (s * coordinates) @ self.waves.T
        self.E = shrink_columns(missed + self.Y1 / mu, self.lam / mu)
        error: FloatArray = missed - self.E
        return error

    def _update_constraints(self, mu: float) -> None:
        """B = (mu (C2 + D) - Yb - Y3) (2 beta L + 2 mu I)^-1; then D and Y3 at known entries."""
        waves = self.waves[self.rows]
        right = self.C2 + self.B
        right *= mu
        right -= self.Yb
        right[self.rows] += (mu * self.gap_D - self.Y3) @ waves
        right /= self.stiffness + 2.0 * mu
        self.B = right
        self.gap_D = np.where(self.fixed, self.known - right[self.rows] @ waves.T, 0.0)
        self.Y3 -= mu * self.gap_D

    def _largest(self, turned: FloatArray, tol: float) -> float:
        """Largest entry after turning back, or a lower bound of it that is above `tol`.

        No entry is larger than the length of its row, so long rows come first and short ones never.
        """
        lengths = np.sqrt(np.einsum("ij,ij->i", turned, turned))
        if not np.isfinite(lengths).all():
            return np.inf
        order = np.argsort(-lengths, kind="stable")
        largest = 0.0
        for first in range(0, len(order), BATCH):
            batch = order[first : first + BATCH]
            if lengths[batch[0]] <= largest:
                break
            largest = max(largest, largest_entry(turned[batch] @ self.waves.T))
            if not largest < tol:
                break
        return largest
