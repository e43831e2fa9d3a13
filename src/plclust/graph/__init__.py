"""Neighbours, reconstruction weights (Eq. 1 and 8), affinity and Laplacian."""

from plclust.graph._cells import CellIndex, cell_graph, fit_cells, has_faiss
from plclust.graph._copies import Copies, share_of_copies, warn_of_copies
from plclust.graph._gaussian import gaussian_neighbor_graph
from plclust.graph._laplacian import degrees, normalized_adjacency, symmetrize
from plclust.graph._magnitude import check_magnitude, largest_entry, safe_range
from plclust.graph._neighbors import (
    affinity_graph,
    fit_neighbors,
    keep_nearest,
    neighbor_graph,
)
from plclust.graph._nonnegative import nonnegative_weights
from plclust.graph._pieces import Pieces, find_pieces
from plclust.graph._products import sparse_product
from plclust.graph._recall import warn_of_low_recall
from plclust.graph._samples import Samples, blocks_of, learn_scaling, rows_of
from plclust.graph._scaling import Scaling, unit_rows
from plclust.graph._second_neighbors import second_neighbor_graph
from plclust.graph._weights import reconstruction_error, reconstruction_weights

__all__ = [
    "CellIndex",
    "Copies",
    "Pieces",
    "Samples",
    "Scaling",
    "affinity_graph",
    "blocks_of",
    "cell_graph",
    "check_magnitude",
    "degrees",
    "find_pieces",
    "fit_cells",
    "fit_neighbors",
    "gaussian_neighbor_graph",
    "has_faiss",
    "keep_nearest",
    "largest_entry",
    "learn_scaling",
    "neighbor_graph",
    "nonnegative_weights",
    "normalized_adjacency",
    "reconstruction_error",
    "reconstruction_weights",
    "rows_of",
    "safe_range",
    "second_neighbor_graph",
    "share_of_copies",
    "sparse_product",
    "symmetrize",
    "unit_rows",
    "warn_of_copies",
    "warn_of_low_recall",
]
