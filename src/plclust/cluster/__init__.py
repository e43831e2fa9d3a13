"""Clustering estimators."""

from plclust.cluster._baselines import SC, kmeans_baseline
from plclust.cluster._partial_label_clustering import PartialLabelClustering
from plclust.cluster._sssc import SSSC

__all__ = ["SC", "SSSC", "PartialLabelClustering", "kmeans_baseline"]
