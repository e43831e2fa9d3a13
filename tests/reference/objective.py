"""The overall objective, Eq. 6, and the penalty that Eq. 10 adds to it."""

import numpy as np

from reference.confidence import confidence_objective
from reference.propagation import propagation_terms


def symmetrized(R):
    """W = (R + R') / 2 (footnote of Eq. 1)."""
    return (R + R.T) / 2.0


def overall_objective(X, R, F, S, D, labels, *, alpha, beta):
    """Eq. 6 for row-wise weights R; L is the Laplacian of the symmetrised weights.

    sum_j ||x_j - sum_i w_ij x_i||^2 + sum_j ||f_j - sum_i w_ij f_i||^2
    + ||D o S||_1 + alpha Tr(D L D') + beta Tr(S L S')
    """
    adversarial, dissimilarity, similarity, _ = propagation_terms(symmetrized(R), labels, S, D)
    reconstruction = np.sum((X - R @ X) ** 2) + confidence_objective(R, F)
    return float(reconstruction + adversarial + alpha * dissimilarity + beta * similarity)


def penalty(R, S, D, labels, *, gamma):
    """gamma (||P o (S - M)||^2 + ||P o (D - C)||^2), what Eq. 10 has in place of constraints."""
    return float(gamma * propagation_terms(symmetrized(R), labels, S, D)[3])
