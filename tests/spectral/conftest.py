"""Embedded samples that the tests of assignments share."""

import numpy as np
import pytest


@pytest.fixture
def directions():
    """Samples of different lengths along three orthogonal directions, slightly off."""
    rng = np.random.default_rng(0)
    truth = np.repeat([0, 1, 2], 40)
    lengths = rng.uniform(0.1, 5.0, (120, 1))
    return (np.eye(3)[truth] + 0.05 * rng.standard_normal((120, 3))) * lengths, truth
