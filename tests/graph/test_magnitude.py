import numpy as np
import pytest
from scipy import sparse

from plclust import PartialLabelClustering
from plclust.classify import AGGD, IPAL, PLKNN, SSPL
from plclust.cluster import SC
from plclust.graph import _samples as rooms
from plclust.graph import check_magnitude, largest_entry


@pytest.mark.parametrize(
    ("scale", "dtype"),
    [(1e-140, np.float64), (1e-16, np.float64), (1e140, np.float64), (1e-7, np.float32)],
)
def test_scale_does_not_matter_within_the_limits(scale, dtype):
    generator = np.random.default_rng(0)
    X = generator.standard_normal((150, 3)) + 1.5 * np.eye(3)[np.arange(150) % 3]
    y = np.where(generator.random(150) < 0.2, np.arange(150) % 3, -1)
    plain, scaled = (
        PartialLabelClustering(3, random_state=0).fit((s * X).astype(dtype), y)
        for s in (1.0, scale)
    )
    assert np.mean(plain.labels_ == scaled.labels_) > 0.97  # but for rounding


@pytest.mark.parametrize("method", [AGGD, IPAL, SSPL])
def test_scale_does_not_matter_to_methods_that_see_directions(method):
    generator = np.random.default_rng(0)
    truth = np.arange(150) % 3
    X = generator.standard_normal((150, 3)) + 1.5 * np.eye(3)[truth]
    y = [
        {label, other} for label, other in zip(truth, generator.integers(3, size=150), strict=True)
    ]
    plain, scaled = (method().fit(s * X, y) for s in (1.0, 2.0**-60))
    np.testing.assert_array_equal(plain.transduction_, scaled.transduction_)


@pytest.mark.parametrize(
    ("largest", "dtype"), [(1e160, np.float64), (1e-160, np.float64), (1e20, np.float32)]
)
@pytest.mark.parametrize("container", [np.asarray, sparse.csr_array])
def test_squares_that_overflow_or_vanish_are_refused(largest, dtype, container):
    with pytest.raises(ValueError, match="The largest feature is 1e"):
        check_magnitude(container(np.array([[0.0, -largest]], dtype=dtype)))


def test_new_samples_may_be_near_zero():
    check_magnitude(np.array([[1e-200]]), alone=False)
    check_magnitude(np.zeros((2, 2)))


@pytest.mark.parametrize("estimator", [PartialLabelClustering(2), SC(2), PLKNN()])
def test_estimators_refuse_them(estimator):
    X = 1e200 * np.random.default_rng(0).standard_normal((20, 2))
    with pytest.raises(ValueError, match="Scale X first"):
        estimator.fit(X, np.arange(20) % 2)


@pytest.mark.parametrize("container", [np.asarray, sparse.csr_array])
def test_the_largest_entry_may_be_anywhere(container, monkeypatch):
    monkeypatch.setattr(rooms, "BLOCK_ROWS", 64)
    X = np.random.default_rng(0).random((300, 2))
    X[150, 1] = -7.0
    assert largest_entry(container(X)) == 7.0
    assert largest_entry(container(np.zeros((2, 3)))) == 0.0


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("row", [0, 150, 299])
def test_what_is_not_finite_is_refused(value, row, monkeypatch):
    monkeypatch.setattr(rooms, "BLOCK_ROWS", 64)
    X = np.ones((300, 2))
    X[row, 1] = value
    with pytest.raises(ValueError, match="contains NaN or infinity"):
        largest_entry(X)


def test_features_on_disk_are_never_looked_at_as_a_whole(monkeypatch):
    """Which would bring all pages of the file into memory."""

    class Block(np.ndarray):
        def max(self, **options):
            assert len(self) <= 64
            return np.asarray(self).max(**options)

    monkeypatch.setattr(rooms, "BLOCK_ROWS", 64)
    assert largest_entry(np.ones((300, 2)).view(Block)) == 1.0
