"""IPAL: labels spread along non-negative reconstructions; new samples are rebuilt by classes."""

from __future__ import annotations

from numbers import Integral, Real
from typing import Any, ClassVar

import numpy as np
from sklearn.utils._param_validation import Interval

from plclust.classify._base import DecisionClassifier, scale_rows
from plclust.classify._rebuilding import (
    class_masses,
    keep_candidates,
    nearest_weights,
    rebuilding_errors,
)
from plclust.disambiguation import uniform_confidence
from plclust.graph import unit_rows
from plclust.typing import BoolArray, FloatArray


class IPAL(DecisionClassifier):
    """Instance-based partial-label learning by iterative label propagation.

    Each labelled sample is rebuilt from its nearest neighbours with non-negative weights, along
    which the confidences in its candidates spread until they settle. A new sample is rebuilt in the
    same way, and goes to the class whose neighbours alone leave the smallest error [1]_; a class
    that rebuilds nothing leaves the sample itself. Unlabelled samples are not used.

    Parameters
    ----------
    n_neighbors : int, default=10
        Neighbours that may rebuild a sample, at most the labelled samples there are.
    alpha : float, default=0.95
        Share of the neighbours in each update of the confidences; the rest is the start.
    max_iter : int, default=100
        Most updates.
    tol : float, default=1e-4
        Stop when the confidences change by less than this (Frobenius norm).
    n_jobs : int, default=None
        Threads for neighbours and weights. Results do not depend on it.

    Attributes
    ----------
    classes_ : array of shape (n_classes,)
        The classes that `y` names.
    transduction_ : array of shape (n_samples,)
        Class of each sample in the fit: of a labelled one the candidate with the highest
        confidence, of an unlabelled one the prediction.
    label_distributions_ : array of shape (n_samples, n_classes)
        Confidences of the labelled samples after the correction of the class masses, rows scaled to
        sum to one. Unlabelled samples are certain of their prediction.
    n_iter_ : int
        Updates of the confidences.
    n_features_in_ : int
        Number of features.
    feature_names_in_ : array of shape (n_features,)
        Names of the features, when `X` has string names for all of them.

    See Also
    --------
    SSPL : Spreads labels to unlabelled samples as well.

    Notes
    -----
    *Source.* The article and its authors' code (IPAL_train.m, IPAL_predict.m), step for step.
    Samples are scaled to unit length inside. *Defaults* are those of the article and the code.

    *Deviations.* The code stops by the spectral norm of the change; the Frobenius norm is never
    smaller and much cheaper. Nobody is a neighbour of its own, also among duplicates. A sample of
    zeros stays zero.

    *Classes without neighbours* win where the parts that other classes rebuild cancel each other,
    as features that are scaled over a few labelled samples make them do: with a hundredth or a
    fiftieth of Ecoli labelled, they are .14 to .54 of what IPAL predicts, and some of them are in
    no candidate set. The published rule is kept.

    *Complexity.* Neighbours O(n_labelled^2 n_features) or less, one small least-squares problem per
    sample, and O(n_labelled n_neighbors n_classes) per update. Predicting takes
    O(n_queries (n_labelled + n_classes) n_features). Memory is linear in the samples.

    References
    ----------
    .. [1] M.-L. Zhang and F. Yu. "Solving the partial label learning problem: an instance-based
       approach." IJCAI 2015.

    Examples
    --------
    >>> from plclust.classify import IPAL
    >>> X = [[4.0, 0.0], [5.0, 1.0], [5.0, 0.5], [0.0, 3.0], [1.0, 4.0], [0.5, 4.0]]
    >>> y = ["a|b", "a", "a|c", "b", "b|c", "a|b"]
    >>> model = IPAL(n_neighbors=2).fit(X, y)
    >>> model.transduction_
    array(['a', 'a', 'a', 'b', 'b', 'b'], dtype='<U1')
    >>> model.predict([[1.0, 0.1], [0.1, 1.0]])
    array(['a', 'b'], dtype='<U1')
    """

    n_iter_: int

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "n_neighbors": [Interval(Integral, 1, None, closed="left")],
        "alpha": [Interval(Real, 0, 1, closed="left")],
        "max_iter": [Interval(Integral, 1, None, closed="left")],
        "tol": [Interval(Real, 0, None, closed="left")],
        "n_jobs": [Integral, None],
    }

    def __init__(
        self,
        n_neighbors: int = 10,
        *,
        alpha: float = 0.95,
        max_iter: int = 100,
        tol: float = 1e-4,
        n_jobs: int | None = None,
    ) -> None:
        self.n_neighbors = n_neighbors
        self.alpha = alpha
        self.max_iter = max_iter
        self.tol = tol
        self.n_jobs = n_jobs

    def _fit(self, X: FloatArray, candidates: BoolArray) -> FloatArray:
        X = unit_rows(X)
        start = uniform_confidence(candidates)
        transfer = nearest_weights(X, None, self.n_neighbors, scale=True, n_jobs=self.n_jobs)
        F = start
        for t in range(1, self.max_iter + 1):
            self.n_iter_ = t
            before = F
            F = self.alpha * (transfer @ F) + (1.0 - self.alpha) * start
            F = keep_candidates(F, candidates)
            if np.linalg.norm(F - before) < self.tol:
                break
        F = scale_rows(F * class_masses(start, F))
        self._references = X
        self._labels = F.argmax(axis=1)
        return F

    def _scores(self, X: FloatArray) -> FloatArray:
        X = unit_rows(X)
        weights = nearest_weights(self._references, X, self.n_neighbors, n_jobs=self.n_jobs)
        return -rebuilding_errors(
            X, weights, self._references, self._labels, n_classes=len(self.classes_)
        )
