import numpy as np
import pytest

from plclust.cluster import SC, SSSC
from plclust.metrics import clustering_accuracy


@pytest.fixture
def chained():
    """Two classes along one line, no gap between them; every fourth sample is labelled."""
    rng = np.random.default_rng(0)
    X = np.column_stack([np.linspace(0.0, 4.0, 120), 0.1 * rng.standard_normal(120)])
    truth = (np.arange(120) >= 36).astype(int)
    return X, np.where(np.arange(120) % 4 == 0, truth, -1), truth


def test_cannot_links_move_the_cut(chained):
    X, y, truth = chained
    plain = clustering_accuracy(truth, SC(2, random_state=0).fit_predict(X))
    model = SSSC(lam=0.1, random_state=0).fit(X, y)
    assert clustering_accuracy(truth, model.labels_) > plain + 0.05


def test_without_weight_it_is_spectral_clustering(chained):
    X, y, _ = chained
    model = SSSC(lam=0.0, random_state=0).fit(X, y)
    plain = SC(random_state=0).fit(X, y)
    assert clustering_accuracy(plain.labels_, model.labels_) == 1.0


def test_the_projector_is_in_the_fantope_and_small_at_cannot_links(chained):
    X, y, _ = chained
    sizes = []
    for lam in (0.0, 1.0):
        model = SSSC(lam=lam, random_state=0).fit(X, y)
        point = model.projector_
        assert point.values.sum() == pytest.approx(2.0)
        assert point.values.max() <= 1.0
        P = point.rows(slice(None))
        first, second = model.constraints_.cannot_link.T
        sizes.append(np.abs(P[first, second]).sum())
    assert sizes[1] < 0.1 * sizes[0]
