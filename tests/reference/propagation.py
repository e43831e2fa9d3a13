"""Pairwise constraints and their propagation with n x n matrices: Eq. 4, 5, 10, 12, 13, and H, K.

`labels` holds the pseudo-label of each sample, -1 for samples that are in no constraint.
"""

import numpy as np

SMALLEST = 1e-100  # zero in effect, for entries that started positive


def laplacian(W):
    """L = A - W with A the diagonal matrix of row sums of W (below Eq. 5)."""
    return np.diag(W.sum(axis=1)) - W


def must_links(labels):
    """M of Eq. 4: 1 where both samples are constrained and have one pseudo-label."""
    return positions(labels) * (labels[:, None] == labels[None, :])


def cannot_links(labels):
    """C of Eq. 4: 1 where both samples are constrained and have two pseudo-labels."""
    return positions(labels) * (labels[:, None] != labels[None, :])


def positions(labels):
    """P of Eq. 10: 1 where both samples are constrained."""
    constrained = (labels >= 0).astype(float)
    return np.outer(constrained, constrained)


def undecided(labels):
    """S (or D) before the first update: 0.5, and 0 in rows of samples in no constraint."""
    return np.repeat(0.5 * (labels >= 0)[:, None], len(labels), axis=1)


def propagation_terms(W, labels, S, D):
    """The terms of Eq. 10: ||D o S||_1, Tr(D L D'), Tr(S L S'), and the penalty without gamma.

    The first three are those of Eq. 5. The penalty of Eq. 10 has P entrywise; it leaves out the
    pairs that are in no constraint.
    """
    L, P = laplacian(W), positions(labels)
    penalty = np.sum((P * (S - must_links(labels))) ** 2)
    penalty += np.sum((P * (D - cannot_links(labels))) ** 2)
    return np.sum(np.abs(D * S)), np.trace(D @ L @ D.T), np.trace(S @ L @ S.T), penalty


def propagation_objective(W, labels, S, D, *, alpha, beta, gamma):
    """Eq. 10."""
    adversarial, dissimilarity, similarity, penalty = propagation_terms(W, labels, S, D)
    return adversarial + alpha * dissimilarity + beta * similarity + gamma * penalty


def multiplied(values, numerator, denominator):
    """The right side of Eq. 12 and 13. Entries over zero stay; positive ones remain positive."""
    divisible = denominator > 0.0
    ratio = np.where(divisible, numerator / np.where(divisible, denominator, 1.0), 1.0)
    return np.where(values > 0.0, np.maximum(values * ratio, SMALLEST), 0.0)


def update_similarity(W, labels, S, D, *, beta, gamma):
    """Eq. 12: S_ij (2 gamma P o M + 2 beta S W)_ij / (D + 2 beta S A + 2 gamma P o S)_ij."""
    A, P = np.diag(W.sum(axis=1)), positions(labels)
    numerator = 2.0 * gamma * P * must_links(labels) + 2.0 * beta * S @ W
    denominator = D + 2.0 * beta * S @ A + 2.0 * gamma * P * S
    return multiplied(S, numerator, denominator)


def update_dissimilarity(W, labels, S, D, *, alpha, gamma):
    """Eq. 13: D_ij (2 gamma P o C + 2 alpha D W)_ij / (S + 2 alpha D A + 2 gamma P o D)_ij."""
    A, P = np.diag(W.sum(axis=1)), positions(labels)
    numerator = 2.0 * gamma * P * cannot_links(labels) + 2.0 * alpha * D @ W
    denominator = S + 2.0 * alpha * D @ A + 2.0 * gamma * P * D
    return multiplied(D, numerator, denominator)


def propagate(W, labels, S, D, *, alpha, beta, gamma, n_updates):
    """`n_updates` pairs of Eq. 12 and 13."""
    for _ in range(n_updates):
        S = update_similarity(W, labels, S, D, beta=beta, gamma=gamma)
        D = update_dissimilarity(W, labels, S, D, alpha=alpha, gamma=gamma)
    return S, D


def column_distances(values):
    """H of Eq. 8 for D, K for S: ||V_.i - V_.j||^2 for all pairs of columns."""
    differences = values[:, :, None] - values[:, None, :]
    return np.sum(differences**2, axis=0)


def edge_distances(indptr, indices, values, counts):
    """sum_c counts_c (values_ic - values_jc)^2 for each edge (i, j) of a CSR pattern."""
    rows = np.repeat(np.arange(len(indptr) - 1), np.diff(indptr))
    return (values[rows] - values[indices]) ** 2 @ counts


def expand(per_class, labels):
    """The n x n matrix whose row i is the column `labels[i]` of `per_class`, or zero."""
    full = np.zeros((len(labels), len(labels)))
    full[labels >= 0] = per_class[:, labels[labels >= 0]].T
    return full
