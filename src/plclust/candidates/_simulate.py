"""False positives drawn without looking at the samples."""

from __future__ import annotations

from numbers import Integral
from typing import Any

import numpy as np
from sklearn.utils import check_random_state

from plclust.candidates._sets import encode_labels
from plclust.typing import AnyArray, BoolArray, FloatArray, IntArray


def simulate_false_positives(
    y: Any,
    n_false_positives: int = 1,
    *,
    classes: Any = None,
    random_state: int | np.random.RandomState | None = None,
) -> tuple[BoolArray, AnyArray]:
    """Add the same number of random wrong labels to the true label of every sample.

    Parameters
    ----------
    y : sequence of length n_samples
        The true labels.
    n_false_positives : int, default=1
        Number of wrong labels per sample, all distinct and equally probable. With one less than the
        number of classes every class is a candidate everywhere, and nothing is left to learn from.
    classes : sequence, default=None
        The classes and their order, by default the sorted labels in `y`.
    random_state : int, RandomState or None, default=None
        Determines the draw.

    Returns
    -------
    candidates : ndarray of bool of shape (n_samples, n_classes)
        The candidates, the true label always among them.
    classes : ndarray of shape (n_classes,)
        The classes.

    Examples
    --------
    >>> from plclust.candidates import simulate_false_positives
    >>> candidates, classes = simulate_false_positives(["a", "b", "c"], 1, random_state=0)
    >>> candidates.sum(axis=1)
    array([2, 2, 2])
    """
    codes, found = encode_truth(y, classes)
    check_count(n_false_positives, len(found))
    keys = check_random_state(random_state).random_sample((len(codes), len(found)))
    return truth_and_smallest(keys, codes, n_false_positives), found


def check_count(n_false_positives: int, n_classes: int) -> None:
    """Refuse more false positives than there are wrong classes."""
    integral = isinstance(n_false_positives, Integral) and not isinstance(n_false_positives, bool)
    if not integral or not 0 <= n_false_positives < n_classes:
        raise ValueError(
            f"n_false_positives is {n_false_positives!r}, expected an integer from 0 to "
            f"{n_classes - 1}, as there are {n_classes} classes. "
            f"Hint: pass classes= if y lacks some."
        )


def truth_and_smallest(keys: FloatArray, codes: IntArray, n_false_positives: int) -> BoolArray:
    """Mark the true class of each sample and the wrong ones with the smallest keys."""
    keys[np.arange(len(codes)), codes] = -np.inf
    chosen = np.argpartition(keys, n_false_positives, axis=1)[:, : n_false_positives + 1]
    candidates = np.zeros(keys.shape, dtype=np.bool_)
    np.put_along_axis(candidates, chosen, values=True, axis=1)
    return candidates


def simulate_flips(
    y: Any,
    probability: Any = 0.1,
    *,
    classes: Any = None,
    random_state: int | np.random.RandomState | None = None,
) -> tuple[BoolArray, AnyArray]:
    """Let every wrong label become a candidate independently, with a given probability.

    A sample may come out with every class as a candidate, that is, as unlabelled.

    Parameters
    ----------
    y : sequence of length n_samples
        The true labels.
    probability : float or array of shape (n_classes,) or (n_classes, n_classes), default=0.1
        Probability of entering: of any wrong label, of each class, or, as a matrix, of the class of
        the column where that of the row is true. The diagonal is not used.
    classes : sequence, default=None
        The classes and their order, by default the sorted labels in `y`.
    random_state : int, RandomState or None, default=None
        Determines the draw.

    Returns
    -------
    candidates : ndarray of bool of shape (n_samples, n_classes)
        The candidates, the true label always among them.
    classes : ndarray of shape (n_classes,)
        The classes.

    Examples
    --------
    >>> from plclust.candidates import simulate_flips
    >>> candidates, classes = simulate_flips(["a", "b", "c"], [0, 0, 1], random_state=0)
    >>> candidates
    array([[ True, False,  True],
           [False,  True,  True],
           [False, False,  True]])
    """
    codes, found = encode_truth(y, classes)
    check_probability(probability, "probability", single=False)
    entering = np.asarray(probability, dtype=float)
    q = len(found)
    if entering.shape not in {(), (q,), (q, q)}:
        raise ValueError(
            f"probability has shape {entering.shape}, expected a number or shape ({q},) or "
            f"({q}, {q}), as there are {q} classes. Hint: pass classes= if y lacks some."
        )
    per_sample = np.broadcast_to(entering, (q, q))[codes]
    return flip(per_sample, codes, random_state), found


def flip(
    probability: FloatArray, codes: IntArray, random_state: int | np.random.RandomState | None
) -> BoolArray:
    """Mark the true class of each sample, and the others with their probability."""
    draws = check_random_state(random_state).random_sample(probability.shape)
    candidates: BoolArray = draws < probability
    candidates[np.arange(len(codes)), codes] = True
    return candidates


def encode_truth(y: Any, classes: Any) -> tuple[IntArray, AnyArray]:
    """Number the true labels by class; none may be missing."""
    codes, found = encode_labels(y, classes)
    missing = np.flatnonzero(codes < 0)
    if missing.size:
        raise ValueError(
            f"y[{missing[0]}] is missing, expected the true label of every sample. "
            f"Hint: drop such samples; pass classes=[-1, 1] if these are the classes."
        )
    return codes, found


def check_probability(probability: Any, name: str, *, single: bool = True) -> None:
    """Refuse anything but a number from 0 to 1, or an array of them if it need not be single."""
    values = np.asarray(probability)
    numbers = values.dtype.kind in "biuf" and not (single and values.ndim > 0)
    if not numbers or not np.all((values >= 0) & (values <= 1)):
        expected = "a number" if single else "numbers"
        raise ValueError(
            f"{name} is {probability!r}, expected {expected} from 0 to 1. "
            f"Hint: divide percentages by 100."
        )
