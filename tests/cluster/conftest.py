import numpy as np
import pytest

from plclust.candidates import hide_candidates, simulate_false_positives


@pytest.fixture
def blobs():
    """Four classes in separated directions; a fifth of the samples carry two candidates."""
    rng = np.random.default_rng(0)
    truth = np.repeat(np.arange(4), 40)
    X = 6.0 * np.eye(6)[truth] + rng.standard_normal((160, 6))
    candidates, _ = simulate_false_positives(truth, 1, random_state=0)
    return X, hide_candidates(candidates, 0.2, random_state=0), truth
