"""Clustering estimators."""

from plclust.cluster._partial_label_clustering import PartialLabelClustering

__all__ = ["PartialLabelClustering"]
