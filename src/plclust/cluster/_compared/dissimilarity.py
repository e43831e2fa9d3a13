"""Dissimilarity of all pairs of samples, spread from constraints along a graph."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy import sparse
from sklearn.metrics import pairwise_distances

from plclust.cluster._compared.projector import largest_entry
from plclust.constraints import PairwiseConstraints
from plclust.graph import degrees
from plclust.typing import FloatArray

SETTLED = 1e-3  # largest change of an entry of D with which its updates end


class Dissimilarity(NamedTuple):
    """D, and how the updates ended."""

    values: FloatArray
    n_iter: int
    change: float


def gaussian_similarity(X: FloatArray) -> FloatArray:
    """S: exp(-d^2 / (2 s^2)), s the mean distance of two samples, with an empty diagonal.

    Examples
    --------
    >>> import numpy as np
    >>> gaussian_similarity(np.array([[0.0], [1.0]])).round(3)
    array([[0.   , 0.607],
           [0.607, 0.   ]])
    """
    # Far from the origin, the squares in distances would cancel.
    similarity: FloatArray = pairwise_distances(X - X.mean(axis=0))
    n_samples = len(X)
    width = similarity.sum() / (n_samples * (n_samples - 1))
    similarity /= width if width > 0.0 else 1.0
    similarity *= similarity
    similarity *= -0.5
    np.exp(similarity, out=similarity)
    np.fill_diagonal(similarity, 0.0)
    return similarity


def propagate_dissimilarity(
    graph: sparse.csr_array,
    similarity: FloatArray,
    constraints: PairwiseConstraints,
    *,
    alpha: float,
    beta: float,
    symmetric: bool = True,
    max_iter: int = 500,
    tol: float = SETTLED,
    random_state: np.random.RandomState,
) -> Dissimilarity:
    """D that is 1 at cannot-links, 0 at must-links, smooth along W and small where S is large.

    With T = 1 at cannot-links, multiplicative updates lower

        tr(D'(A - W)D) / 2 + alpha tr(S'D) + beta ||pairs o (D - T)||^2 / 2,  D >= 0,
        D <- D o (WD + beta T) / (AD + alpha S + beta pairs o D).

    Parameters
    ----------
    graph : csr_array of shape (n_samples, n_samples)
        W, symmetric and non-negative.
    similarity : array of shape (n_samples, n_samples)
        S, symmetric and non-negative.
    constraints : PairwiseConstraints
        The pairs.
    alpha, beta : float
        Weights.
    symmetric : bool
        Average D with its transpose after each update, as the authors' code does. Without, the
        updates converge to the minimum, which is not symmetric in general.
    max_iter : int
        Most updates.
    tol : float
        Stop when no entry of D changes by more.
    random_state : RandomState
        For the start, uniform between 0 and 1.

    Returns
    -------
    Dissimilarity
        D and how the updates ended.
    """
    n_samples, dtype = len(similarity), similarity.dtype
    rows = constraints.constrained
    block = np.ix_(rows, rows)
    cannot = beta * constraints.cannot_link_matrix().astype(dtype)
    pairs = cannot + beta * constraints.must_link_matrix().astype(dtype)
    graph = graph.astype(dtype)
    degree = degrees(graph).astype(dtype)[:, None]
    D = random_state.random_sample((n_samples, n_samples)).astype(dtype)
    D = 0.5 * (D + D.T)
    lower = np.empty_like(D)
    for iteration in range(1, max_iter + 1):  # noqa: B007 returned
        updated = graph @ D
        updated[block] += cannot
        np.multiply(similarity, alpha, out=lower)
        lower += degree * D
        lower[block] += pairs * D[block]
        lower += np.finfo(dtype).tiny
        updated *= D
        updated /= lower
        if symmetric:
            np.add(updated, updated.T, out=lower)
            lower *= 0.5
            updated, lower = lower, updated
        np.subtract(updated, D, out=D)
        change = largest_entry(D)
        D = updated
        if change < tol:
            break
    return Dissimilarity(D, iteration, change)
