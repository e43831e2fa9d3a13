import numpy as np
import pytest
from scipy import sparse

from plclust import PartialLabelClustering
from plclust._magnitude import check_magnitude
from plclust.classify import AGGD, IPAL, PLKNN, SSPL
from plclust.cluster import SC


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
