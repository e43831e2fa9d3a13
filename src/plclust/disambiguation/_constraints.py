"""Must-links and cannot-links from pseudo-labels, and their propagation (Eq. 4, 5, 10, 12, 13).

For a fixed graph every row of S and D is a problem of its own, and the targets of row i depend only
on the pseudo-label of i. So all rows of one pseudo-label share one solution, and S and D are stored
once per class: S[i, j] of the paper is ``similarity[j, label of i]`` here. Rows of samples
without a pseudo-label have no target; zero solves their problem, and they are not stored.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy import sparse

from plclust._kernels import propagation as kernels
from plclust._kernels._blocks import run_in_blocks
from plclust.graph import degrees, sparse_product
from plclust.typing import BoolArray, FloatArray, IntArray

UNDECIDED = -1
TIE = 1e-9  # confidences closer than this are one and the same
SMALLEST = 1e-100  # of S and D: zero in effect, but quotients with it do not overflow


class Constraints(NamedTuple):
    """Pseudo-labels that stand for the must-links and cannot-links between their samples.

    Parameters
    ----------
    labels : array of int of shape (n_samples,)
        Class of each sample; `UNDECIDED` when the sample is in no constraint.
    n_classes : int
        Number of classes, those without a sample included.
    """

    labels: IntArray
    n_classes: int

    @property
    def counts(self) -> FloatArray:
        """Samples of each class: how many rows of S and D each stored one stands for."""
        decided = self.labels[self.labels != UNDECIDED]
        return np.bincount(decided, minlength=self.n_classes).astype(np.float64)

    @property
    def positions(self) -> FloatArray:
        """P of Eq. 10, as a column: 1 for samples that are in constraints."""
        return np.asarray(self.labels != UNDECIDED, dtype=np.float64)[:, None]

    @property
    def must_links(self) -> FloatArray:
        """M of Eq. 4: 1 where the sample has the class."""
        return np.asarray(self.labels[:, None] == np.arange(self.n_classes), dtype=np.float64)


class Propagation(NamedTuple):
    """S and D, one column per class.

    Parameters
    ----------
    similarity : array of shape (n_samples, n_classes)
        S: how surely each sample must be with those of each class.
    dissimilarity : array of shape (n_samples, n_classes)
        D: how surely it cannot be with them.
    """

    similarity: FloatArray
    dissimilarity: FloatArray


class PropagationTerms(NamedTuple):
    """The terms of Eq. 10, each over all rows of S and D.

    Attributes
    ----------
    adversarial : float
        ``||D o S||_1``: where both are large.
    dissimilarity, similarity : float
        ``Tr(D L D')`` and ``Tr(S L S')``: how much neighbours differ.
    violation : float
        ``||P o (S - M)||^2 + ||P o (D - C)||^2``: how far constraints are from being met.
    """

    adversarial: float
    dissimilarity: float
    similarity: float
    violation: float


def pseudo_label_constraints(confidence: FloatArray, among: BoolArray | None = None) -> Constraints:
    """Constraints between all samples, or those in `among`, by their most confident class (Eq. 4).

    The most confident class of a sample is not defined when two share the highest confidence, as
    they do wherever no label has reached. Such samples are in no constraint.

    Parameters
    ----------
    confidence : array of shape (n_samples, n_classes)
        F.
    among : array of bool of shape (n_samples,), optional
        Samples that may be in constraints; all by default.

    Returns
    -------
    Constraints
        The pseudo-labels.

    Examples
    --------
    >>> import numpy as np
    >>> pseudo_label_constraints(np.array([[0.9, 0.1], [0.5, 0.5], [0.0, 1.0]])).labels
    array([ 0, -1,  1])
    """
    n_samples, n_classes = confidence.shape
    labels = np.full(n_samples, UNDECIDED, dtype=np.int64)
    if n_classes > 0:
        highest = confidence.max(axis=1, keepdims=True)
        unique = (confidence >= highest - TIE).sum(axis=1) == 1
        decided = unique if among is None else unique & among
        labels[decided] = confidence.argmax(axis=1)[decided]
    return Constraints(labels, n_classes)


def undecided_propagation(constraints: Constraints) -> Propagation:
    """S and D before anything is known: strictly positive, because the updates keep zeros.

    Parameters
    ----------
    constraints : Constraints
        Only the numbers of samples and classes matter.

    Returns
    -------
    Propagation
        One half everywhere.

    Examples
    --------
    >>> import numpy as np
    >>> undecided_propagation(Constraints(np.array([0, 1]), 2)).similarity
    array([[0.5, 0.5],
           [0.5, 0.5]])
    """
    shape = (len(constraints.labels), constraints.n_classes)
    return Propagation(np.full(shape, 0.5), np.full(shape, 0.5))


def propagate_constraints(
    affinity: sparse.csr_array,
    constraints: Constraints,
    *,
    alpha: float,
    beta: float,
    gamma: float,
    start: Propagation | None = None,
    tol: float = 1e-6,
    max_iter: int = 200,
) -> Propagation:
    """Minimise Eq. 10 by the updates of Eq. 12 and 13, from `start` or from undecided.

    A `start` must come from the same constraints: values that others have driven to zero recover
    too slowly to be told from convergence.

    Each update lowers Eq. 10 with the other matrix fixed, so the pair never raises it. Stops when
    a pair of updates lowers it by less than `tol` of its value, or after `max_iter` pairs.

    Parameters
    ----------
    affinity : csr_array of shape (n_samples, n_samples)
        W, symmetric and non-negative.
    constraints : Constraints
        What S and D are to meet.
    alpha, beta, gamma : float
        Weights of the roughness of D, of that of S, and of violated constraints.
    start : Propagation, optional
        Where to start; undecided by default.
    tol : float, default=1e-6
        Least fall of the objective in a pair of updates to go on, relative to its value.
    max_iter : int, default=200
        Most pairs of updates.

    Returns
    -------
    Propagation
        S and D.

    Examples
    --------
    >>> import numpy as np
    >>> from scipy import sparse
    >>> edge = sparse.csr_array([[0, 1.0], [1.0, 0]])
    >>> constraints = Constraints(np.array([0, 1]), 2)
    >>> propagate_constraints(edge, constraints, alpha=1, beta=1, gamma=10).similarity.round(2)
    array([[0.91, 0.04],
           [0.04, 0.91]])
    """
    degree = degrees(affinity)[:, None]
    positions, must_links = constraints.positions, constraints.must_links
    similarity, dissimilarity = start or undecided_propagation(constraints)
    wanted = 2.0 * gamma * must_links
    forbidden = 2.0 * gamma * (positions - must_links)
    damping_s = 2.0 * (beta * degree + gamma * positions)
    damping_d = 2.0 * (alpha * degree + gamma * positions)
    around_s = sparse_product(affinity, similarity)
    around_d = sparse_product(affinity, dissimilarity)
    before = np.inf
    for _ in range(max_iter):
        rising = wanted + 2.0 * beta * around_s
        similarity = _multiplicative_update(similarity, rising, dissimilarity, damping_s)
        around_s = sparse_product(affinity, similarity, out=around_s)
        rising = forbidden + 2.0 * alpha * around_d
        dissimilarity = _multiplicative_update(dissimilarity, rising, similarity, damping_d)
        around_d = sparse_product(affinity, dissimilarity, out=around_d)
        terms = _terms(
            constraints,
            degree,
            Propagation(similarity, dissimilarity),
            Propagation(around_s, around_d),
        )
        after = propagation_objective(terms, alpha=alpha, beta=beta, gamma=gamma)
        if before - after <= tol * after:
            break
        before = after
    return Propagation(similarity, dissimilarity)


def _multiplicative_update(
    values: FloatArray, rising: FloatArray, adversary: FloatArray, damping: FloatArray
) -> FloatArray:
    """Eq. 12 (and 13, with the roles exchanged)."""
    falling = damping * values
    falling += adversary
    ratio = np.divide(rising, falling, out=np.ones_like(values), where=falling > 0.0)
    ratio *= values
    return np.maximum(ratio, SMALLEST, out=ratio)


def propagation_terms(
    affinity: sparse.csr_array, constraints: Constraints, propagation: Propagation
) -> PropagationTerms:
    """The terms of Eq. 10 from one column per class instead of n x n matrices.

    Parameters
    ----------
    affinity : csr_array of shape (n_samples, n_samples)
        W, symmetric and non-negative.
    constraints : Constraints
        What S and D are to meet.
    propagation : Propagation
        S and D.

    Returns
    -------
    PropagationTerms
        Not weighted yet.

    Examples
    --------
    >>> import numpy as np
    >>> from scipy import sparse
    >>> edge = sparse.csr_array([[0, 1.0], [1.0, 0]])
    >>> constraints = Constraints(np.array([0, 1]), 2)
    >>> propagation_terms(edge, constraints, undecided_propagation(constraints))
    PropagationTerms(adversarial=1.0, dissimilarity=0.0, similarity=0.0, violation=2.0)
    """
    around = Propagation(*(sparse_product(affinity, values) for values in propagation))
    return _terms(constraints, degrees(affinity)[:, None], propagation, around)


def _terms(
    constraints: Constraints, degree: FloatArray, propagation: Propagation, around: Propagation
) -> PropagationTerms:
    """The terms, with S and D summed up around each sample: WS and WD."""
    counts = constraints.counts
    positions, must_links = constraints.positions, constraints.must_links

    def over_rows(left: FloatArray, right: FloatArray) -> float:
        return float(np.einsum("ij,ij->j", left, right) @ counts)

    def roughness(values: FloatArray, sums: FloatArray) -> float:
        return over_rows(values, degree * values - sums)

    too_similar = positions * propagation.similarity - must_links
    too_different = positions * (propagation.dissimilarity - 1.0) + must_links
    return PropagationTerms(
        adversarial=over_rows(propagation.similarity, propagation.dissimilarity),
        dissimilarity=roughness(propagation.dissimilarity, around.dissimilarity),
        similarity=roughness(propagation.similarity, around.similarity),
        violation=over_rows(too_similar, too_similar) + over_rows(too_different, too_different),
    )


def propagation_objective(
    terms: PropagationTerms, *, alpha: float, beta: float, gamma: float
) -> float:
    """Eq. 10.

    Parameters
    ----------
    terms : PropagationTerms
        The terms of Eq. 10.
    alpha, beta, gamma : float
        Weights of the dissimilarity, of the similarity, and of the violation.

    Returns
    -------
    float
        The weighted sum.

    Examples
    --------
    >>> propagation_objective(PropagationTerms(1.0, 2.0, 3.0, 4.0), alpha=1, beta=1, gamma=1)
    10.0
    """
    return (
        terms.adversarial
        + alpha * terms.dissimilarity
        + beta * terms.similarity
        + gamma * terms.violation
    )


def edge_disagreement(
    graph: sparse.csr_array,
    constraints: Constraints,
    propagation: Propagation,
    *,
    alpha: float,
    beta: float,
    n_jobs: int | None = None,
) -> FloatArray:
    """Cost alpha H + beta K of Eq. 8 on the stored entries of `graph`.

    Parameters
    ----------
    graph : csr_array of shape (n_samples, n_samples)
        Its stored entries, zeros included, are the edges.
    constraints : Constraints
        From which S and D were propagated.
    propagation : Propagation
        S and D.
    alpha, beta : float
        Weights of H, which comes from D, and of K, which comes from S.
    n_jobs : int, optional
        Threads.

    Returns
    -------
    array with one entry per stored entry of `graph`
        Cost of each edge.

    Examples
    --------
    >>> import numpy as np
    >>> from scipy import sparse
    >>> edge = sparse.csr_array([[0, 1.0], [1.0, 0]])
    >>> constraints = Constraints(np.array([0, 1]), 2)
    >>> apart = Propagation(np.eye(2), 1.0 - np.eye(2))
    >>> edge_disagreement(edge, constraints, apart, alpha=0.5, beta=0.5)
    array([2., 2.])
    """
    counts = constraints.counts
    for values in propagation:
        if values.shape != (graph.shape[0], constraints.n_classes):
            raise ValueError(
                f"S or D is of shape {values.shape}, expected ({graph.shape[0]}, "
                f"{constraints.n_classes}): a row for each sample, a column for each class."
            )
    total = np.zeros(graph.nnz)
    distances = np.empty(graph.nnz)
    for weight, values in ((alpha, propagation.dissimilarity), (beta, propagation.similarity)):
        run_in_blocks(
            kernels.edge_distances,
            graph.shape[0],
            graph.indptr,
            graph.indices,
            values,
            counts,
            distances,
            n_jobs=n_jobs,
        )
        total += weight * distances
    return total
