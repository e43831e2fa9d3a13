import numpy as np
import pytest
from sklearn.exceptions import NotFittedError
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from plclust import PartialLabelClustering
from plclust.plotting import ClusterSizesDisplay
from plclust.plotting._sizes import cluster_names


def test_drawn_from_an_estimator(fitted):
    display = ClusterSizesDisplay.from_estimator(fitted[0])
    assert display.ax_.figure is display.figure_
    display.figure_.canvas.draw()


def test_the_estimator_may_be_the_last_step_of_a_pipeline(fitted):
    pipeline = make_pipeline(StandardScaler(), fitted[0])
    assert ClusterSizesDisplay.from_estimator(pipeline).figure_ is not None


def test_displays_draw_where_they_are_told_to(fitted):
    import matplotlib.pyplot as plt  # noqa: PLC0415

    _, ax = plt.subplots()
    assert ClusterSizesDisplay.from_estimator(fitted[0], ax=ax).ax_ is ax


def test_an_estimator_must_be_fitted():
    with pytest.raises(NotFittedError):
        ClusterSizesDisplay.from_estimator(PartialLabelClustering())


def test_many_clusters_have_no_names():
    display = ClusterSizesDisplay(np.ones(100), cluster_names(range(100))).plot()
    assert display.ax_.get_ylabel() == "cluster"
    assert not display.ax_.texts
