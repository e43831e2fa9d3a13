"""Estimators whose results can be drawn."""

from __future__ import annotations

from typing import Any

from sklearn.utils.validation import check_is_fitted

from plclust._final import final_estimator


def fitted_with(estimator: Any, *attributes: str) -> Any:
    """The fitted estimator at the end of a pipeline or search, which has these attributes.

    Examples
    --------
    >>> from sklearn.cluster import KMeans
    >>> fitted_with(KMeans(1, n_init=1).fit([[0.0]]), "labels_")
    KMeans(n_clusters=1, n_init=1)
    """
    final = final_estimator(estimator)
    check_is_fitted(final)
    missing = [name for name in attributes if not hasattr(final, name)]
    if missing:
        raise TypeError(
            f"{type(final).__name__} has no {missing[0]}, which this figure shows. Hint: "
            "PartialLabelClustering has it after a fit in memory."
        )
    return final


__all__ = ["fitted_with"]
