"""How well results agree with candidate sets that were hidden from them."""

from __future__ import annotations

from numbers import Integral
from typing import Any

import numpy as np
from joblib import Parallel, delayed
from scipy.optimize import linear_sum_assignment
from sklearn.base import clone, is_classifier
from sklearn.model_selection import check_cv
from sklearn.utils.validation import _num_samples

from plclust._final import final_estimator
from plclust.candidates import check_candidates, is_labelled
from plclust.candidates._indicator import column_names, is_matrix, unwrap_column
from plclust.disambiguation import uniform_confidence
from plclust.metrics import consistency_score
from plclust.metrics._contingency import as_labels, encode
from plclust.model_selection._split import CandidateKFold
from plclust.typing import BoolArray, FloatArray, IntArray


def consistency_scorer(estimator: Any, X: Any, y: Any) -> float:
    """The `scoring` for scikit-learn's searches: consistency with sets of held-out samples.

    That is their :func:`plclust.metrics.consistency_score`. Clusters count as the classes that
    they stand for (``cluster_classes_``).

    Parameters
    ----------
    estimator : fitted classifier or PartialLabelClustering
        May be the last step of a pipeline.
    X : array-like of shape (n_samples, n_features)
        Samples that were not in the fit.
    y : candidate labels
        Their candidates.

    Returns
    -------
    float
        The score.

    Examples
    --------
    >>> from sklearn.model_selection import GridSearchCV
    >>> from plclust.classify import PLKNN
    >>> from plclust.datasets import load_ecoli
    >>> from plclust.model_selection import CandidateKFold, consistency_scorer
    >>> data = load_ecoli()
    >>> search = GridSearchCV(
    ...     PLKNN(), {"n_neighbors": [1, 10]}, cv=CandidateKFold(5), scoring=consistency_scorer
    ... )
    >>> search.fit(data.data, data.target).best_params_
    {'n_neighbors': 10}
    """
    final = final_estimator(estimator)
    if not hasattr(estimator, "predict"):
        raise TypeError(
            f"{type(final).__name__} has no predict, expected an estimator that can "
            "place samples which were not in the fit. Hint: use cross_val_consistency."
        )
    predicted = estimator.predict(X)
    if not is_classifier(final):
        if not hasattr(final, "cluster_classes_"):
            raise TypeError(
                f"{type(final).__name__} does not say which class a cluster stands for "
                "(cluster_classes_). Hint: use cross_val_consistency."
            )
        predicted = final.cluster_classes_[predicted]
    known = final.classes_.tolist()
    y = unwrap_column(y)
    if is_matrix(y) and column_names(y) is None:
        return consistency_score(y, predicted, classes=known)
    named = check_candidates(y)[1].tolist()
    return consistency_score(y, predicted, classes=[*known, *(set(named) - set(known))])


