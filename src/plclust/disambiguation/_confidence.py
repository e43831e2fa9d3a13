"""Label confidence F: Eq. 2 and 3 as one convex problem, Eq. 9 as row sweeps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

from plclust._kernels import confidence as kernels
from plclust._kernels._blocks import run_in_blocks
from plclust.graph import sparse_product
from plclust.typing import BoolArray, FloatArray

ACCELERATED_STEPS = 20  # projected gradient steps that find the face of the solution
FACE_STEPS = 25  # conjugate gradient steps inside that face, at first
FACE_GROWTH = 1.5  # times more of them after each face that was followed to its end
FACES_BEFORE_GROWTH = 3
SHORT = 1024  # products that are added up in single precision
ROUNDING = 1e-4  # of rows that sum to one, in single precision
NEGLIGIBLE = 1e-10  # share of the objective at equal confidences that counts as zero


class Confidence(NamedTuple):
    """Label confidences and what is known of their optimality.

    Attributes
    ----------
    values : array of shape (n_samples, n_classes)
        F, each row a distribution over the candidates.
    objective : float
        What was minimised, at `values`.
    gap : float
        Objective minus a lower bound of its minimum.
    n_iter : int
        Steps or sweeps that it took.
    """

    values: FloatArray
    objective: float
    gap: float
    n_iter: int


def uniform_confidence(candidates: BoolArray) -> FloatArray:
    """Equal confidence in every candidate, the paper's starting point.

    Parameters
    ----------
    candidates : array of bool of shape (n_samples, n_classes)
        Allowed classes; no row is empty.

    Returns
    -------
    array of shape (n_samples, n_classes)
        Rows that sum to one.

    Examples
    --------
    >>> import numpy as np
    >>> uniform_confidence(np.array([[True, False, True]]))
    array([[0.5, 0. , 0.5]])
    """
    uniform: FloatArray = candidates / candidates.sum(axis=1, keepdims=True)
    return uniform


def check_start(start: FloatArray, candidates: BoolArray) -> None:
    """Refuse an F to start from that is of other samples or classes, or no distribution over them.

    Examples
    --------
    >>> import numpy as np
    >>> check_start(np.ones((2, 1)), np.ones((2, 1), dtype=bool))
    """
    allowed = candidates.astype(bool, copy=False)
    if start.shape != candidates.shape:
        raise ValueError(
            f"start is of shape {start.shape}, expected that of the candidates, "
            f"{candidates.shape}: a row for each sample, a column for each class."
        )
    sums = start.sum(axis=1, where=allowed)
    feasible = (start.min(axis=1, initial=0.0) >= 0.0) & (abs(sums - 1.0) < ROUNDING)
    feasible &= start.sum(axis=1) - sums < ROUNDING
    if not feasible.all() and candidates.shape[1] > 0:
        raise ValueError(
            f"start has {start[~feasible][0]} in row {np.flatnonzero(~feasible)[0]}, expected "
            "numbers from zero on that sum to one over the candidates, and zeros elsewhere. Hint: "
            "leave start out, or divide rows by their sums."
        )


def solve_confidence(
    reconstruction: sparse.csr_array,
    candidates: BoolArray,
    *,
    start: FloatArray | None = None,
    tol: float = 1e-6,
    atol: float = 0.0,
    max_iter: int = 20_000,
    n_jobs: int | None = None,
) -> Confidence:
    """Minimise ||F - RF||^2 over rows on candidate simplices (Eq. 2).

    Accelerated projected gradient steps, each row with a step length of its own, alternate with
    conjugate gradients inside the face that they found, longer and longer ones while nothing stands
    in their way. Every gradient V'(I - R) with V = F - RF
    also gives a lower bound of the optimum, the dual function at V; the solver stops when
    the objective is within `tol` of the best bound seen.

    Parameters
    ----------
    reconstruction : csr_array of shape (n_samples, n_samples)
        R: row i holds the weights of the neighbours of i, non-negative, summing to one or to zero.
        With float32 weights F is float32, for half of the memory and two thirds of the time.
    candidates : bool array of shape (n_samples, n_classes)
        Allowed classes; no row is empty.
    start : array of shape (n_samples, n_classes), optional
        A feasible F to start from; uniform over the candidates by default.
    tol : float, default=1e-6
        Largest gap between the objective and its lower bound, relative to the objective.
    atol : float, default=0.0
        A gap below this is good enough too. Whatever it is, a gap of 1e-10 of the objective at
        equal confidences, or of the size of rounding errors, counts as none.
    max_iter : int, default=20_000
        Most products with R and its transpose.
    n_jobs : int, optional
        Threads.

    Returns
    -------
    Confidence
        ``values``, their ``objective``, the proven ``gap`` (objective minus lower bound) and
        ``n_iter``.

    Examples
    --------
    >>> import numpy as np
    >>> from scipy import sparse
    >>> chain = sparse.csr_array([[0, 1.0, 0], [0.5, 0, 0.5], [0, 1.0, 0]])
    >>> candidates = np.array([[True, False], [True, True], [False, True]])
    >>> solve_confidence(chain, candidates).values.round(3)
    array([[1. , 0. ],
           [0.5, 0.5],
           [0. , 1. ]])
    """
    if start is not None:
        check_start(start, candidates)
    problem = _Problem(reconstruction, candidates, n_jobs)
    uniform = uniform_confidence(candidates).astype(problem.dtype, copy=False)
    if candidates.shape[1] < 2:
        return Confidence(uniform, problem.residual(uniform)[1], 0.0, 0)
    rounding = float(np.finfo(problem.dtype).eps) * len(candidates)
    atol = max(atol, rounding, NEGLIGIBLE * problem.residual(uniform)[1])
    start = uniform if start is None else start.astype(problem.dtype, copy=False)
    del reconstruction, uniform  # before the peak of memory
    start_objective = problem.residual(start)[1]
    values, bound, n_iter, n_followed = start, 0.0, 0, 0
    while True:
        values, bound, n_steps = problem.accelerated_descent(values, bound, tol, atol)
        n_iter += n_steps
        residual, objective = problem.residual(values)
        if objective > start_objective:
            values = start
            residual, objective = problem.residual(values)
        gap = objective - bound
        if gap <= max(tol * objective, atol) or n_iter >= max_iter:
            return Confidence(values, objective, max(gap, 0.0), n_iter)
        downhill = -problem.gradient(residual)
        del residual
        n_steps = face_steps(n_followed, max_iter - n_iter)
        values, followed = problem.minimise_in_face(values, downhill, objective, n_steps)
        n_followed, n_iter = n_followed + 1 if followed else 0, n_iter + n_steps
        if n_iter >= max_iter:
            objective = problem.residual(values)[1]
            return Confidence(values, objective, max(objective - bound, 0.0), n_iter)


def sweep_confidence(
    reconstruction: sparse.csr_array,
    candidates: BoolArray,
    *,
    start: FloatArray | None = None,
    n_sweeps: int = 1,
) -> Confidence:
    """Row sweeps of Eq. 9: each f_j in turn is optimal for the others as they stand.

    Cheap for a few sweeps and slow to converge; `solve_confidence` is the exact solver. The gap
    is that of the returned F.

    Parameters
    ----------
    reconstruction : csr_array of shape (n_samples, n_samples)
        R, as in :func:`solve_confidence`.
    candidates : array of bool of shape (n_samples, n_classes)
        Allowed classes; no row is empty.
    start : array of shape (n_samples, n_classes), optional
        A feasible F to start from; uniform over the candidates by default.
    n_sweeps : int, default=1
        How often each row has its turn.

    Returns
    -------
    Confidence
        ``values``, their ``objective``, the proven ``gap`` and ``n_iter``, the number of sweeps.

    Examples
    --------
    >>> import numpy as np
    >>> from scipy import sparse
    >>> chain = sparse.csr_array([[0, 1.0, 0], [0.5, 0, 0.5], [0, 1.0, 0]])
    >>> candidates = np.array([[True, False], [True, True], [False, True]])
    >>> sweep_confidence(chain, candidates, n_sweeps=3).values.round(3)
    array([[1. , 0. ],
           [0.5, 0.5],
           [0. , 1. ]])
    """
    problem = _Problem(reconstruction, candidates, None)
    if candidates.shape[1] < 2:
        uniform = uniform_confidence(candidates)
        return Confidence(uniform, problem.residual(uniform)[1], 0.0, 0)
    values = uniform_confidence(candidates) if start is None else start.astype(np.float64)
    residual, adjoint = problem.residual(values)[0], problem.operator.T.tocsr()
    for _ in range(n_sweeps):
        kernels.sweep_rows(
            adjoint.indptr, adjoint.indices, adjoint.data, candidates, values, residual
        )
    residual, objective = problem.residual(values)
    gradient = problem.gradient(residual)
    lowest = np.where(candidates, gradient, np.inf).min(axis=1).sum()
    return Confidence(values, objective, max(2.0 * objective - lowest, 0.0), n_sweeps)


def inner(left: FloatArray, right: FloatArray) -> float:
    """Sum of products. Not through BLAS, whose threads cost more than they save at this size."""
    left, right = left.ravel(), right.ravel()
    if left.dtype == np.float64:
        return float(np.einsum("i,i->", left, right))
    # Short sums in single precision, and their sum in double.
    whole = len(left) - len(left) % SHORT
    sums = np.einsum("ij,ij->i", left[:whole].reshape(-1, SHORT), right[:whole].reshape(-1, SHORT))
    rest = np.einsum("i,i->", left[whole:], right[whole:])
    return float(sums.sum(dtype=np.float64) + rest)


def residual_curvatures(column_sums: FloatArray) -> FloatArray:
    """Diagonal C with C >= 2 (I - R)'(I - R), because no row of R sums to more than one.

    Examples
    --------
    >>> import numpy as np
    >>> residual_curvatures(np.array([0.0, 1.5]))
    array([ 4., 10.])
    """
    curvatures: FloatArray = 4.0 * (1.0 + column_sums)
    return curvatures


def face_steps(n_followed: int, n_left: int) -> int:
    """Conjugate gradient steps after so many faces in a row that were followed to their ends."""
    growth = FACE_GROWTH ** max(n_followed - FACES_BEFORE_GROWTH, 0)
    return int(min(FACE_STEPS * growth, max(n_left, FACE_STEPS)))


class _Problem:
    """||F - RF||^2 over candidate simplices, through products with R and its transpose."""

    def __init__(
        self, reconstruction: sparse.csr_array, candidates: BoolArray, n_jobs: int | None
    ) -> None:
        n_samples = len(candidates)
        single = reconstruction.dtype == np.float32
        self.dtype: np.dtype[np.floating] = np.dtype(np.float32 if single else np.float64)
        identity = sparse.eye_array(n_samples, dtype=self.dtype)
        self.operator = sparse.csr_array(identity - reconstruction)
        self.twice_adjoint = self.operator.T.tocsr()
        self.twice_adjoint.data *= 2.0
        self.candidates = candidates
        self.n_jobs = n_jobs
        column_sums = np.asarray(reconstruction.sum(axis=0)).ravel()
        self.curvature = residual_curvatures(column_sums).astype(self.dtype, copy=False)

    def residual(
        self, values: FloatArray, out: FloatArray | None = None
    ) -> tuple[FloatArray, float]:
        """F - RF and its squared norm, the objective."""
        residual = sparse_product(self.operator, values, out=out, n_jobs=self.n_jobs)
        return residual, inner(residual, residual)

    def gradient(self, residual: FloatArray, out: FloatArray | None = None) -> FloatArray:
        return sparse_product(self.twice_adjoint, residual, out=out, n_jobs=self.n_jobs)

    def accelerated_descent(
        self, values: FloatArray, bound: float, tol: float, atol: float
    ) -> tuple[FloatArray, float, int]:
        """Projected gradient steps with momentum, restarted when they turn back.

        They end when the gap seems small enough. Returns the last point, the best lower bound of
        the optimum, and the number of steps.
        """
        point, values, following = values.copy(), values.copy(), np.empty_like(values)
        residual, gradient = np.empty_like(values), np.empty_like(values)
        momentum = 1.0
        for n_steps in range(1, ACCELERATED_STEPS + 1):
            squares = self.residual(point, residual)[1]
            self.gradient(residual, gradient)
            parts = self._run(
                kernels.descend_rows,
                self.candidates,
                self.curvature,
                gradient,
                point,
                values,
                following,
            )
            lowest, turning = np.sum(parts, axis=0)
            bound = max(bound, lowest - squares)
            if squares - bound <= max(tol * squares, atol):
                return following, bound, n_steps
            momentum = 1.0 if turning > 0.0 else momentum
            grown = float(1.0 + np.sqrt(1.0 + 4.0 * momentum**2)) / 2.0
            pace = (momentum - 1.0) / grown
            self._run(kernels.extrapolate_rows, pace, values, following, point)
            values, following, momentum = following, values, grown
        return values, bound, ACCELERATED_STEPS

    def minimise_in_face(
        self, values: FloatArray, downhill: FloatArray, objective: float, n_steps: int
    ) -> tuple[FloatArray, bool]:
        """Conjugate gradients over the positive entries, then the best projected step.

        Returns the point, and whether that step has its full length.
        """
        direction = self._conjugate_gradients(values, downhill, n_steps)
        length = 1.0
        while length > 0.1:
            trial = values + length * direction
            self._run(kernels.project_rows, self.candidates, trial)
            if self.residual(trial)[1] < objective:
                return trial, length == 1.0
            length /= 2.0
        return values, False

    def _conjugate_gradients(
        self, values: FloatArray, downhill: FloatArray, n_steps: int
    ) -> FloatArray:
        self._run(kernels.tangent_rows, values, downhill)
        total, image, change = np.zeros_like(values), np.empty_like(values), np.empty_like(values)
        step = downhill / self.curvature[:, None]
        size = first = inner(downhill, step)
        for _ in range(n_steps):
            squares = self.residual(step, image)[1]
            if squares <= 0.0:
                break
            length = size / (2.0 * squares)
            self.gradient(image, change)
            sizes = self._run(
                kernels.follow_rows,
                values,
                self.curvature,
                length,
                change,
                step,
                total,
                downhill,
            )
            next_size = sum(sizes)
            if next_size <= 1e-10 * first:
                break
            self._run(kernels.turn_rows, next_size / size, self.curvature, downhill, step)
            size = next_size
        return total

    def _run(self, kernel: Callable[..., Any], *arguments: Any) -> list[Any]:
        return run_in_blocks(kernel, len(self.candidates), *arguments, n_jobs=self.n_jobs)
