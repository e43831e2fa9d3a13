"""Candidate sets that may miss the true class."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from plclust.candidates import is_labelled
from plclust.disambiguation._recurrence import recurrence_likelihood
from plclust.typing import BoolArray, FloatArray

LEAST_ODDS = np.exp(-1.0)  # a wrong set does more harm than a right one does good
N_TURNS = 100
TINY = 1e-300


def open_contradicted(
    candidates: BoolArray, witnesses: Sequence[FloatArray], share: float
) -> BoolArray:
    """Allow every class where other samples contradict a candidate set.

    A witness foretells the class of each sample without its own set. Given class c, the set is
    right, and as likely as :func:`recurrence_likelihood` says; or c is not in it, and all sets
    without c are equally likely. Witnesses are weighted so that together they make the sets
    likeliest, and sets are opened by the odds that they miss the true class.

    Parameters
    ----------
    candidates : array of bool of shape (n_samples, n_classes)
        The candidates; all of them for an unlabelled sample.
    witnesses : sequence of arrays of shape (n_samples, n_classes)
        Probabilities of the classes of the labelled samples; other rows do not matter. Each is
        heard as it is and as its square, and so is one that knows nothing.
    share : float
        How many sets are thought to be wrong, as a share of all sets, and how many to open at most.

    Returns
    -------
    array of bool of shape (n_samples, n_classes)
        The candidates, with all classes where a set is opened.

    Examples
    --------
    >>> import numpy as np
    >>> candidates = np.array([[True, False]] * 8 + [[False, True]] * 2)
    >>> witness = np.array([[0.9, 0.1]] * 9 + [[0.1, 0.9]])
    >>> open_contradicted(candidates, [witness], 0.2)[-3:]
    array([[ True, False],
           [ True,  True],
           [False,  True]])
    """
    labelled = np.flatnonzero(is_labelled(candidates))
    n_most = round(share * len(labelled))
    if n_most == 0:
        return candidates
    odds = odds_of_missing(
        candidates[labelled], [witness[labelled] for witness in witnesses], share
    )
    most = np.argsort(-odds, kind="stable")[:n_most]
    opened = candidates.copy()
    opened[labelled[most[odds[most] > LEAST_ODDS]]] = True
    return opened


def odds_of_missing(sets: BoolArray, witnesses: Sequence[FloatArray], share: float) -> FloatArray:
    """Odds that each set misses the true class.

    Examples
    --------
    >>> import numpy as np
    >>> sets, witness = np.eye(2, dtype=bool), np.array([[0.9, 0.1], [0.9, 0.1]])
    >>> odds_of_missing(sets, [witness], 0.2).round(2)
    array([0.23, 0.27])
    """
    sizes, n_classes = sets.sum(axis=1, keepdims=True), sets.shape[1]
    right = (1.0 - share) * recurrence_likelihood(sets)
    wrong = np.where(sets, 0.0, share * sizes / (n_classes - sizes))
    heard = [np.full(sets.shape, 1.0 / n_classes), *witnesses, *map(_sharpened, witnesses)]
    likelihood = np.column_stack([np.sum(said * (right + wrong), axis=1) for said in heard])
    weights = mixture_weights(likelihood)
    foretold = np.einsum("w,wsc->sc", weights, np.stack(heard))
    odds: FloatArray = np.sum(foretold * wrong, axis=1) / np.sum(foretold * right, axis=1)
    return odds


def mixture_weights(likelihood: FloatArray) -> FloatArray:
    """Weights of the columns whose mixture has the largest likelihood, by expectation maximisation.

    Examples
    --------
    >>> import numpy as np
    >>> mixture_weights(np.array([[0.5, 0.9], [0.5, 0.9], [0.5, 0.1]])).round(2)
    array([0.58, 0.42])
    """
    weights = np.full(likelihood.shape[1], 1.0 / likelihood.shape[1])
    for _ in range(N_TURNS):
        shares = likelihood * weights + TINY
        weights = np.mean(shares / shares.sum(axis=1, keepdims=True), axis=0)
    return weights


def _sharpened(probabilities: FloatArray) -> FloatArray:
    squares = probabilities**2 + TINY
    sharp: FloatArray = squares / squares.sum(axis=1, keepdims=True)
    return sharp


__all__ = ["mixture_weights", "odds_of_missing", "open_contradicted"]
