import numpy as np
import pytest


@pytest.fixture
def overlapping():
    """Draws three classes that overlap; the labels of some samples are known, -1 for others."""

    def draw(n_samples=90, n_labelled=45, spread=2.0, seed=0):
        rng = np.random.default_rng(seed)
        truth = np.arange(n_samples) % 3
        X = spread * np.eye(3)[truth] + rng.standard_normal((n_samples, 3))
        return X, np.where(np.arange(n_samples) < n_labelled, truth, -1), truth

    return draw
