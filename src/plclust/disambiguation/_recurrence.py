"""How likely candidate sets are, by how often they recur."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np
import numpy.typing as npt
from scipy.special import comb

from plclust.typing import BoolArray, FloatArray, IntArray

CONCENTRATIONS = 10.0 ** np.arange(-1, 7)
MOST_SETS = 1e100  # of one size; more are as good as infinitely many


class SetLikelihoods(NamedTuple):
    """Likelihoods of each set and of what it may have been, of shape (n_sets, n_classes)."""

    given: FloatArray  # of the set, for its own classes
    extended: FloatArray  # of the set and the class, for the other classes
    swapped: FloatArray  # of the set with the class instead of one of its own, on average


def recurrence_likelihoods(candidates: BoolArray) -> SetLikelihoods:
    """Likelihood of candidate sets with each class in them, relative to sets drawn by chance.

    Sets that come from one scene, one recording or one group of annotators recur; a set that went
    wrong seldom does. Of the other sets of its size that hold class c, the share equal to a set of
    m out of q classes is estimated with a Dirichlet prior around the sets drawn by chance::

        (n_equal choose(q - 1, m - 1) + kappa) / (n_holding + kappa)

    The concentration kappa is the one for which the sets foretell each other best. Where sets do
    not recur it is large, and all likelihoods are near one.

    Parameters
    ----------
    candidates : array of bool of shape (n_sets, n_classes)
        The candidate sets, none of them empty.

    Returns
    -------
    given : array of shape (n_sets, n_classes)
        Of each set, if one of its classes is true; one for the other classes.
    extended : array of shape (n_sets, n_classes)
        Of each set and one class more, if that one is true; one for the classes of the set.
    swapped : array of shape (n_sets, n_classes)
        Of each set with another class in the place of one of its own, if that other one is true;
        the mean over its own classes. One for the classes of the set.

    Examples
    --------
    >>> import numpy as np
    >>> sets = np.array([[1, 1, 0, 0]] * 9 + [[0, 0, 1, 1]] * 9 + [[1, 0, 1, 0]], dtype=bool)
    >>> likelihoods = recurrence_likelihoods(sets)
    >>> likelihoods.given[[0, -1]].round(2)
    array([[2.5 , 2.78, 1.  , 1.  ],
           [0.1 , 1.  , 0.1 , 1.  ]])
    >>> likelihoods.swapped[-1].round(2)
    array([1.  , 1.45, 1.  , 1.45])
    """
    counted = CountedSets.of(candidates)
    sizes = np.broadcast_to(candidates.sum(axis=1)[:, None], candidates.shape)
    own = np.broadcast_to(counted.keys_of(candidates)[:, None], candidates.shape)

    def given(concentration: float) -> FloatArray:
        found = counted.likelihood(own, sizes, concentration, besides=candidates)
        return np.where(candidates, found, 1.0)

    def log_evidence(concentration: float) -> float:
        mean = np.mean(given(concentration), axis=1, where=candidates)
        return float(np.sum(np.log(mean)))

    kappa = max(CONCENTRATIONS, key=log_evidence)
    extended = counted.likelihood(own + counted.numbers, sizes + 1, kappa)
    swapped = np.zeros(candidates.shape)
    for left_out, number in enumerate(counted.numbers):
        rows = np.flatnonzero(candidates[:, left_out])
        keys = own[rows] - number + counted.numbers
        swapped[rows] += counted.likelihood(keys, sizes[rows], kappa)
    return SetLikelihoods(
        given(kappa),
        np.where(candidates, 1.0, extended),
        np.where(candidates, 1.0, swapped / sizes),
    )


@dataclass(frozen=True)
class CountedSets:
    """How often there is each set, and how many sets of each size hold each class."""

    numbers: npt.NDArray[np.uint64]  # of the classes
    keys: npt.NDArray[np.uint64]  # of the different sets, in ascending order
    counts: IntArray  # of these sets
    n_holding: IntArray  # sets by their size and a class in them

    @classmethod
    def of(cls, candidates: BoolArray) -> Self:
        """Count the sets."""
        n_classes = candidates.shape[1]
        # Sums of random numbers stand for sets: two sets share one by a chance of 2^-63.
        numbers = np.random.default_rng(0).integers(0, 2**63, size=(n_classes,), dtype=np.uint64)
        keys, counts = np.unique(_sums(candidates, numbers), return_counts=True)
        n_holding = np.zeros((n_classes + 2, n_classes), dtype=np.int64)
        np.add.at(n_holding, candidates.sum(axis=1), candidates)
        return cls(numbers, keys, counts, n_holding)

    def keys_of(self, candidates: BoolArray) -> npt.NDArray[np.uint64]:
        """The numbers that stand for sets."""
        return _sums(candidates, self.numbers)

    def likelihood(
        self,
        keys: npt.NDArray[np.uint64],
        sizes: IntArray,
        concentration: float,
        *,
        besides: BoolArray | bool = False,
    ) -> FloatArray:
        """Likelihood of sets, by their keys and sizes, if the class of their column is true.

        `besides` has where the set itself is among those that were counted.
        """
        n_classes = len(self.numbers)
        place = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        n_equal = self.counts[place] * (self.keys[place] == keys) - besides
        n_holding = self.n_holding[sizes, np.arange(n_classes)] - besides
        n_possible = np.minimum(comb(n_classes - 1, sizes - 1), MOST_SETS)
        found: FloatArray = (n_equal * n_possible + concentration) / (n_holding + concentration)
        return found


def _sums(candidates: BoolArray, numbers: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    return np.asarray(np.sum(numbers * candidates, axis=1, dtype=np.uint64))


__all__ = ["CountedSets", "SetLikelihoods", "recurrence_likelihoods"]
