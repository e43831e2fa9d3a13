"""Samples that teach label maps and the relevance of features, in memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, Self

import numpy as np
from scipy import sparse

from plclust._kernels._blocks import run_in_blocks
from plclust._limits import VERY_MANY
from plclust._threads import one_thread
from plclust.graph import Scaling, rows_of
from plclust.guidance._basis import Basis, values_at, wide_kernel
from plclust.guidance._label_map import LabelMap, leave_one_out, normal_equations, solve_ridge
from plclust.guidance._relevance import ClassSums, class_sums, weights_by_relevance
from plclust.guidance._taught import certainty
from plclust.typing import BoolArray, Features, FloatArray, IntArray

BASIS_SIZE = 300
WIDTH_SAMPLES = 500  # whose distances tell how wide the kernel is
FEW_ROWS = 1024  # at a time, of which there are copies in double precision


class Chosen(NamedTuple):
    """Numbers of the samples that make a map."""

    some: IntArray  # whose distances tell how wide the kernel is
    centres: IntArray  # of the basis
    teachers: slice | IntArray  # to which it is fitted: all, or some if there are very many


def choose_samples(n_samples: int, random_state: np.random.RandomState) -> Chosen:
    """The samples that make a map, drawn at random."""
    some = random_state.choice(n_samples, min(WIDTH_SAMPLES, n_samples), replace=False)
    among = np.arange(n_samples)
    teachers: slice | IntArray = slice(None)
    if n_samples > VERY_MANY:
        among = some
        teachers = np.sort(random_state.choice(n_samples, VERY_MANY, replace=False))
    centres = among[random_state.permutation(len(among))[:BASIS_SIZE]]
    return Chosen(some, centres, teachers)


@dataclass(frozen=True)
class Teaching:
    """Samples that maps are fitted to."""

    basis: Basis
    X: Features
    teachers: slice | IntArray
    values: FloatArray  # of the basis functions, and of a constant, at the teachers
    n_jobs: int | None = None

    @classmethod
    def over(
        cls, X: Features, random_state: np.random.RandomState, n_jobs: int | None = None
    ) -> Self:
        """Basis for the samples X."""
        some, centres, teachers = choose_samples(X.shape[0], random_state)
        with one_thread():
            basis = Basis.around(X[centres], wide_kernel(X[some]))
        return cls(basis, X, teachers, values_at(_of_teachers(X, teachers), basis, n_jobs), n_jobs)

    def fit(
        self, confidence: FloatArray, *, apart: BoolArray | None = None
    ) -> tuple[LabelMap, FloatArray]:
        """The map fitted to F, and its outputs at all samples.

        Teachers count by their certainty. Each of the samples `apart` gets the output of the map
        fitted without that one sample.
        """
        taught = confidence[self.teachers]
        weights = certainty(taught)
        with one_thread():
            label_map, factor = self._solve(taught, weights)
            if isinstance(self.teachers, slice):
                outputs: FloatArray = self.values @ label_map.coefficients
            else:
                outputs = label_map.outputs_of(self.X)
            if apart is not None:
                rows = np.flatnonzero(apart[self.teachers])
                samples = np.arange(len(confidence))[self.teachers][rows]
                outputs[samples] = leave_one_out(
                    outputs[samples], self.values[rows], taught[rows], weights[rows], factor
                )
        return label_map, outputs

    def outputs_at(self, samples: IntArray, confidence: FloatArray) -> FloatArray:
        """Outputs at some samples of the map fitted to F."""
        taught = confidence[self.teachers]
        with one_thread():
            label_map, _ = self._solve(taught, certainty(taught))
            if isinstance(self.teachers, slice):
                return np.asarray(self.values[samples] @ label_map.coefficients)
        return label_map.outputs_of(rows_of(self.X, samples))

    def feature_weights(
        self, confidence: FloatArray, scaling: Scaling, strength: float
    ) -> FloatArray:
        """Weights of the features by how well they tell apart what is taught."""
        taught = confidence[self.teachers]
        weights = certainty(taught)
        X = _of_teachers(self.X, self.teachers)

        def of_block(start: int, stop: int) -> ClassSums:
            rows = slice(start, stop)
            return class_sums(scaling.columns(X[rows]), taught[rows], weights[rows])

        n_rows = X.shape[0]
        at_a_time = n_rows if sparse.issparse(X) else FEW_ROWS  # sums of a block are dense
        with one_thread():
            parts = run_in_blocks(of_block, n_rows, n_jobs=self.n_jobs, block_rows=at_a_time)
        sums = ClassSums(*(sum(part) for part in zip(*parts, strict=True)))
        return weights_by_relevance(sums, strength)

    def _solve(self, taught: FloatArray, weights: FloatArray) -> tuple[LabelMap, Any]:
        """The map, and the factor of its normal equations."""
        equations = normal_equations(self.values, taught, weights, self.n_jobs)
        coefficients, factor = solve_ridge(*equations)
        return LabelMap(self.basis, coefficients, self.n_jobs), factor


def _of_teachers(X: Features, teachers: slice | IntArray) -> Features:
    return X if isinstance(teachers, slice) else rows_of(X, teachers)


__all__ = ["BASIS_SIZE", "Chosen", "Teaching", "choose_samples"]
