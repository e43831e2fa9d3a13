import numpy as np
import pytest
from sklearn.exceptions import NotFittedError
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from plclust import PartialLabelClustering
from plclust.plotting import ClusterDisplay
from plclust.plotting._sizes import cluster_names


@pytest.mark.parametrize("along", ["eigenvectors", "components"])
def test_drawn_from_an_estimator(fitted, along):
    estimator, X, _ = fitted
    display = ClusterDisplay.from_estimator(estimator, X if along == "components" else None)
    assert display.ax_.figure is display.figure_
    display.figure_.canvas.draw()


def test_the_estimator_may_be_the_last_step_of_a_pipeline(fitted):
    estimator, X, _ = fitted
    pipeline = make_pipeline(StandardScaler(), estimator)
    points = ClusterDisplay.from_estimator(pipeline, X).points
    np.testing.assert_array_equal(points, ClusterDisplay.from_estimator(estimator, X).points)


def test_an_estimator_must_be_fitted():
    with pytest.raises(NotFittedError):
        ClusterDisplay.from_estimator(PartialLabelClustering())


def test_many_clusters_have_no_legend():
    rng = np.random.default_rng(0)
    names = cluster_names(range(100))
    display = ClusterDisplay(rng.normal(size=(100, 2)), np.arange(100), names).plot()
    assert display.ax_.get_legend() is None


def test_a_cluster_without_samples():
    display = ClusterDisplay([[0.0, 1.0]], [1], ["none", "one"]).plot()
    assert len(display.ax_.get_legend().get_texts()) == 1


@pytest.mark.parametrize("labels", [[0, -1], [0, 1], ["a", "b"]])
def test_samples_in_no_named_cluster_are_refused(labels):
    with pytest.raises(ValueError, match="expected numbers from 0 to 0"):
        ClusterDisplay(np.zeros((2, 2)), labels, ["only"]).plot()
