"""Candidate sets that may miss the true class."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from plclust.candidates import is_labelled
from plclust.disambiguation._recurrence import SetLikelihoods, recurrence_likelihoods
from plclust.disambiguation._temperature import temper
from plclust.typing import BoolArray, FloatArray

N_TURNS = 50  # of expectation and maximisation
N_SHARES = 20  # of wrong sets that are compared
TEMPERATURES = np.geomspace(0.25, 4.0, 17)  # at which witnesses may be right
REFUTED = 1.92  # how much less likely, as a logarithm, sets are in one case out of twenty


class Odds(NamedTuple):
    """How likely each set is, arrays of shape (n_sets,)."""

    right: FloatArray  # if it holds the true class, relative to chance
    replaced: FloatArray  # how much likelier if another class took the place of the true one
    shortened: FloatArray  # how much likelier if the true class was left out

    def against(self, by_replacement: float) -> FloatArray:
        """How much likelier each set is if it went wrong in one of the two ways."""
        evidence: FloatArray = by_replacement * self.replaced
        return evidence + (1.0 - by_replacement) * self.shortened


def open_contradicted(
    candidates: BoolArray, witnesses: Sequence[FloatArray], share: float
) -> BoolArray:
    """Allow every class where other samples contradict a candidate set.

    Those sets are opened against which there is most evidence (``odds_of``), as long as it
    speaks against them, and no more than there may be wrong ones (``credible_share``).

    Parameters
    ----------
    candidates : array of bool of shape (n_samples, n_classes)
        The candidates; all of them for an unlabelled sample.
    witnesses : sequence of arrays of shape (n_samples, n_classes)
        Probabilities of the classes of the labelled samples, each foretold without the sample's
        own set; other rows do not matter.
    share : float
        Most sets to open, as a share of all sets.

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
    if round(share * len(labelled)) == 0:
        return candidates
    sets, foretold = candidates[labelled], np.mean([some[labelled] for some in witnesses], axis=0)
    likelihoods = recurrence_likelihoods(sets)
    odds = odds_of(sets, temper(foretold, 1.0), likelihoods)
    by_replacement = share_replaced(odds, share)
    warmer_or_colder = (
        odds_of(sets, temper(foretold, temperature), likelihoods) for temperature in TEMPERATURES
    )
    share = credible_share(warmer_or_colder, by_replacement, share)
    evidence = odds.against(by_replacement)
    most = np.argsort(-evidence, kind="stable")[: round(share * len(labelled))]
    opened = candidates.copy()
    opened[labelled[most[evidence[most] > 1.0]]] = True
    return opened


def odds_of(sets: BoolArray, probability: FloatArray, likelihoods: SetLikelihoods) -> Odds:
    """How likely sets are, right or wrong, if their classes have these probabilities.

    If class c is true, a set of m out of q classes that holds it is as likely as
    :func:`recurrence_likelihoods` says. If it went wrong, either another class took the place of
    c: then it was one of m sets with c in the place of one of its own classes, and any of q - m
    classes might have come instead. Or c was left out of it: then it was the set with c in it, of
    which m / (q - m) is the share relative to chance, with the sets of m + 1 classes for each set
    of m.

    Parameters
    ----------
    sets : array of bool of shape (n_sets, n_classes)
        The candidate sets, none of them empty or full.
    probability : array of shape (n_sets, n_classes)
        Probabilities of the classes without the sets.
    likelihoods : SetLikelihoods
        How often the sets, and what they may have been, recur.

    Returns
    -------
    Odds
        Bayes factors above one speak against a set.

    Examples
    --------
    >>> import numpy as np
    >>> sets, probability = np.eye(2, dtype=bool), np.array([[0.9, 0.1], [0.9, 0.1]])
    >>> odds_of(sets, probability, recurrence_likelihoods(sets)).replaced.round(2)
    array([0.11, 9.  ])
    """
    sizes, n_classes = sets.sum(axis=1), sets.shape[1]
    n_of_size = np.bincount(sizes, minlength=n_classes + 1)
    one_larger = (n_of_size[sizes + 1] / n_of_size[sizes])[:, None]
    right = np.sum(probability * likelihoods.given, axis=1, where=sets)
    scale = sizes / (n_classes - sizes) / right
    swapped = np.sum(probability * likelihoods.swapped, axis=1, where=~sets)
    extended = np.sum(probability * likelihoods.extended * one_larger, axis=1, where=~sets)
    return Odds(right, scale * swapped, scale * extended)


def share_replaced(odds: Odds, share: float) -> float:
    """Among the sets that went wrong, the share of those in which another class took the place.

    The share for which the sets are likeliest, by expectation and maximisation, as if one set more
    of each kind had been seen.

    Parameters
    ----------
    odds : Odds
        How likely the sets are, right or wrong.
    share : float
        Share of the sets that went wrong.

    Returns
    -------
    float
        Between 0 and 1.

    Examples
    --------
    >>> import numpy as np
    >>> round(share_replaced(Odds(np.ones(98), np.full(98, 30.0), np.full(98, 1e-9)), 0.5), 2)
    0.99
    >>> share_replaced(Odds(np.ones(9), np.full(9, 2.0), np.full(9, 2.0)), 0.1)
    0.5
    """
    by_replacement = 0.5
    for _ in range(N_TURNS):
        first = share * by_replacement * odds.replaced
        second = share * (1.0 - by_replacement) * odds.shortened
        seen = first + second + 1.0 - share
        n_replaced, n_shortened = 1.0 + np.sum(first / seen), 1.0 + np.sum(second / seen)
        by_replacement = float(n_replaced / (n_replaced + n_shortened))
    return by_replacement


def credible_share(cases: Iterable[Odds], by_replacement: float, most: float) -> float:
    """The largest share of wrong sets that the sets do not refute.

    Witnesses who are too sure, or not sure enough, contradict more or fewer sets than they should,
    and how sets go wrong is known roughly. So a share is as likely as the sets are with it in the
    best of several cases, one for each temperature of what was foretold; and it is refuted if they
    are so much less likely than with the likeliest share as would happen in one case out of twenty.

    Parameters
    ----------
    cases : iterable of Odds
        How likely the sets are, right or wrong, in each case.
    by_replacement : float
        Among the wrong sets, the share of those in which another class took the place; none and
        all of them are considered as well.
    most : float
        Largest share to consider.

    Returns
    -------
    float
        Between 0 and `most`.

    Examples
    --------
    Nobody contradicts 200 sets; then eight of them are contradicted by all means:

    >>> import numpy as np
    >>> believed = np.full(200, 0.01)
    >>> credible_share([Odds(np.ones(200), believed, believed)], 0.5, 0.1)
    0.005
    >>> believed[:8] = 100.0
    >>> credible_share([Odds(np.ones(200), believed, believed)], 0.5, 0.1)
    0.06
    """
    shares = np.linspace(0.0, most, N_SHARES + 1)
    likely = [
        np.sum(
            np.log(odds.right)[:, None] + np.log1p(shares * (odds.against(kinds)[:, None] - 1.0)),
            axis=0,
        )
        for odds in cases
        for kinds in (0.0, by_replacement, 1.0)
    ]
    best_case = np.max(likely, axis=0)
    return float(shares[best_case >= best_case.max() - REFUTED][-1])


__all__ = ["Odds", "credible_share", "odds_of", "open_contradicted", "share_replaced"]
