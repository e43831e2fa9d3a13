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


def test_bars_are_as_long_as_clusters_are_large_and_the_first_is_on_top():
    ax = ClusterSizesDisplay([30, 0, 12], ["0: cat", "1", "2: dog"]).plot().ax_
    assert [bar.get_width() for bar in ax.patches] == [30, 0, 12]
    assert [text.get_text() for text in ax.texts] == ["30", "0", "12"]
    assert [tick.get_text() for tick in ax.get_yticklabels()] == ["0: cat", "1", "2: dog"]
    assert ax.yaxis_inverted()


@pytest.mark.parametrize(("n_clusters", "label"), [(40, ""), (41, "cluster")])
def test_up_to_40_clusters_are_named(n_clusters, label):
    ax = ClusterSizesDisplay(np.ones(n_clusters), ["x" * 99] * n_clusters).plot().ax_
    assert ax.get_ylabel() == label
    named = [tick for tick in ax.get_yticklabels() if tick.get_text() == "x" * 23 + "…"]
    assert len(named) == (0 if label else 40)


def test_a_cluster_without_samples_has_a_bar():
    estimator = PartialLabelClustering()
    estimator.labels_, estimator.cluster_classes_ = np.array([0, 0, 1]), ["a", "b", None]
    display = ClusterSizesDisplay.from_estimator(estimator)
    assert display.sizes.tolist() == [2, 1, 0]
    assert display.names == ["0: a", "1: b", "2"]


def test_every_size_has_a_name():
    with pytest.raises(ValueError, match=r"sizes has shape \(3,\), expected \(1,\).*name all"):
        ClusterSizesDisplay([1, 2, 3], ["a"]).plot()
