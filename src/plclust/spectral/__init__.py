"""Embedding of the affinity graph, assignment of clusters, and steps of spectral solvers."""

from plclust.spectral._anchored import (
    assign_by_anchored_kmeans,
    heard_classes,
    trust_beside,
)
from plclust.spectral._assignment import assign_by_kmeans, assign_by_qr
from plclust.spectral._embedding import (
    diffusion_weights,
    separation,
    spectral_embedding,
    walk_stays,
)
from plclust.spectral._fantope import FantopePoint, project_eigenvalues, project_on_fantope
from plclust.spectral._thresholding import (
    LowRank,
    threshold_singular_values,
    threshold_two_slices,
)

__all__ = [
    "FantopePoint",
    "LowRank",
    "assign_by_anchored_kmeans",
    "assign_by_kmeans",
    "assign_by_qr",
    "diffusion_weights",
    "heard_classes",
    "project_eigenvalues",
    "project_on_fantope",
    "separation",
    "spectral_embedding",
    "threshold_singular_values",
    "threshold_two_slices",
    "trust_beside",
    "walk_stays",
]
