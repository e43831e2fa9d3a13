import numpy as np
import pytest

from plclust.cluster import DPGLPCA
from plclust.metrics import clustering_accuracy


@pytest.fixture
def overlapping():
    """Three classes that overlap, half of the samples labelled."""
    rng = np.random.default_rng(0)
    truth = np.arange(120) % 3
    X = 1.8 * np.eye(3)[truth] + rng.standard_normal((120, 3))
    return X, np.where(np.arange(120) < 60, truth, -1), truth


def test_constraints_improve_samples_that_are_in_none(overlapping):
    X, y, truth = overlapping
    free = y < 0
    without, guided = (
        DPGLPCA(3, alpha=0.01, random_state=0).fit(X, labels).labels_ for labels in (None, y)
    )
    plain = clustering_accuracy(truth[free], without[free])
    assert clustering_accuracy(truth[free], guided[free]) > plain + 0.02


@pytest.mark.parametrize("solver", ["admm", "released"])
def test_both_solvers_end_near_each_other(overlapping, solver):
    X, y, _ = overlapping
    found = DPGLPCA(solver=solver, random_state=0).fit(X, y)
    exact = DPGLPCA(random_state=0, tol=1e-7, max_iter=5000).fit(X, y)
    assert found.residual_ < 1e-4
    difference = found.projector_.rows(slice(None)) - exact.projector_.rows(slice(None))
    assert np.abs(difference).max() < 0.05


def test_dissimilarities_respect_the_constraints(overlapping):
    X, y, _ = overlapping
    model = DPGLPCA(random_state=0).fit(X, y)
    cannot, must = model.constraints_.cannot_link.T, model.constraints_.must_link.T
    D = model.dissimilarity_
    np.testing.assert_array_equal(D, D.T)
    assert D[tuple(cannot)].mean() > 0.8
    assert D[tuple(must)].mean() < 0.1


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_pca_or_laplacian_alone(overlapping, share):
    X, y, truth = overlapping
    labels = DPGLPCA(laplacian_share=share, random_state=0).fit_predict(X, y)
    assert clustering_accuracy(truth, labels) > 0.6
