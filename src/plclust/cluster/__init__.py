"""Clustering estimators."""

from plclust.cluster._compared.dpglpca import DPGLPCA
from plclust.cluster._compared.kmeans import kmeans_baseline
from plclust.cluster._compared.sc import SC
from plclust.cluster._compared.ssctlrr import SSCTLRR
from plclust.cluster._compared.sssc import SSSC
from plclust.cluster._partial_label_clustering import PartialLabelClustering

__all__ = ["DPGLPCA", "SC", "SSCTLRR", "SSSC", "PartialLabelClustering", "kmeans_baseline"]
