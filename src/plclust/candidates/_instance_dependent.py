"""False positives that depend on the sample: classes it could be mistaken for."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.sparse import issparse

from plclust.candidates._simulate import check_probability, encode_truth, flip
from plclust.typing import AnyArray, BoolArray, FloatArray, IntArray


def simulate_instance_dependent(
    X: Any,
    y: Any,
    rate: float = 0.5,
    *,
    classes: Any = None,
    random_state: int | np.random.RandomState | None = None,
) -> tuple[BoolArray, AnyArray]:
    """Let wrong labels become candidates where a classifier finds them plausible.

    A multinomial logistic regression is fitted to the standardised samples and their true labels.
    A wrong class enters with probability `rate` times its predicted probability, divided by that of
    the most probable wrong class, which thus enters with probability `rate`.

    Parameters
    ----------
    X : array or sparse matrix of shape (n_samples, n_features)
        The samples.
    y : sequence of length n_samples
        The true labels, of at least two classes.
    rate : float, default=0.5
        Probability that the most confusable class of a sample enters.
    classes : sequence, default=None
        The classes and their order, by default the sorted labels in `y`. A class that no sample has
        never enters.
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
    The middle class lies between the others, so both ends are mistaken for it.

    >>> from plclust.candidates import simulate_instance_dependent
    >>> X = [[0.0], [0.1], [1.0], [1.1], [2.0], [2.1]]
    >>> y = ["low", "low", "mid", "mid", "top", "top"]
    >>> candidates, classes = simulate_instance_dependent(X, y, rate=1.0, random_state=0)
    >>> candidates[[0, 1, 4, 5], 1]
    array([ True,  True,  True,  True])
    """
    codes, found = encode_truth(y, classes)
    check_probability(rate, "rate")
    if len(np.unique(codes)) < 2:
        raise ValueError(
            "y has fewer than two classes, expected some to be mistaken for each other. "
            "Hint: give every sample its own true label."
        )
    scores = np.full((len(codes), len(found)), -np.inf)
    scores[:, np.unique(codes)] = _class_scores(X, codes)
    scores[np.arange(len(codes)), codes] = -np.inf
    # Scores are log-probabilities up to a constant per sample, which the division cancels.
    confusable = np.exp(scores - scores.max(axis=1, keepdims=True))
    return flip(rate * confusable, codes, random_state), found


def _class_scores(X: Any, codes: IntArray) -> FloatArray:
    """Scores of the classes present, by a logistic regression fitted to all samples."""
    # Slow to load, and needed nowhere else.
    from sklearn import linear_model, pipeline, preprocessing  # noqa: PLC0415

    scaler = preprocessing.StandardScaler(with_mean=not issparse(X))
    model = pipeline.make_pipeline(scaler, linear_model.LogisticRegression(max_iter=1000))
    scores: FloatArray = model.fit(X, codes).decision_function(X)
    return np.column_stack([np.zeros_like(scores), scores]) if scores.ndim == 1 else scores
