"""Distributions made surer, or less sure."""

import numpy as np
import pytest

from plclust.disambiguation import temper


def test_tempered_rows_are_distributions_over_the_candidates():
    rng = np.random.default_rng(0)
    distributions = rng.dirichlet([0.2] * 5, 50)
    candidates = distributions > 0.01
    tempered = temper(distributions, 2.0, candidates)
    np.testing.assert_allclose(tempered.sum(axis=1), 1.0)
    assert (tempered[~candidates] == 0.0).all()
    np.testing.assert_array_equal(tempered.argmax(axis=1), distributions.argmax(axis=1))


@pytest.mark.parametrize("temperature", [0.3, 1.0, 4.0])
def test_ratios_are_raised_to_a_power(temperature):
    """But for what keeps classes possible."""
    tempered = temper(np.array([[0.5, 0.3, 0.2]]), temperature)[0]
    power = 1.0 / temperature
    np.testing.assert_allclose(tempered[0] / tempered[1], (0.501 / 0.301) ** power)
    np.testing.assert_allclose(tempered[1] / tempered[2], (0.301 / 0.201) ** power)


def test_no_class_becomes_impossible():
    assert temper(np.array([[1.0, 0.0]]), 1.0).min() > 0.0
