"""Clustering estimators."""

from plclust.cluster._dpglpca import DPGLPCA
from plclust.cluster._kmeans import kmeans_baseline
from plclust.cluster._partial_label_clustering import PartialLabelClustering
from plclust.cluster._sc import SC
from plclust.cluster._ssctlrr import SSCTLRR
from plclust.cluster._sssc import SSSC

__all__ = ["DPGLPCA", "SC", "SSCTLRR", "SSSC", "PartialLabelClustering", "kmeans_baseline"]
