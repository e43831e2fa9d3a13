"""Nearest labelled samples, however few there are."""

from __future__ import annotations

from scipy import sparse

from plclust.graph import fit_neighbors, neighbor_graph
from plclust.typing import FloatArray


def nearest_graph(
    references: FloatArray, X: FloatArray | None, n_neighbors: int, n_jobs: int | None
) -> sparse.csr_array:
    """Distances from X to its nearest references, or between the references when X is None.

    With fewer references than `n_neighbors` all of them are neighbours, maybe none.
    """
    n_samples = len(references if X is None else X)
    n_neighbors = min(n_neighbors, len(references) - (X is None))
    if n_neighbors <= 0 or n_samples == 0:
        return sparse.csr_array((n_samples, len(references)))
    centre = references.mean(axis=0)  # far from it, the squares in distances would cancel
    index = fit_neighbors(references - centre, n_neighbors)
    return neighbor_graph(index, n_neighbors, X if X is None else X - centre, n_jobs=n_jobs)
