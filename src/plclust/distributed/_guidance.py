"""The smooth map from features to label confidences, fitted and evaluated on blocks."""

from __future__ import annotations

from itertools import compress
from typing import NamedTuple

import numpy as np
from sklearn.kernel_approximation import Nystroem

from plclust._guidance import (
    LabelMap,
    basis_as_wide_as,
    certainty,
    guided_features,
    keep_what_varies,
    moments,
    solve_ridge,
)
from plclust._limits import VERY_MANY
from plclust._threads import one_thread
from plclust.distributed._blocks import Blocks, each, fetch, keep, share, total
from plclust.distributed._parts import Part, Partition
from plclust.distributed._search import fetch_rows
from plclust.typing import FloatArray, IntArray


class BlockTeaching(NamedTuple):
    """What the map is fitted to."""

    basis: Nystroem
    teachers: list[IntArray]  # in each part
    values: Blocks  # of the basis functions at the teachers


def start_teaching(partition: Partition, random_state: np.random.RandomState) -> BlockTeaching:
    """Basis for the samples, chosen as on one machine."""
    n_samples = partition.n_samples
    some = random_state.choice(n_samples, min(500, n_samples), replace=False)
    rows = fetch_rows(partition, some, as_given=True)
    everyone_teaches = n_samples <= VERY_MANY
    teachers = np.arange(n_samples)
    if not everyone_teaches:
        teachers = np.sort(random_state.choice(n_samples, VERY_MANY, replace=False))
    with one_thread():
        basis = basis_as_wide_as(rows, n_samples, random_state)
        n_functions = basis.n_components
        if everyone_teaches:
            chosen = random_state.permutation(n_samples)[:n_functions]
            rows = np.empty((n_functions, rows.shape[1]), rows.dtype)
            # Nystroem will shuffle them: back to the order in which they were chosen.
            shuffled = np.random.RandomState(0).permutation(n_functions)
            rows[shuffled] = fetch_rows(partition, chosen, as_given=True)
            basis.set_params(random_state=0)
        keep_what_varies(basis.fit(rows if everyone_teaches else rows.astype(np.float64)))
    local = partition.split(teachers)
    values = keep(each(_basis_values, partition.parts, local, basis=share(basis)))
    return BlockTeaching(basis, local, values)


def fit_label_map(teaching: BlockTeaching, confidence: Blocks) -> LabelMap:
    """The map fitted to F; only its normal equations come to the client."""
    equations = each(_normal_equations, teaching.values, confidence, teaching.teachers)
    n_teachers = map(len, teaching.teachers)
    gram, target = fetch([total(list(compress(equations, n_teachers)))])[0]
    with one_thread():
        return LabelMap(teaching.basis, solve_ridge(gram, target)[0])


def votes_of(partition: Partition, label_map: LabelMap, length: float) -> Blocks:
    """Outputs of the map, at the given length."""
    return keep(each(_votes, partition.parts, label_map=share(label_map), length=length))


def _basis_values(part: Part, rows: IntArray, basis: Nystroem) -> FloatArray:
    if len(rows) == 0:
        return np.empty((0, len(basis.normalization_) + 1))
    with one_thread():
        values = basis.transform(part.samples.as_given()[rows])
    return np.hstack([values, np.ones((len(rows), 1))])


def _normal_equations(
    values: FloatArray, confidence: FloatArray, rows: IntArray
) -> tuple[FloatArray, FloatArray]:
    taught = confidence[rows]
    with one_thread():
        return moments(values, taught, certainty(taught))


def _votes(part: Part, label_map: LabelMap, length: float) -> FloatArray:
    outputs = label_map.outputs_of(part.samples.as_given())
    votes: FloatArray = guided_features(part.samples, outputs, length).votes
    return votes


__all__ = ["BlockTeaching", "fit_label_map", "start_teaching", "votes_of"]
