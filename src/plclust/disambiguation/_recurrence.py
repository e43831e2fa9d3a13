"""How likely candidate sets are, by how often they recur."""

from __future__ import annotations

import numpy as np
from scipy.special import comb

from plclust.typing import BoolArray, FloatArray, IntArray

CONCENTRATIONS = 10.0 ** np.arange(-1, 7)
MOST_SETS = 1e100  # of one size; more are as good as infinitely many


def recurrence_likelihood(candidates: BoolArray) -> FloatArray:
    """Likelihood of each candidate set with each class in it, relative to sets drawn by chance.

    Sets that come from one scene, one recording or one group of annotators recur; a set that went
    wrong seldom does. Of the other sets of its size that hold class c, the share equal to set i
    with c in it is estimated with a Dirichlet prior around the sets drawn by chance::

        l_ic = (n_equal_ic choose(q - 1, m_ic - 1) + kappa) / (n_holding_ic + kappa)

    with m_ic classes in that set, out of q. The concentration kappa is the one for which the sets
    foretell each other best. Where sets do not recur it is large, and all likelihoods are near one.

    Parameters
    ----------
    candidates : array of bool of shape (n_sets, n_classes)
        The candidate sets, none of them empty.

    Returns
    -------
    array of shape (n_sets, n_classes)
        l: of the set itself for its own classes, of the set and one class more for the others.

    Examples
    --------
    >>> import numpy as np
    >>> sets = np.array([[1, 1, 0, 0]] * 9 + [[0, 0, 1, 1]] * 9 + [[1, 0, 1, 0]], dtype=bool)
    >>> likelihood = recurrence_likelihood(sets)
    >>> likelihood[0].round(2), likelihood[-1].round(2)
    (array([2.5 , 2.78, 1.  , 1.  ]), array([0.1, 1. , 0.1, 1. ]))
    """
    n_classes = candidates.shape[1]
    sizes = candidates.sum(axis=1)
    sizes_with = sizes[:, None] + ~candidates
    possible = np.minimum(comb(n_classes - 1, sizes_with - 1), MOST_SETS)
    equal = possible * _n_equal(candidates)
    holding = _n_holding(candidates, sizes_with)

    def likelihood(concentration: float) -> FloatArray:
        found: FloatArray = (equal + concentration) / (holding + concentration)
        return found

    def log_evidence(likelihood: FloatArray) -> float:
        mean = np.mean(likelihood, axis=1, where=candidates)
        return float(np.sum(np.log(mean)))

    return max(map(likelihood, CONCENTRATIONS), key=log_evidence)


def _n_equal(candidates: BoolArray) -> IntArray:
    """How many of the other sets are equal to each set with each class in it."""
    n_classes = candidates.shape[1]
    # Sums of random numbers stand for sets: two sets share one by a chance of 2^-63.
    numbers = np.random.RandomState(0).randint(0, 2**63, n_classes, dtype=np.uint64)
    keys = np.asarray(np.sum(numbers * candidates, axis=1, dtype=np.uint64))
    known, counts = np.unique(keys, return_counts=True)
    keys_with = keys[:, None] + numbers * ~candidates
    place = np.minimum(np.searchsorted(known, keys_with), len(known) - 1)
    return np.asarray(counts[place] * (known[place] == keys_with) - candidates)


def _n_holding(candidates: BoolArray, sizes_with: IntArray) -> IntArray:
    """How many of the other sets are of that size and hold the class."""
    n_classes = candidates.shape[1]
    of_size = np.zeros((n_classes + 1, n_classes), dtype=np.int64)
    np.add.at(of_size, candidates.sum(axis=1), candidates)
    return np.asarray(of_size[sizes_with, np.arange(n_classes)] - candidates)


__all__ = ["recurrence_likelihood"]
