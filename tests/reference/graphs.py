"""Small random problems for the tests."""

import numpy as np
from scipy import sparse


def random_reconstruction(rng, n, k, *, isolated=0):
    """Row-stochastic R with k neighbours a row; the last `isolated` rows are empty."""
    R = np.zeros((n, n))
    for i in range(n - isolated):
        others = np.delete(np.arange(n), i)
        R[i, rng.choice(others, k, replace=False)] = rng.dirichlet(np.ones(k))
    return sparse.csr_array(R)


def random_candidates(rng, n, q, *, n_labeled):
    """Candidate sets: random ones for the first `n_labeled` samples, all classes for the rest."""
    candidates = np.ones((n, q), dtype=bool)
    for i in range(n_labeled):
        candidates[i] = rng.random(q) < 0.4
        candidates[i, rng.integers(q)] = True
    return candidates


def random_problem(seed, n=40, d=5, q=4):
    """Features, and candidates that exclude something for every sample."""
    rng = np.random.default_rng(seed)
    candidates = random_candidates(rng, n, q, n_labeled=n)
    candidates[candidates.all(axis=1), 0] = False
    return rng.standard_normal((n, d)), candidates


def random_confidence(rng, candidates):
    """A feasible F: rows drawn from the candidate simplices, some of them at a vertex."""
    F = np.zeros(candidates.shape)
    for i, allowed in enumerate(candidates):
        size = int(allowed.sum())
        at_vertex = rng.random() < 0.3
        F[i, allowed] = (
            np.eye(size)[rng.integers(size)] if at_vertex else rng.dirichlet(np.ones(size))
        )
    return F


def random_sparse(rng, shape, density):
    """Numbers from 0 to 1 in a share of the places."""
    return sparse.csr_array(rng.random(shape) * (rng.random(shape) < density))
