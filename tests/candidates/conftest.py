"""Labels of many samples, and how often each class comes along with them."""

import numpy as np
import pytest


@pytest.fixture(name="Y")
def labels_of_four_classes():
    return np.repeat(np.arange(4), 5000)


@pytest.fixture
def entering_rates(Y):
    """Share of candidates by true class (row) and class (column)."""

    def rates(candidates):
        return np.array([candidates[c == Y].mean(axis=0) for c in range(4)])

    return rates
