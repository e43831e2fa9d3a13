"""Confidences that say how often they are right.

Confidences f become p, in proportion to f to the power of one over the temperature T. Candidate
sets are hidden in turn from fits of their own, and T is the one that makes them likeliest, unless
they are too few to tell: before they are seen, T is about one.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from scipy.optimize import minimize_scalar
from sklearn.exceptions import ConvergenceWarning

from plclust._progress import FitProgress
from plclust._warnings import warn_user
from plclust.candidates import is_labelled
from plclust.cluster._anytime import Deadline
from plclust.disambiguation import count_folds, hide_in_turn, temper
from plclust.typing import BoolArray, FloatArray

COLDEST, HOTTEST = 0.1, 10.0
SPREAD = 1.0  # standard deviation of the logarithm of T, before any set is seen


def learn_temperature(
    estimator: Any,
    X: Any,
    candidates: BoolArray,
    random_state: np.random.RandomState,
    deadline: Deadline,
    progress: FitProgress,
) -> float | None:
    """The temperature at which fits of the estimator foretell the sets hidden from them best.

    A set with a class that only hidden sets name cannot be foretold, and does not count. None if
    there are too few sets, or if the fits did not come to an end.
    """
    labelled = is_labelled(candidates)
    if not fits_of_calibration(candidates):
        return None
    foretold, interrupted = np.zeros(candidates.shape), False
    telling = np.zeros(len(candidates), dtype=bool)
    without = "calibration", "label_distributions_ are not calibrated"
    try:
        for fold, shown in hide_in_turn(candidates, random_state):
            if deadline.stops(*without):
                return None
            estimator.set_params(max_time=deadline.left())
            with warnings.catch_warnings():  # the fit that is calibrated has given them already
                warnings.simplefilter("ignore", UserWarning)
                fitted = estimator._fit_in_memory(X, shown, progress)  # noqa: SLF001 as below
                foretold[fold] = fitted.label_distributions_[fold]
            named = candidates[labelled & is_labelled(shown)].any(axis=0)
            telling[fold] = ~(candidates[fold] & ~named).any(axis=1)
            interrupted = estimator._interrupted  # noqa: SLF001 no matter of users, who are warned
            if interrupted:
                break
    except KeyboardInterrupt:
        interrupted = True
    if interrupted:
        warn_user(
            "The fit was interrupted during calibration. The estimator can be used: "
            "label_distributions_ are not calibrated.",
            ConvergenceWarning,
        )
        return None
    if deadline.stops(*without):  # the last fit may lack rounds
        return None
    if not telling.any():
        warn_user(
            "label_distributions_ are not calibrated: no candidate set has only classes that are "
            "in other sets as well, so none can be foretold. Hint: label more samples per class.",
            UserWarning,
        )
        return None
    return find_temperature(foretold[telling], candidates[telling])


def fits_of_calibration(candidates: BoolArray) -> list[str]:
    """The fits that calibration takes, by name; none if there are too few sets.

    Examples
    --------
    >>> import numpy as np
    >>> fits_of_calibration(np.array([[True, False], [False, True], [True, True]]))
    ['calibration 1 of 2', 'calibration 2 of 2']
    """
    n_sets = int(np.count_nonzero(is_labelled(candidates)))
    if n_sets < 2:
        return []
    n_fits = count_folds(n_sets)
    return [f"calibration {number} of {n_fits}" for number in range(1, n_fits + 1)]


def find_temperature(distributions: FloatArray, candidates: BoolArray) -> float:
    """The likeliest temperature, given the candidate sets.

    Examples
    --------
    >>> import numpy as np
    >>> sure = np.array([[0.99, 0.01]] * 10)
    >>> right_in_seven = np.array([[True, False]] * 7 + [[False, True]] * 3)
    >>> 3.0 < find_temperature(sure, right_in_seven) < 5.0
    True
    """

    def unlikelihood(log_temperature: float) -> float:
        tempered = temper(distributions, np.exp(log_temperature))
        unexpected = 0.5 * (log_temperature / SPREAD) ** 2
        return unexpected - float(np.sum(np.log(np.sum(tempered, axis=1, where=candidates))))

    bounds = np.log([COLDEST, HOTTEST])
    return float(np.exp(minimize_scalar(unlikelihood, bounds=bounds, method="bounded").x))


__all__ = ["find_temperature", "fits_of_calibration", "learn_temperature"]
