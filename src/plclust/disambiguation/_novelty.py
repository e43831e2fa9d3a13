"""Which samples belong to none of the classes that the candidate sets name.

A walk over the graph starts at a sample and ends when it meets a labelled sample, or gives up with
a small chance at each step. Samples of a class without labels are surrounded by their like, and
walks from them give up more often. How often is too often is learnt from the labelled samples
themselves: those of one fold are met by nobody, and start walks like the others. How much that
counts is learnt as well: it may be by chance that few are labelled in some part of the graph, and
then the labelled samples of a fold do not shun the parts that the others shun.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import cg
from sklearn.isotonic import isotonic_regression
from sklearn.utils import check_random_state

from plclust.disambiguation._held_out import folds_of
from plclust.graph import degrees
from plclust.typing import BoolArray, FloatArray, IntArray

IMPATIENCE = 0.1  # chance to give up at a step, as a share of the chance to meet a labelled sample
MOST_NOVEL = 0.5  # share of the samples that novel classes may hold
LEAST_ODDS = 0.01  # to be labelled, as a share of those of all samples
WALK_ACCURACY = 1e-4
N_LEVELS = 101  # of the chance to be met; samples of one level are alike
EXPONENTS = np.linspace(0.0, 1.0, 21)  # of odds, from not counting at all to counting in full


class Walks(NamedTuple):
    """How surely walks from each sample meet labelled ones, those of a fold left aside in turn."""

    level: IntArray  # (n_folds, n_unlabelled)
    labelled: FloatArray  # (n_folds, n_levels): samples of the fold by their level
    unlabelled: FloatArray  # (n_folds, n_levels): all unlabelled samples by their level

    def without(self, fold: int) -> Walks:
        """The walks of the other folds."""
        others = np.arange(len(self.level)) != fold
        return Walks(self.level[others], self.labelled[others], self.unlabelled[others])


def estimate_novelty(
    affinity: sparse.csr_array,
    labelled: BoolArray,
    *,
    random_state: int | np.random.RandomState | None = None,
) -> FloatArray:
    """Chance of each sample to be of a class that no candidate set names.

    Parameters
    ----------
    affinity : csr_array of shape (n_samples, n_samples)
        Symmetric and non-negative.
    labelled : array of bool of shape (n_samples,)
        Samples with a candidate set: of a named class, hence not novel.
    random_state : int, RandomState or None, default=None
        Determines the folds.

    Returns
    -------
    array of shape (n_samples,)
        Zero for the labelled samples and for those as easily met as most of them; all zero when
        fewer than two samples, or all of them, are labelled.

    Examples
    --------
    >>> import numpy as np
    >>> from scipy import sparse
    >>> clique = np.ones((20, 20)) - np.eye(20)
    >>> two_cliques = sparse.csr_array(sparse.block_diag([clique, clique]))
    >>> labelled = np.arange(40) < 10
    >>> novelty = estimate_novelty(two_cliques, labelled, random_state=0)
    >>> novelty[[10, 19, 20, 39]].round(2)
    array([0.  , 0.  , 0.98, 0.98])
    """
    novelty = np.zeros(len(labelled))
    if labelled.all() or np.count_nonzero(labelled) < 2:
        return novelty
    walks = _walk(affinity, labelled, check_random_state(random_state))
    odds = _odds_to_be_labelled(walks)
    usual = np.median(np.repeat(odds, walks.labelled.sum(axis=0).astype(np.intp)))
    unlikely = np.maximum(1.0 - (odds / usual) ** _exponent(walks), 0.0)
    novelty[~labelled] = unlikely[walks.level].mean(axis=0)
    return novelty


def _walk(
    affinity: sparse.csr_array, labelled: BoolArray, random_state: np.random.RandomState
) -> Walks:
    """Walks from all samples, those of the labelled ones with their own fold left aside."""
    giving_up = IMPATIENCE * labelled.mean()
    levels, of_labelled, of_unlabelled = [], [], []
    for fold in folds_of(labelled, random_state):
        others = labelled.copy()
        others[fold] = False
        meeting = np.clip(meeting_chance(affinity, others, giving_up), 0.0, 1.0)
        level = np.rint(meeting * (N_LEVELS - 1)).astype(np.uint8)
        levels.append(level[~labelled])
        of_labelled.append(np.bincount(level[fold], minlength=N_LEVELS))
        of_unlabelled.append(np.bincount(level[~labelled], minlength=N_LEVELS))
    return Walks(np.array(levels), np.array(of_labelled, float), np.array(of_unlabelled, float))


def _odds_to_be_labelled(walks: Walks) -> FloatArray:
    """Odds of a sample of each level to be labelled, fitted to rise with the level.

    A labelled sample walks in one fold, an unlabelled one in all of them.
    """
    labelled, unlabelled = walks.labelled.sum(axis=0), walks.unlabelled.mean(axis=0)
    overall = labelled.sum() / unlabelled.sum()
    counts = labelled + unlabelled
    met = np.flatnonzero(counts)
    shares = isotonic_regression(labelled[met] / counts[met], sample_weight=counts[met])
    odds = shares / np.maximum(1.0 - shares, np.finfo(float).tiny)
    odds = np.clip(odds, LEAST_ODDS * overall, overall / (1.0 - MOST_NOVEL))
    filled: FloatArray = np.interp(np.arange(N_LEVELS), met, odds)
    return filled


def _exponent(walks: Walks) -> float:
    """How much odds count: what they foretell of folds that had no part in them.

    The mean over exponents, weighted by how likely each makes it that just the samples of the fold
    are labelled, and not those that are unlabelled.
    """
    log_likelihood = np.zeros(len(EXPONENTS))
    for fold, labelled in enumerate(walks.labelled):
        log_odds = np.log(_odds_to_be_labelled(walks.without(fold)))
        among = labelled + walks.unlabelled[fold]
        weights = np.exp(EXPONENTS[:, None] * log_odds)
        log_likelihood += EXPONENTS * (labelled @ log_odds)
        log_likelihood -= labelled.sum() * np.log(weights @ among)
    likelihood = np.exp(log_likelihood - log_likelihood.max())
    return float(EXPONENTS @ likelihood / likelihood.sum())


def meeting_chance(affinity: sparse.csr_array, targets: BoolArray, giving_up: float) -> FloatArray:
    """Chance that a walk meets a target before it gives up.

    Examples
    --------
    >>> import numpy as np
    >>> from scipy import sparse
    >>> path = sparse.csr_array(np.array([[0.0, 1.0, 0.0], [1.0, 0.0, 1.0], [0.0, 1.0, 0.0]]))
    >>> meeting_chance(path, np.array([True, False, False]), 0.5).round(3)
    array([1.   , 0.286, 0.143])
    """
    others = np.flatnonzero(~targets)
    from_others = affinity[others]
    leaving = degrees(affinity)[others] / (1.0 - giving_up)
    leaving[leaving == 0.0] = 1.0
    system = sparse.csr_array(sparse.diags_array(leaving) - from_others[:, others])
    scale = sparse.diags_array(1.0 / leaving)
    chance = targets.astype(np.float64)
    met = from_others @ chance
    chance[others] = cg(system, met, x0=scale @ met, rtol=WALK_ACCURACY, M=scale)[0]
    return chance


__all__ = ["estimate_novelty", "meeting_chance"]
