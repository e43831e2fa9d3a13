"""From candidates to the pairwise constraints that constrained clustering understands."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
from sklearn.base import clone

from plclust._final import final_estimator
from plclust.candidates import is_labelled
from plclust.constraints import PairwiseConstraints
from plclust.disambiguation import solve_confidence
from plclust.graph import fit_neighbors, neighbor_graph, reconstruction_weights, unit_rows
from plclust.typing import BoolArray, FloatArray, IntArray

CLASSIFIERS = {"ipal": "IPAL", "aggd": "AGGD", "dpcls": "DPCLS"}
DISAMBIGUATORS = {"plc", "random", "none", *CLASSIFIERS}
N_NEIGHBORS = 10
UNLABELLED = -1


def constraints_from_candidates(
    X: FloatArray,
    candidates: BoolArray,
    disambiguator: Any,
    random_state: np.random.RandomState,
) -> tuple[PairwiseConstraints, IntArray]:
    """Constraints between labelled samples, and the class that each was taken to have.

    With "none" no class is chosen, and the constraints are what the sets prove.
    """
    labels = np.full(len(candidates), UNLABELLED, dtype=np.int64)
    labelled = is_labelled(candidates)
    if isinstance(disambiguator, str) and disambiguator == "none":
        return PairwiseConstraints.from_candidates(candidates), labels
    if labelled.any():
        labels[labelled] = _choose(X, candidates, labelled, disambiguator, random_state)
    return PairwiseConstraints.from_labels(labels), labels


def _choose(
    X: FloatArray,
    candidates: BoolArray,
    labelled: BoolArray,
    disambiguator: Any,
    random_state: np.random.RandomState,
) -> IntArray:
    """Class of each labelled sample. Named methods see the labelled samples only."""
    if not isinstance(disambiguator, str):
        return _transduce(clone(disambiguator), X, candidates, labelled)
    X, candidates = X[labelled], candidates[labelled]
    if disambiguator == "plc":
        confidence = _smoothest_confidence(X, candidates)
    elif disambiguator == "random":
        confidence = random_state.random_sample(candidates.shape)
    else:
        classifier = getattr(import_module("plclust.classify"), CLASSIFIERS[disambiguator])
        return _transduce(classifier(), X, candidates, slice(None))
    return np.asarray(np.where(candidates, confidence, -1.0).argmax(axis=1))


def _smoothest_confidence(X: FloatArray, candidates: BoolArray) -> FloatArray:
    """Eq. 1 and 2 of partial label clustering, among the labelled samples."""
    if len(X) < 2:
        return candidates.astype(np.float64)
    unit = unit_rows(X)
    n_neighbors = min(N_NEIGHBORS, len(X) - 1)
    graph = neighbor_graph(fit_neighbors(unit, n_neighbors), n_neighbors)
    return solve_confidence(reconstruction_weights(unit, graph), candidates).values


def _transduce(
    estimator: Any, X: FloatArray, candidates: BoolArray, rows: BoolArray | slice
) -> IntArray:
    final = final_estimator(estimator.fit(X, candidates))
    if not hasattr(final, "transduction_"):
        raise ValueError(
            f"disambiguator={type(final).__name__} has no transduction_ after fit, expected "
            "the class of each sample there. Hint: use one of plclust.classify, or a name."
        )
    return np.asarray(final.transduction_)[rows].astype(np.int64)
