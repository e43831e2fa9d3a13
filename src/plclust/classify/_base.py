"""What all partial-label classifiers share: checked input, classes, the labels of fitted rows."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import check_consistent_length
from sklearn.utils.validation import check_is_fitted, validate_data

from plclust._warnings import warn_user
from plclust._whole import whole_or_not_at_all
from plclust.candidates import check_candidates, is_labelled
from plclust.candidates._indicator import is_matrix, unwrap_column
from plclust.candidates._labels import are_signs, as_elements, is_missing, refuse_other_types
from plclust.candidates._sets import CONTAINERS, as_set, encode
from plclust.graph import check_magnitude
from plclust.typing import AnyArray, BoolArray, FloatArray


class PartialLabelClassifier(ClassifierMixin, BaseEstimator):
    """Base of the classifiers: it checks what comes in, a subclass is the algorithm and no more.

    A subclass defines `_fit` and `_scores`, and inherits from `DecisionClassifier` or
    `ProbabilityClassifier` according to what its scores are. Methods that learn from unlabelled
    samples too set `_uses_unlabelled`; those that have no confidences clear `_has_confidences`.
    """

    classes_: AnyArray
    transduction_: AnyArray
    label_distributions_: FloatArray
    n_features_in_: int
    feature_names_in_: AnyArray

    _uses_unlabelled: ClassVar[bool] = False
    _has_confidences: ClassVar[bool] = True
    _parameter_constraints: ClassVar[dict[str, list[Any]]]

    @whole_or_not_at_all
    def fit(self, X: Any, y: Any) -> Self:
        """Learn from candidate labels.

        Parameters
        ----------
        X : array or DataFrame of shape (n_samples, n_features)
            Features.
        y : candidate labels
            In any form of :func:`plclust.candidates.check_candidates`: one set (list, tuple,
            "a|b|c") per sample, an indicator matrix, or plain labels; None, NaN, -1, an empty set
            or all classes for samples without. In labels that are all 1 or -1, as in
            scikit-learn's binary problems, -1 is a class. A single class is predicted for every
            sample. Of both a warning tells.

        Returns
        -------
        self
            The fitted estimator.
        """
        self._validate_params()
        X = validate_data(self, X, dtype=np.float64, order="C")
        check_magnitude(X)
        candidates, self.classes_ = check_targets(y, X.shape[0], type(self).__name__)
        used = np.full(len(X), True) if self._uses_unlabelled else labelled_rows(candidates)
        scores = np.empty(candidates.shape)
        scores[used] = self._fit(X[used], candidates[used])
        if not used.all():
            found = self._scores(X[~used])
            scores[~used] = self._distributions(found) if self._has_confidences else found
        within = np.where(candidates, scores, -np.inf)
        self.transduction_ = self.classes_[within.argmax(axis=1)]
        if self._has_confidences:
            self.label_distributions_ = scores
        return self

    def predict(self, X: Any) -> AnyArray:
        """Class of each sample.

        Parameters
        ----------
        X : array or DataFrame of shape (n_samples, n_features)
            Features.

        Returns
        -------
        array of shape (n_samples,)
            Classes, as in ``classes_``.
        """
        scores = self._checked_scores(X)
        predicted: AnyArray = self.classes_[scores.argmax(axis=1)]
        return predicted

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """Share of the samples with the right class.

        Parameters
        ----------
        X : array or DataFrame of shape (n_samples, n_features)
            Features.
        y : array-like of shape (n_samples,)
            True classes. Candidates are refused: they do not say what is right. How well
            predictions agree with them is :func:`plclust.model_selection.consistency_scorer`.
        sample_weight : array-like of shape (n_samples,), default=None
            What the samples count.

        Returns
        -------
        float
            Accuracy.
        """
        check_is_fitted(self, "transduction_")
        truth, predicted = check_truth(y, self.classes_), self.predict(X)
        check_consistent_length(predicted, truth, sample_weight)
        right = [a == b for a, b in zip(truth, predicted.tolist(), strict=True)]
        return float(np.average(right, weights=sample_weight))

    @abstractmethod
    def _fit(self, X: FloatArray, candidates: BoolArray) -> FloatArray:
        """Learn, and return a value per sample and class: the largest candidate is the label.

        With `_has_confidences` the values are confidences, rows that sum to one.
        """

    @abstractmethod
    def _scores(self, X: FloatArray) -> FloatArray:
        """A score per sample and class; the largest is the prediction."""

    def _distributions(self, scores: FloatArray) -> FloatArray:
        """Confidences of unlabelled samples in the fit, certain unless a method knows better."""
        certain: FloatArray = np.eye(scores.shape[1])[scores.argmax(axis=1)]
        return certain

    def _checked_scores(self, X: Any) -> FloatArray:
        check_is_fitted(self, "transduction_")
        X = validate_data(self, X, reset=False, dtype=np.float64, order="C")
        check_magnitude(X, alone=False)
        return self._scores(X)


class DecisionClassifier(PartialLabelClassifier):
    """For methods whose scores are no probabilities."""

    def decision_function(self, X: Any) -> FloatArray:
        """Score of each class; the largest is predicted.

        Parameters
        ----------
        X : array or DataFrame of shape (n_samples, n_features)
            Features.

        Returns
        -------
        array of shape (n_samples, n_classes), or (n_samples,) for two classes
            Scores, columns as in ``classes_``; for two classes the lead of the second one.
        """
        scores = self._checked_scores(X)
        return scores[:, 1] - scores[:, 0] if scores.shape[1] == 2 else scores


class ProbabilityClassifier(PartialLabelClassifier):
    """For methods whose scores are non-negative and sum to one."""

    def predict_proba(self, X: Any) -> FloatArray:
        """Confidence in each class.

        Parameters
        ----------
        X : array or DataFrame of shape (n_samples, n_features)
            Features.

        Returns
        -------
        array of shape (n_samples, n_classes)
            Rows sum to one; columns as in ``classes_``.
        """
        return self._checked_scores(X)

    def _distributions(self, scores: FloatArray) -> FloatArray:
        return scores


def check_targets(y: Any, n_samples: int, name: str) -> tuple[BoolArray, AnyArray]:
    """Candidates and classes, with scikit-learn's rules for what a classifier takes as `y`."""
    if y is None:
        raise ValueError(
            f"{name} requires y to be passed, but the target y is None. "
            "Hint: pass one candidate set per sample, None for an unlabelled one."
        )
    candidates, classes = check_candidates(y, n_samples, classes=_signs(y))
    if not labelled_rows(candidates).any():
        raise ValueError(
            f"y has candidates for none of the {n_samples} samples, expected at least one labelled "
            "sample. Hint: a set of all classes counts as unlabelled, and so does -1."
        )
    if len(classes) == 1:
        warn_user(
            f"y names only one class, {classes[0]}, which is predicted for every sample. Hint: "
            "name the classes of other samples as well; -1 is a missing label.",
            UserWarning,
        )
    return candidates, classes


