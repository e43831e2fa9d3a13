"""The smooth map from features to label confidences, fitted and evaluated on blocks."""

from __future__ import annotations

from itertools import compress
from typing import NamedTuple

import numpy as np

from plclust._threads import one_thread
from plclust.distributed._blocks import Blocks, each, fetch, keep, share, total
from plclust.distributed._parts import Part, Partition, View
from plclust.distributed._search import fetch_rows
from plclust.graph import Scaling
from plclust.guidance import (
    Basis,
    ClassSums,
    LabelMap,
    certainty,
    choose_samples,
    class_sums,
    guided_features,
    normal_equations,
    solve_ridge,
    values_at,
    weights_by_relevance,
    wide_kernel,
)
from plclust.typing import FloatArray, IntArray


class BlockTeaching(NamedTuple):
    """What the map is fitted to."""

    basis: Basis
    teachers: list[IntArray]  # in each part
    values: Blocks  # of the basis functions at the teachers


def start_teaching(partition: Partition, random_state: np.random.RandomState) -> BlockTeaching:
    """Basis for the samples, chosen as on one machine."""
    chosen = choose_samples(partition.n_samples, random_state)
    some, centres = (
        fetch_rows(partition, numbers, unscaled=True) for numbers in (chosen.some, chosen.centres)
    )
    with one_thread():
        basis = Basis.around(centres, wide_kernel(some))
    local = partition.split(np.arange(partition.n_samples)[chosen.teachers])
    values = keep(each(_basis_values, partition.parts, local, basis=share(basis)))
    return BlockTeaching(basis, local, values)


def fit_label_map(teaching: BlockTeaching, confidence: Blocks) -> LabelMap:
    """The map fitted to F; only its normal equations come to the client."""
    equations = each(_equations_of, teaching.values, confidence, teaching.teachers)
    n_teachers = map(len, teaching.teachers)
    gram, target = fetch([total(list(compress(equations, n_teachers)))])[0]
    with one_thread():
        return LabelMap(teaching.basis, solve_ridge(gram, target)[0])


def feature_weights(
    partition: Partition,
    teaching: BlockTeaching,
    confidence: Blocks,
    scaling: Scaling,
    strength: float,
) -> FloatArray:
    """Weights of the features by how well they tell apart what is taught."""
    sums = each(_class_sums, partition.parts, confidence, teaching.teachers, scaling=share(scaling))
    sums = list(compress(sums, map(len, teaching.teachers)))
    return weights_by_relevance(ClassSums(*fetch([total(sums)])[0]), strength)


def outputs_by(partition: Partition, label_map: LabelMap) -> Blocks:
    """Outputs of the map at all samples."""
    return each(_outputs, partition.parts, label_map=share(label_map))


def views_by(partition: Partition, label_map: LabelMap, length: float, scaling: Scaling) -> Blocks:
    """The features under a scaling, beside the outputs of the map at the given length."""
    shared = {"label_map": share(label_map), "scaling": share(scaling)}
    return keep(each(_view, partition.parts, length=length, **shared))


def _basis_values(part: Part, rows: IntArray, basis: Basis) -> FloatArray:
    return values_at(part.samples.unscaled().reordered(rows), basis)


def _equations_of(
    values: FloatArray, confidence: FloatArray, rows: IntArray
) -> tuple[FloatArray, FloatArray]:
    taught = confidence[rows]
    with one_thread():
        return normal_equations(values, taught, certainty(taught))


def _class_sums(
    part: Part, confidence: FloatArray, rows: IntArray, scaling: Scaling
) -> tuple[FloatArray, ...]:
    taught = confidence[rows]
    with one_thread():
        features = scaling.columns(part.samples.unscaled()[rows])
        return tuple(class_sums(features, taught, certainty(taught)))


def _outputs(part: Part, label_map: LabelMap) -> FloatArray:
    return label_map.outputs_of(part.samples.unscaled())


def _view(part: Part, length: float, label_map: LabelMap, scaling: Scaling) -> View:
    seen = guided_features(part.samples.seen_through(scaling), _outputs(part, label_map), length)
    return View(seen.scaling, seen.lengths, seen.votes)


__all__ = [
    "BlockTeaching",
    "feature_weights",
    "fit_label_map",
    "outputs_by",
    "start_teaching",
    "views_by",
]
