import numpy as np
import pytest
from scipy import sparse

from plclust import PartialLabelClustering
from plclust._magnitude import check_magnitude
from plclust.classify import PLKNN
from plclust.cluster import SC


@pytest.mark.parametrize("scale", [1e-140, 1e140])
def test_scale_does_not_matter_within_the_limits(scale):
    X = np.random.default_rng(0).standard_normal((60, 3)) + 5.0 * np.eye(3)[np.arange(60) % 3]
    plain, scaled = (PartialLabelClustering(3, random_state=0).fit(s * X) for s in (1.0, scale))
    np.testing.assert_array_equal(plain.labels_, scaled.labels_)


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
