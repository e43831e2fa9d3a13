"""Label confidences F on blocks: the solver of :mod:`plclust.disambiguation`.

Its steps are the same; only whether they are enough is asked after twenty of them at a time.

Sums over all samples (lengths of steps, the momentum, the bound) are tasks like the rest, so the
steps follow each other on the workers without a word from the client.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from plclust._kernels import confidence as kernels
from plclust.disambiguation import uniform_confidence
from plclust.disambiguation._confidence import (
    ACCELERATED_STEPS,
    NEGLIGIBLE,
    face_steps,
    residual_curvatures,
)
from plclust.distributed._blocks import Block, Blocks, each, fetch, get, keep, one, share
from plclust.distributed._face import Problem, minimise_in_face
from plclust.distributed._matrix import (
    BlockRow,
    Reconstruction,
    multiply,
    residual_operator,
    squares_of,
)
from plclust.distributed._parts import Bounds
from plclust.typing import BoolArray, FloatArray


class Step(NamedTuple):
    """A projected gradient step of one part."""

    values: FloatArray
    lowest: float = 0.0  # of <gradient, F> over all feasible rows
    turning: float = 0.0  # positive when the step turns back
    squares: float = 0.0  # of the residual where the step began


class Momentum(NamedTuple):
    """What the parts' steps share."""

    size: float
    share: float  # of the last step that is taken once more
    bound: float  # of the optimum, from below


def solve_confidence(
    bounds: Bounds,
    reconstruction: Reconstruction,
    candidates: Blocks,
    *,
    start: Blocks | None,
    tol: float,
    max_iter: int,
    dtype: npt.DTypeLike = np.float64,
) -> tuple[Blocks, float]:
    """F and its objective, as :func:`plclust.disambiguation.solve_confidence` finds them."""
    rows, transposed = reconstruction
    operator = residual_operator(bounds, rows, dtype=dtype)
    twice_adjoint = residual_operator(bounds, transposed, 2.0, dtype=dtype)
    curvature = keep(each(_residual_curvatures, transposed, dtype=dtype))
    problem = Problem(operator, twice_adjoint, candidates, curvature)
    uniform = keep(each(_uniform, candidates, dtype=dtype))
    rounding = float(np.finfo(dtype).eps) * bounds.n_samples
    atol = max(rounding, NEGLIGIBLE * problem.objective(uniform))
    start = uniform if start is None else start
    start_objective = problem.objective(start)
    values, bound, n_iter, n_followed = start, 0.0, 0, 0
    while True:
        values, best = _accelerated_descent(problem, values)
        bound, n_iter = max(bound, best), n_iter + ACCELERATED_STEPS
        objective = problem.objective(values)
        if objective > start_objective:
            values, objective = start, start_objective
        if objective - bound <= max(tol * objective, atol) or n_iter >= max_iter:
            return values, objective
        n_steps = face_steps(n_followed, max_iter - n_iter)
        values, followed = minimise_in_face(problem, values, objective, n_steps)
        n_followed, n_iter = n_followed + 1 if followed else 0, n_iter + n_steps
        if n_iter >= max_iter:
            return values, problem.objective(values)


def _accelerated_descent(problem: Problem, values: Blocks) -> tuple[Blocks, float]:
    """Projected gradient steps with momentum, restarted when they turn back."""
    steps, point = each(Step, values), values
    momentum = share(Momentum(1.0, 0.0, -np.inf))
    for _ in range(ACCELERATED_STEPS):
        residual = problem.operator @ point
        following = problem.twice_adjoint.each(
            _descend, residual, residual, problem.candidates, problem.curvature, point, steps
        )
        momentum = one(_next_momentum, momentum, each(_without_values, following))
        point = each(_extrapolate, following, steps, momentum=momentum)
        kept = keep([momentum, *following, *point])
        momentum, steps, point = kept[0], kept[1 : len(point) + 1], kept[len(point) + 1 :]
    return keep(get("values", steps)), float(fetch(get("bound", [momentum]))[0])


def _descend(
    row: BlockRow,
    residuals: list[FloatArray],
    residual: FloatArray,
    candidates: BoolArray,
    curvature: FloatArray,
    point: FloatArray,
    previous: Step,
) -> Step:
    gradient, following = multiply(row, residuals), np.empty_like(point)
    lowest, turning = kernels.descend_rows(
        0, len(point), candidates, curvature, gradient, point, previous.values, following
    )
    return Step(following, lowest, turning, squares_of(residual))


def _next_momentum(momentum: Momentum, scalars: list[tuple[float, float, float]]) -> Momentum:
    lowest, turning, squares = np.sum(scalars, axis=0).tolist()
    size = 1.0 if turning > 0.0 else momentum.size
    grown = float(1.0 + np.sqrt(1.0 + 4.0 * size**2)) / 2.0
    return Momentum(grown, (size - 1.0) / grown, max(momentum.bound, lowest - squares))


def _extrapolate(step: Step, previous: Step, momentum: Momentum) -> FloatArray:
    point = np.empty_like(step.values)
    kernels.extrapolate_rows(0, len(point), momentum.share, previous.values, step.values, point)
    return point


def _without_values(step: Step) -> tuple[float, float, float]:
    return step.lowest, step.turning, step.squares


def _uniform(candidates: BoolArray, dtype: npt.DTypeLike) -> FloatArray:
    return uniform_confidence(candidates).astype(dtype)


def _residual_curvatures(transposed: Block, dtype: npt.DTypeLike) -> FloatArray:
    return residual_curvatures(transposed.sum(axis=1)).astype(dtype)


__all__ = ["solve_confidence"]
