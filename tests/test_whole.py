import numpy as np
import pytest
from sklearn.datasets import make_blobs

from plclust import PartialLabelClustering
from plclust._whole import whole_or_not_at_all
from plclust.classify import PLKNN
from plclust.cluster import SSSC

X, TRUTH = make_blobs(60, 3, centers=3, random_state=0)


@pytest.mark.parametrize(
    "make", [lambda: PartialLabelClustering(random_state=0), PLKNN, lambda: SSSC(random_state=0)]
)
def test_a_refit_that_fails_leaves_the_fit_before(make):
    estimator = make().fit(X, TRUTH)
    before = dict(vars(estimator))
    with pytest.raises(ValueError, match="59"):
        estimator.fit(np.hstack([X, X]), TRUTH[:-1])
    assert vars(estimator).keys() == before.keys()
    assert all(vars(estimator)[name] is before[name] for name in before)


def test_an_interrupt_is_a_failure_too():
    class Estimator:
        @whole_or_not_at_all
        def fit(self):
            self.half_ = True
            raise KeyboardInterrupt

    estimator = Estimator()
    with pytest.raises(KeyboardInterrupt):
        estimator.fit()
    assert vars(estimator) == {}
