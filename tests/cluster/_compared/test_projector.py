import numpy as np
import pytest

from plclust.cluster._compared.projector import (
    eigen_tolerance,
    largest_entry,
    sufficient_precision,
)


def test_largest_entry_by_size_of_any_sign():
    assert largest_entry(np.array([[1.0, -3.0], [2.0, 0.0]])) == 3.0
    assert largest_entry(np.empty((0, 4))) == 0.0


@pytest.mark.parametrize("wrong", [np.nan, np.inf, -np.inf])
def test_largest_entry_is_infinite_where_one_is_not_finite(wrong):
    assert largest_entry(np.array([1.0, wrong])) == np.inf


def test_double_precision_for_small_tolerances():
    assert sufficient_precision(1e-4) is np.float32
    assert sufficient_precision(1e-5) is np.float64


def test_eigenpairs_grow_exact_with_the_residual():
    assert eigen_tolerance(1e9, tol=1e-6) == pytest.approx(0.1)
    assert eigen_tolerance(1e-2, tol=1e-6) == pytest.approx(1e-4)
    assert eigen_tolerance(0.0, tol=1e-6) == pytest.approx(1e-7)
