"""Embedding of the affinity graph, and assignment of clusters."""

from plclust.spectral._assignment import (
    assign_by_anchored_kmeans,
    assign_by_kmeans,
    assign_by_qr,
    unit_rows,
)
from plclust.spectral._embedding import spectral_embedding

__all__ = [
    "assign_by_anchored_kmeans",
    "assign_by_kmeans",
    "assign_by_qr",
    "spectral_embedding",
    "unit_rows",
]
