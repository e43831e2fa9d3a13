"""How likely candidate sets are, by how often they recur."""

from __future__ import annotations

import numpy as np
from scipy.special import comb

from plclust.typing import BoolArray, FloatArray, IntArray

CONCENTRATIONS = 10.0 ** np.arange(-1, 7)
MOST_SETS = 1e100  # of one size; more are as good as infinitely many


def recurrence_likelihood(candidates: BoolArray) -> FloatArray:
    """Likelihood of each candidate set for each of its classes, relative to sets drawn by chance.

    Sets that come from one scene, one recording or one group of annotators recur; a set that went
    wrong seldom does. Of the other sets of its size that hold class c, the share equal to set i is
    estimated with a Dirichlet prior around the sets drawn by chance::

        l_ic = (n_equal_i choose(q - 1, m_i - 1) + kappa) / (n_holding_ic + kappa)

    with m_i classes in the set, out of q. The concentration kappa is the one for which the sets
    foretell each other best. Where sets do not recur it is large, and all likelihoods are near one.

    Parameters
    ----------
    candidates : array of bool of shape (n_sets, n_classes)
        The candidate sets, none of them empty.

    Returns
    -------
    array of shape (n_sets, n_classes)
        l, and zero for classes outside of a set.

    Examples
    --------
    >>> import numpy as np
    >>> sets = np.array([[1, 1, 0, 0]] * 9 + [[0, 0, 1, 1]] * 9 + [[1, 0, 1, 0]], dtype=bool)
    >>> likelihood = recurrence_likelihood(sets)
    >>> likelihood[0].round(2), likelihood[-1].round(2)
    (array([2.5 , 2.78, 0.  , 0.  ]), array([0.1, 0. , 0.1, 0. ]))
    """
    sizes = candidates.sum(axis=1)
    n_classes = candidates.shape[1]
    possible = np.minimum(comb(n_classes - 1, sizes - 1), MOST_SETS)
    equal = possible * _n_equal(candidates)
    holding = _n_holding(candidates, sizes)

    def likelihood(concentration: float) -> FloatArray:
        found: FloatArray = (equal[:, None] + concentration) / (holding + concentration)
        return np.where(candidates, found, 0.0)

    return max(
        map(likelihood, CONCENTRATIONS),
        key=lambda found: float(np.sum(np.log(found.sum(axis=1) / sizes))),
    )


def _n_equal(candidates: BoolArray) -> FloatArray:
    """How many of the other sets are equal to each."""
    packed = np.packbits(candidates, axis=1)
    _, kinds, counts = np.unique(packed, axis=0, return_inverse=True, return_counts=True)
    return counts[kinds.ravel()] - 1.0


def _n_holding(candidates: BoolArray, sizes: IntArray) -> FloatArray:
    """How many of the other sets of its size hold each class of a set."""
    of_size = np.zeros((candidates.shape[1] + 1, candidates.shape[1]))
    np.add.at(of_size, sizes, candidates)
    others: FloatArray = of_size[sizes] - candidates
    return others


__all__ = ["recurrence_likelihood"]
