"""Samples rebuilt from their neighbours, and the labels that spread so: what IPAL began."""

from __future__ import annotations

import numpy as np
from scipy import sparse
from sklearn.preprocessing import normalize

from plclust.classify._base import scale_rows
from plclust.classify._neighbors import nearest_graph
from plclust.graph import nonnegative_weights
from plclust.typing import BoolArray, FloatArray, IntArray


def nearest_weights(
    references: FloatArray,
    X: FloatArray | None,
    n_neighbors: int,
    *,
    scale: bool = False,
    n_jobs: int | None = None,
) -> sparse.csr_array:
    """Weights with which the nearest references rebuild X, or each other when X is None.

    With `scale` they sum to one in every row that is not zero.
    """
    samples = references if X is None else X
    graph = nearest_graph(references, X, n_neighbors, n_jobs)
    weights = nonnegative_weights(samples, graph, references=references, n_jobs=n_jobs)
    return normalize(weights, norm="l1") if scale and weights.nnz else weights


def keep_candidates(F: FloatArray, candidates: BoolArray) -> FloatArray:
    """Confidences in the candidates alone, rows scaled to sum to one."""
    return scale_rows(F * candidates)


def class_masses(start: FloatArray, F: FloatArray) -> FloatArray:
    """Factors that give each class the share in F that it has at the start; one if it has none."""
    before, after = start.sum(axis=0), F.sum(axis=0)
    masses: FloatArray = np.ones_like(before)
    np.divide(before, after, out=masses, where=after > 0.0)
    return masses


def rebuilding_errors(
    X: FloatArray,
    weights: sparse.csr_array,
    references: FloatArray,
    labels: IntArray,
    *,
    n_classes: int,
) -> FloatArray:
    """Distance of each sample to what the references of each class alone contribute to it."""
    errors = np.empty((len(X), n_classes))
    by_reference = sparse.csc_array(weights)
    for c in range(n_classes):
        members = np.flatnonzero(labels == c)
        rebuilt = by_reference[:, members] @ references[members]
        errors[:, c] = np.linalg.norm(X - rebuilt, axis=1)
    return errors
