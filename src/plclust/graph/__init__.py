"""Neighbours, reconstruction weights (Eq. 1 and 8), affinity and Laplacian."""

from plclust.graph._laplacian import degrees, normalized_adjacency, symmetrize
from plclust.graph._neighbors import (
    affinity_graph,
    fit_neighbors,
    keep_nearest,
    neighbor_graph,
)
from plclust.graph._nonnegative import nonnegative_weights
from plclust.graph._weights import reconstruction_weights

__all__ = [
    "affinity_graph",
    "degrees",
    "fit_neighbors",
    "keep_nearest",
    "neighbor_graph",
    "nonnegative_weights",
    "normalized_adjacency",
    "reconstruction_weights",
    "symmetrize",
]