def cross_val_consistency(
    estimator: Any,
    X: Any,
    y: Any,
    *,
    cv: Any = 5,
    n_jobs: int | None = None,
) -> FloatArray:
    """Hide the candidate sets of each fold, fit to all samples, and see if the sets are met.

    Unlike in :func:`~sklearn.model_selection.cross_val_score`, the samples of a fold stay in the
    fit: only their candidates are hidden. That is what clustering is for, and needs no `predict`.

    Parameters
    ----------
    estimator : estimator
        A clusterer or classifier of this library, or another one that takes (or ignores) a boolean
        matrix of candidates as `y` and has ``labels_`` or ``transduction_``, such as scikit-learn's
        clusterers; may be the last step of a pipeline. It is cloned for every fold.
    X : array-like of shape (n_samples, n_features)
        Features.
    y : candidate labels
        In any form of :func:`plclust.candidates.check_candidates`. A splitter gets it as it is.
    cv : int, splitter or iterable of splits, default=5
        Number of folds of :class:`CandidateKFold`, or splits whose test sets are the samples to
        hide.
    n_jobs : int, default=None
        Folds at a time.

    Returns
    -------
    array of shape (n_folds,)
        :func:`plclust.metrics.consistency_score` of each fold.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.model_selection import ParameterGrid
    >>> from plclust import PartialLabelClustering
    >>> from plclust.datasets import make_candidate_blobs
    >>> from plclust.model_selection import cross_val_consistency
    >>> X, y, _ = make_candidate_blobs(200, random_state=0)
    >>> estimator = PartialLabelClustering(random_state=0)
    >>> grid = ParameterGrid({"n_neighbors": [5, 10]})
    >>> scores = [cross_val_consistency(estimator.set_params(**p), X, y).mean() for p in grid]
    >>> best = grid[int(np.argmax(scores))]
    """
    candidates, _ = check_candidates(y, _num_samples(X))
    if isinstance(cv, Integral):
        splits = CandidateKFold(int(cv)).split(X, candidates)
    else:
        splits = check_cv(cv).split(X, y)
    folds = [hidden for _, hidden in splits]
    work = (delayed(_score_hidden)(clone(estimator), X, candidates, fold) for fold in folds)
    return np.array(Parallel(n_jobs=n_jobs)(work))


def _score_hidden(estimator: Any, X: Any, candidates: BoolArray, hidden: IntArray) -> float:
    shown = candidates.copy()
    shown[hidden] = True
    codes = _codes_found(final_estimator(estimator.fit(X, shown)), shown)
    return consistency_score(candidates[hidden], codes[hidden])


def _codes_found(fitted: Any, shown: BoolArray) -> IntArray:
    """Class of each sample in the fit, where classes are the columns of the candidates."""
    if hasattr(fitted, "cluster_classes_"):
        return np.asarray(fitted.cluster_classes_[fitted.labels_])
    if hasattr(fitted, "labels_"):
        return classes_of_clusters(fitted.labels_, shown)
    if hasattr(fitted, "transduction_"):
        return np.asarray(fitted.transduction_)
    raise TypeError(
        f"{type(fitted).__name__} has neither labels_ nor transduction_, expected an estimator "
        "that places the samples of the fit."
    )


def classes_of_clusters(labels: IntArray, candidates: Any) -> IntArray:
    """Class of each sample, by the one-to-one match of clusters with candidates of most weight.

    Each labelled sample gives equal weight to its candidates, one in all. With more clusters than
    classes, those left over go to the class that has most weight among their samples.

    Parameters
    ----------
    labels : array of shape (n_samples,)
        Cluster of each sample.
    candidates : candidate labels
        In any form of :func:`plclust.candidates.check_candidates`.

    Returns
    -------
    array of int of shape (n_samples,)
        Column of the class that the cluster of each sample stands for.

    Examples
    --------
    >>> import numpy as np
    >>> from plclust.model_selection import classes_of_clusters
    >>> candidates = np.array([[1, 0], [1, 1], [0, 1], [1, 1]], dtype=bool)
    >>> classes_of_clusters(np.array([7, 7, 3, 3]), candidates)
    array([0, 0, 1, 1])
    """
    codes, clusters = encode(as_labels(labels, "labels"), "labels")
    candidates, _ = check_candidates(candidates, len(codes))
    if candidates.shape[1] == 0:
        raise ValueError(
            f"candidates name no class for any of {len(codes)} samples, expected classes for "
            "clusters to stand for. Hint: label some samples."
        )
    labelled = is_labelled(candidates)
    weights = np.zeros((len(clusters), candidates.shape[1]))
    np.add.at(weights, codes[labelled], uniform_confidence(candidates[labelled]))
    classes = weights.argmax(axis=1)
    rows, columns = linear_sum_assignment(weights, maximize=True)
    classes[rows] = columns
    return np.asarray(classes[codes])


__all__ = [
    "classes_of_clusters",
    "consistency_scorer",
    "cross_val_consistency",
]
