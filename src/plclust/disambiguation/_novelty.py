"""Which samples belong to none of the classes that the candidate sets name.

A walk over the graph starts at a sample and ends when it meets a labelled sample, or gives up with
a small chance at each step. Samples of a class without labels are surrounded by their like, and
walks from them give up more often. How often is too often is learnt from the labelled samples
themselves: those of one fold are met by nobody, and start walks like the others.
"""

from __future__ import annotations

import numpy as np
from scipy import sparse
from scipy.sparse.linalg import cg
from sklearn.isotonic import isotonic_regression
from sklearn.utils import check_random_state

from plclust.disambiguation._held_out import folds_of
from plclust.graph import degrees
from plclust.typing import BoolArray, FloatArray

IMPATIENCE = 0.1  # chance to give up at a step, as a share of the chance to meet a labelled sample
MOST_NOVEL = 0.5  # share of the samples that novel classes may hold
WALK_ACCURACY = 1e-4
DIGITS = 2  # of the chance to be met; samples that differ by less are alike


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
    >>> float(novelty[10:20].max()), float(novelty[20:].min())
    (0.0, 1.0)
    """
    if labelled.all() or np.count_nonzero(labelled) < 2:
        return np.zeros(len(labelled))
    familiarity = _familiarity(affinity, labelled, check_random_state(random_state))
    chance = _rising_share(familiarity, labelled)
    overall = np.count_nonzero(labelled) / np.count_nonzero(~labelled)
    odds = np.minimum(chance / np.maximum(1.0 - chance, 1e-12), overall / (1.0 - MOST_NOVEL))
    novelty: FloatArray = np.maximum(1.0 - odds / np.median(odds[labelled]), 0.0)
    novelty[labelled] = 0.0
    return novelty


def _familiarity(
    affinity: sparse.csr_array, labelled: BoolArray, random_state: np.random.RandomState
) -> FloatArray:
    """How surely walks meet labelled samples, those of the walk's own fold left aside."""
    giving_up = IMPATIENCE * labelled.mean()
    folds = folds_of(labelled, random_state)
    familiarity = np.zeros(len(labelled))
    for fold in folds:
        others = labelled.copy()
        others[fold] = False
        meeting = meeting_chance(affinity, others, giving_up)
        familiarity[~labelled] += meeting[~labelled] / len(folds)
        familiarity[fold] = meeting[fold]
    return familiarity


def _rising_share(values: FloatArray, chosen: BoolArray) -> FloatArray:
    """Share of the chosen among samples of like value, fitted to rise with the value."""
    alike = np.round(values, DIGITS)
    levels, level_of, counts = np.unique(alike, return_inverse=True, return_counts=True)
    shares = np.bincount(level_of, weights=chosen, minlength=len(levels)) / counts
    rising: FloatArray = isotonic_regression(shares, sample_weight=counts)
    return rising[level_of]


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
