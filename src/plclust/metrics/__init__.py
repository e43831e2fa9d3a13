"""How good a clustering is: against the truth, candidate sets, and the paper's theorem."""

from __future__ import annotations

from plclust.metrics._clustering import (
    clustering_accuracy,
    match_clusters,
    normalized_mutual_info,
    purity,
)
from plclust.metrics._consistency import consistency_score
from plclust.metrics._evaluate import evaluate_classification, evaluate_clustering
from plclust.metrics._theorem import TheoremBound, theorem_bound

__all__ = [
    "TheoremBound",
    "clustering_accuracy",
    "consistency_score",
    "evaluate_classification",
    "evaluate_clustering",
    "match_clusters",
    "normalized_mutual_info",
    "purity",
    "theorem_bound",
]
