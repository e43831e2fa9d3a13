"""How much labelled samples count in the map that guides the graph.

The map learns from all samples, mostly from ones whose class the graph has guessed. Where samples
come in groups the guesses are worth having; where they do not, labels teach more than guesses.
Which it is, hidden candidate sets tell.
"""

from __future__ import annotations

import numpy as np
from scipy import linalg, sparse
from threadpoolctl import threadpool_limits

from plclust.candidates import is_labelled
from plclust.cluster._guidance import RIDGE, LabelMap, certainty, moments
from plclust.disambiguation import hold_out
from plclust.spectral import unit_rows
from plclust.typing import BoolArray, FloatArray, IntArray

OFFERED = (1.0, 3.0, 10.0, 30.0)
NEARLY = 0.5  # standard errors from the best that count as none
LEAST_VOTE = 1e-3  # for a class, so that no candidate set is impossible


def choose_emphasis(
    label_map: LabelMap,
    reconstruction: sparse.csr_array,
    candidates: BoolArray,
    *,
    random_state: int | np.random.RandomState | None = None,
    n_jobs: int | None = None,
) -> float:
    """The emphasis with which the map foretells hidden candidate sets best.

    The sets of each of five folds are hidden in turn, F is solved without them, and maps of each
    emphasis are fitted to it. Of 1, 3, 10 and 30, the smallest is taken whose mean log-likelihood
    of the hidden sets is within half a standard error of the largest.

    Parameters
    ----------
    label_map : LabelMap
        Its basis is used; what it is fitted to stays as it is.
    reconstruction : csr_array of shape (n_samples, n_samples)
        R of the features alone, which has not heard of the sets.
    candidates : array of bool of shape (n_samples, n_classes)
        The candidates; all of them for an unlabelled sample.
    random_state : int, RandomState or None
        Determines the folds.
    n_jobs : int, optional
        Threads.

    Returns
    -------
    float
        How many times as much labelled samples should count as others.
    """
    labelled = is_labelled(candidates)
    if np.count_nonzero(labelled) < 2:
        return OFFERED[0]
    likelihood = np.zeros((len(candidates), len(OFFERED)))
    folds = hold_out(reconstruction, candidates, random_state=random_state, n_jobs=n_jobs)
    for fold, confidence in folds:
        told = labelled.copy()
        told[fold] = False
        for column, outputs in enumerate(_outputs(label_map, confidence, told, fold)):
            votes = np.maximum(unit_rows(outputs), LEAST_VOTE)
            inside = np.sum(votes, axis=1, where=candidates[fold]) / votes.sum(axis=1)
            likelihood[fold, column] = np.log(inside)
    return OFFERED[_smallest_of_the_best(likelihood[labelled])]


def _outputs(
    label_map: LabelMap, confidence: FloatArray, told: BoolArray, fold: IntArray
) -> list[FloatArray]:
    """Outputs of the maps of each emphasis at the samples of a fold."""
    certain, values = certainty(confidence), label_map.values
    with threadpool_limits(1):
        gram, target = moments(values, confidence, certain, label_map.n_jobs)
        gram[np.diag_indices_from(gram)] += RIDGE
        told_gram, told_target = moments(values[told], confidence[told], certain[told])
        return [
            values[fold]
            @ linalg.solve(
                gram + (emphasis - 1.0) * told_gram,
                target + (emphasis - 1.0) * told_target,
                assume_a="pos",
            )
            for emphasis in OFFERED
        ]


def _smallest_of_the_best(likelihood: FloatArray) -> int:
    """The first column whose mean is nearly the largest.

    Examples
    --------
    >>> import numpy as np
    >>> _smallest_of_the_best(np.array([[-2.0, -1.0, -1.0], [-3.0, -2.0, -2.1]]))
    1
    """
    means = likelihood.mean(axis=0)
    best = means.argmax()
    errors = (likelihood - likelihood[:, [best]]).std(axis=0) / np.sqrt(len(likelihood))
    return int(np.argmax(means >= means[best] - NEARLY * errors))


__all__ = ["choose_emphasis"]