def _signs(y: Any) -> list[int] | None:
    """-1 and 1 if `y` has both and nothing else: the classes of a binary problem."""
    y = unwrap_column(y)
    if is_matrix(y) or not are_signs(as_elements(y)):
        return None
    warn_user(
        "y has the labels 1 and -1 only, so -1 is taken for a class and not for missing labels. "
        "Hint: None for missing labels; other names if both are classes.",
        UserWarning,
    )
    return [-1, 1]


def check_truth(y: Any, classes: AnyArray) -> list[Any]:
    """One class per sample; candidates are refused, because they do not say what is right."""
    y = unwrap_column(y)
    labels = None if is_matrix(y) else as_elements(y)
    if labels is None or not _are_classes(labels, classes):
        raise ValueError(
            "y has candidate sets or missing labels, as -1 is unless a class is called so, "
            "expected the true class of each sample. Hint: score by "
            "plclust.model_selection.consistency_scorer, with CandidateKFold as cv."
        )
    truth = labels.tolist() if isinstance(labels, np.ndarray) else labels
    refuse_other_types(truth, classes.tolist(), "y")
    return truth


def _are_classes(labels: AnyArray | list[Any], classes: AnyArray) -> bool:
    """Whether none is missing, a set, even of one, or, unless a class is called so, "a|b"."""
    known = set(classes.tolist())
    if isinstance(labels, np.ndarray):
        return not any(is_missing(label) for label in {*labels.tolist()} - known)
    others = [label for label in labels if not _is_in(label, known)]
    if any(isinstance(label, CONTAINERS) for label in others):
        return False
    return all(len(found) == 1 for found in encode(others, as_set).sets)


def _is_in(label: Any, known: set[Any]) -> bool:
    try:
        return label in known
    except TypeError:  # a list cannot be hashed, nor be a class
        return False


def labelled_rows(candidates: BoolArray) -> BoolArray:
    """Rows that exclude a class; all rows if there is a single class, which needs no choice."""
    if candidates.shape[1] == 1:
        return np.full(len(candidates), True)
    return is_labelled(candidates)


def scale_rows(F: FloatArray) -> FloatArray:
    """Scale rows to sum to one; those of which nothing is left tell nothing."""
    sums = F.sum(axis=1, keepdims=True)
    scaled: FloatArray = np.where(sums > 0.0, F, 1.0) / np.where(sums > 0.0, sums, F.shape[1])
    return scaled
