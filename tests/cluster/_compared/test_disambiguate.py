import numpy as np
import pytest
from sklearn.base import clone
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from plclust.classify import IPAL, PLKNN
from plclust.cluster import DPGLPCA, SC, SSCTLRR, SSSC, PartialLabelClustering
from plclust.cluster._compared.disambiguate import DISAMBIGUATORS
from plclust.metrics import clustering_accuracy


@pytest.mark.parametrize(
    "disambiguator", [*sorted(DISAMBIGUATORS), IPAL(), PartialLabelClustering()]
)
def test_every_disambiguator(disambiguator, blobs):
    X, y, truth = blobs
    model = DPGLPCA(disambiguator=disambiguator, random_state=0).fit(X, y)
    labelled = y.sum(axis=1) < y.shape[1]
    chosen = model.transduction_
    if disambiguator == "none":
        assert set(chosen) == {None}
        cannot = model.constraints_.cannot_link
        assert len(cannot) > 0
        assert not np.any(y[cannot[:, 0]] & y[cannot[:, 1]])
    else:
        assert set(chosen[~labelled]) == {None}
        assert all(y[i, chosen[i]] for i in np.flatnonzero(labelled))
        must = model.constraints_.must_link
        assert np.all(chosen[must[:, 0]] == chosen[must[:, 1]])
    assert clustering_accuracy(truth, model.labels_) > 0.8


@pytest.mark.parametrize("method", [SSSC, DPGLPCA, SSCTLRR])
def test_an_estimator_without_classes_of_its_samples_is_refused(method, overlapping):
    X, y, _ = overlapping()
    with pytest.raises(ValueError, match=r"disambiguator=SC has no transduction_.*use one of"):
        method(disambiguator=SC(3)).fit(X, y)
    with pytest.raises(ValueError, match=r"'disambiguator' parameter of .* must be"):
        method(disambiguator="guess").fit(X, y)


def test_the_disambiguator_is_cloned(overlapping):
    X, y, _ = overlapping(30, 15)
    disambiguator = PLKNN()
    DPGLPCA(disambiguator=disambiguator, random_state=0).fit(X, y)
    assert not hasattr(disambiguator, "classes_")


def test_a_constrained_method_can_disambiguate_for_another(blobs):
    X, y, _ = blobs
    other = SSSC(random_state=0)
    model = SSSC(disambiguator=other, random_state=0).fit(X, y)
    labelled = ~y.all(axis=1)
    expected = clone(other).fit(X, y).transduction_
    assert model.transduction_[labelled].tolist() == expected[labelled].tolist()


class ListingPLKNN(PLKNN):
    """Leaves a list where others leave an array."""

    def fit(self, X, y):
        super().fit(X, y)
        self.transduction_ = self.transduction_.tolist()
        return self


def test_classes_of_samples_may_be_a_list(overlapping):
    X, y, _ = overlapping(30, 15)
    found = [
        DPGLPCA(disambiguator=disambiguator, random_state=0).fit(X, y).transduction_.tolist()
        for disambiguator in (PLKNN(), ListingPLKNN())
    ]
    assert found[0] == found[1]


def test_a_disambiguator_may_be_the_last_step_of_a_pipeline(blobs):
    X, y, _ = blobs
    piped = SSSC(disambiguator=make_pipeline(StandardScaler(), PLKNN()), random_state=0).fit(X, y)
    alone = SSSC(disambiguator=PLKNN(), random_state=0).fit(StandardScaler().fit_transform(X), y)
    labelled = y.sum(axis=1) < y.shape[1]
    assert (piped.transduction_ == alone.transduction_)[labelled].mean() > 0.9
