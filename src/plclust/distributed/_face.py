"""Conjugate gradients on blocks, inside the face of the positive confidences."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from plclust._kernels import confidence as kernels
from plclust.disambiguation._confidence import inner
from plclust.distributed._blocks import Blocks, each, fetch, get, keep, one, total
from plclust.distributed._matrix import BlockMatrix, BlockRow, multiply, squares_of
from plclust.typing import BoolArray, FloatArray


class Problem(NamedTuple):
    """||F - RF||^2 over candidate simplices, by blocks."""

    operator: BlockMatrix  # I - R
    twice_adjoint: BlockMatrix
    candidates: Blocks
    curvature: Blocks

    def objective(self, values: Blocks) -> float:
        """||F - RF||^2."""
        return float(fetch([total(each(squares_of, self.operator @ values))])[0])


class Descent(NamedTuple):
    """Where one part has come to."""

    total: FloatArray  # the way so far
    downhill: FloatArray
    size: float  # of `downhill`, in units of the curvature


class Length(NamedTuple):
    """What the parts share: how far the next step goes, and how much of it is repeated."""

    step: float
    repeated: float
    size: float
    first: float
    going: bool


def minimise_in_face(
    problem: Problem, values: Blocks, objective: float, n_steps: int
) -> tuple[Blocks, bool]:
    """Conjugate gradients over the positive entries, then the best projected step.

    Returns the point, and whether that step has its full length.
    """
    direction = _conjugate_gradients(problem, values, n_steps)
    length = 1.0
    while length > 0.1:
        trial = keep(each(_moved, problem.candidates, values, direction, length=length))
        if problem.objective(trial) < objective:
            return trial, length == 1.0
        length /= 2.0
    return values, False


def _conjugate_gradients(problem: Problem, values: Blocks, n_steps: int) -> Blocks:
    adjoint, curvature = problem.twice_adjoint, problem.curvature
    residual = problem.operator @ values
    descent = adjoint.each(_start, residual, values, curvature)
    length = one(_first_length, get("size", descent))
    step = each(_first_step, descent, curvature)
    for _ in range(n_steps):
        image = problem.operator @ step
        length = one(_next_length, length, each(squares_of, image))
        descent = adjoint.each(_move, image, descent, step, values, curvature, length=length)
        length = one(_next_repetition, length, get("size", descent))
        step = each(_next_step, step, descent, curvature, length=length)
        kept = keep([length, *descent, *step])
        length, descent, step = kept[0], kept[1 : len(step) + 1], kept[len(step) + 1 :]
    return keep(get("total", descent))


def _start(
    row: BlockRow, residuals: list[FloatArray], values: FloatArray, curvature: FloatArray
) -> Descent:
    downhill = -multiply(row, residuals)
    kernels.tangent_rows(0, len(values), values, downhill)
    size = inner(downhill, downhill / curvature[:, None])
    return Descent(np.zeros_like(values), downhill, size)


def _move(
    row: BlockRow,
    images: list[FloatArray],
    descent: Descent,
    step: FloatArray,
    values: FloatArray,
    curvature: FloatArray,
    length: Length,
) -> Descent:
    change = multiply(row, images)
    way, downhill = descent.total.copy(), descent.downhill.copy()  # blocks are read again
    size = kernels.follow_rows(
        0, len(values), values, curvature, length.step, change, step, way, downhill
    )
    return Descent(way, downhill, size)


def _moved(
    candidates: BoolArray, values: FloatArray, direction: FloatArray, length: float
) -> FloatArray:
    trial = values + length * direction
    kernels.project_rows(0, len(trial), candidates, trial)
    return trial


def _first_length(sizes: list[float]) -> Length:
    size = sum(sizes)
    return Length(0.0, 0.0, size, size, True)


def _next_length(length: Length, squares: list[float]) -> Length:
    image = sum(squares)
    going = length.going and image > 0.0
    return length._replace(step=length.size / (2.0 * image) if going else 0.0, going=going)


def _next_repetition(length: Length, sizes: list[float]) -> Length:
    size = sum(sizes)
    going = length.going and size > 1e-10 * length.first
    return length._replace(repeated=size / length.size if going else 0.0, size=size, going=going)


def _first_step(descent: Descent, curvature: FloatArray) -> FloatArray:
    step: FloatArray = descent.downhill / curvature[:, None]
    return step


def _next_step(
    step: FloatArray, descent: Descent, curvature: FloatArray, length: Length
) -> FloatArray:
    following = step.copy()
    kernels.turn_rows(0, len(step), length.repeated, curvature, descent.downhill, following)
    return following


__all__ = ["Problem", "minimise_in_face"]
