import numpy as np
import pytest

from plclust._kernels.tails import draw_in_entries, draw_in_rows
from reference.tails import drawn_in


@pytest.fixture(params=[np.float64, np.float32])
def values(request):
    rng = np.random.default_rng(0)
    return (5.0 * rng.standard_normal((60, 3)) + [0.0, 2.0, -40.0]).astype(request.param)


@pytest.fixture
def bounds(values):
    mean, deviation = np.array([0.5, 2.0, -40.0]), np.array([1.0, 3.0, 2.0])
    expected = drawn_in(values.astype(np.float64), mean, deviation, 1.5)
    reach = 1.5 * deviation
    limits = np.minimum(mean - reach, 0.0), np.maximum(mean + reach, 0.0), reach
    return [limit.astype(values.dtype) for limit in limits], expected


def test_rows_are_drawn_in_by_the_formula(values, bounds):
    limits, expected = bounds
    draw_in_rows(values, *limits)
    np.testing.assert_allclose(values, expected, rtol=1e-5)


def test_entries_are_drawn_in_by_the_bounds_of_their_columns(values, bounds):
    limits, expected = bounds
    entries, columns = values.ravel(), np.tile(np.arange(3, dtype=np.int32), len(values))
    draw_in_entries(entries, columns, *limits)
    np.testing.assert_allclose(entries, expected.ravel(), rtol=1e-5)
