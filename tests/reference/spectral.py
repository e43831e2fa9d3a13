"""Spectral clustering by a full eigendecomposition."""

import numpy as np


def leading_eigenspace(W, n_components):
    """Leading eigenvectors of A^(-1/2) W A^(-1/2), and the gap to the next eigenvalue."""
    degree = W.sum(axis=1)
    values, vectors = np.linalg.eigh(W / np.sqrt(np.outer(degree, degree)))
    gap = values[-n_components] - values[-n_components - 1]
    return vectors[:, -n_components:], gap
