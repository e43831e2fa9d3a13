"""The figures of one run, on the samples that carried no candidates."""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike
from sklearn.metrics import adjusted_rand_score

from plclust.candidates import check_candidates, is_labelled
from plclust.metrics._clustering import clustering_accuracy, normalized_mutual_info, purity
from plclust.metrics._contingency import as_label_pair, contingency, encode
from plclust.typing import AnyArray


def evaluate_clustering(y_true: ArrayLike, labels: ArrayLike, y: Any = None) -> dict[str, float]:
    """Compare clusters with the true classes of the unlabelled samples.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True class of each sample, of any type.
    labels : array-like of shape (n_samples,)
        Cluster of each sample, of any type.
    y : candidate labels of the samples, default=None
        What the method was given, in any form of :func:`plclust.candidates.check_candidates`.
        Samples with candidates are left out, so that no method is credited with what it was told;
        a set of all classes that `y` names tells nothing. With None every sample counts.

    Returns
    -------
    dict
        ``acc``, ``nmi`` (geometric mean, as in the paper), ``nmi_arithmetic``, ``ari`` (adjusted
        Rand index), ``purity``, and ``n_evaluated``, the number of samples that counted.

    Examples
    --------
    >>> from plclust.metrics import evaluate_clustering
    >>> y_true = ["cat", "cat", "dog", "dog", "dog"]
    >>> evaluate_clustering(y_true, [0, 0, 1, 1, 0])["acc"]
    0.8
    >>> y = [{"cat"}, None, None, None, {"dog"}]
    >>> figures = evaluate_clustering(y_true, [0, 0, 1, 1, 0], y)
    >>> figures["acc"], figures["n_evaluated"]
    (1.0, 3)
    """
    truth, found = _unlabelled(*as_label_pair(y_true, labels), y)
    return {
        "acc": clustering_accuracy(truth, found),
        "nmi": normalized_mutual_info(truth, found),
        "nmi_arithmetic": normalized_mutual_info(truth, found, average="arithmetic"),
        "ari": _adjusted_rand(truth, found),
        "purity": purity(truth, found),
        "n_evaluated": len(truth),
    }


def evaluate_classification(
    y_true: ArrayLike, y_pred: ArrayLike, y: Any = None
) -> dict[str, float]:
    """Compare predicted with true classes of the unlabelled samples.

    Parameters
    ----------
    y_true : array-like of shape (n_samples,)
        True class of each sample, of any type.
    y_pred : array-like of shape (n_samples,)
        Predicted class of each sample, named as in `y_true`: 1 and "1" are different classes.
    y : candidate labels of the samples, default=None
        What the method was given, as in :func:`evaluate_clustering`.

    Returns
    -------
    dict
        ``acc``, the share of correct predictions; ``nmi`` and ``ari`` of the predictions taken as
        clusters, to set them beside :func:`evaluate_clustering`; and ``n_evaluated``.

    Examples
    --------
    >>> from plclust.metrics import evaluate_classification
    >>> evaluate_classification(["cat", "cat", "dog", "dog"], ["dog", "dog", "cat", "cat"])
    {'acc': 0.0, 'nmi': 1.0, 'ari': 1.0, 'n_evaluated': 4}
    """
    truth, found = _unlabelled(*as_label_pair(y_true, y_pred, "y_pred"), y)
    return {
        "acc": _accuracy(truth, found),
        "nmi": normalized_mutual_info(truth, found),
        "ari": _adjusted_rand(truth, found),
        "n_evaluated": len(truth),
    }


def _unlabelled(truth: AnyArray, found: AnyArray, y: Any) -> tuple[AnyArray, AnyArray]:
    if y is None:
        return truth, found
    candidates, _ = check_candidates(y, len(truth))
    kept = ~is_labelled(candidates)
    if not kept.any():
        raise ValueError(
            f"all {len(truth)} samples carry candidates, so none is left to evaluate on. "
            "Pass y=None to evaluate on every sample."
        )
    return truth[kept], found[kept]


def _accuracy(truth: AnyArray, predicted: AnyArray) -> float:
    # Names are compared once per class and not once per sample: NumPy has no loop for comparing
    # an array of integers with one of strings.
    table, classes, guesses = contingency(truth, predicted, "y_pred")
    column = {guess: j for j, guess in enumerate(guesses)}
    hits = sum(int(table[i, column[c]]) for i, c in enumerate(classes) if c in column)
    return hits / len(truth)


def _adjusted_rand(truth: AnyArray, found: AnyArray) -> float:
    return float(adjusted_rand_score(encode(truth, "y_true").codes, encode(found, "labels").codes))
