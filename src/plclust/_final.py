"""The estimator at the end of pipelines and searches."""

from __future__ import annotations

from typing import Any

from sklearn.model_selection._search import BaseSearchCV
from sklearn.pipeline import Pipeline


def final_estimator(estimator: Any) -> Any:
    """The last step of a pipeline, the best estimator of a search, or the estimator itself.

    Examples
    --------
    >>> from sklearn.cluster import KMeans
    >>> from sklearn.pipeline import make_pipeline
    >>> from sklearn.preprocessing import StandardScaler
    >>> final_estimator(make_pipeline(StandardScaler(), KMeans(3)))
    KMeans(n_clusters=3)
    """
    if isinstance(estimator, BaseSearchCV):
        return final_estimator(getattr(estimator, "best_estimator_", estimator.estimator))
    return final_estimator(estimator[-1]) if isinstance(estimator, Pipeline) else estimator


__all__ = ["final_estimator"]
