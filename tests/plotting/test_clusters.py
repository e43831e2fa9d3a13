import numpy as np
import pytest
from scipy import sparse
from sklearn.exceptions import NotFittedError
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from plclust import PartialLabelClustering
from plclust.plotting import ClusterDisplay
from plclust.plotting._clusters import principal_plane
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


@pytest.mark.parametrize(("n_samples", "rasterized"), [(2000, False), (2001, True)])
def test_many_samples_are_one_picture(n_samples, rasterized):
    points = np.random.default_rng(0).normal(size=(n_samples, 2))
    display = ClusterDisplay(points, np.zeros(n_samples, int), ["0"]).plot()
    assert display.ax_.collections[0].get_rasterized() is rasterized


def test_numbers_are_at_the_middle_of_clusters():
    points = [[0, 0], [1, 2], [9, 3], [5, 5]]
    ax = ClusterDisplay(points, [2, 2, 2, 0], ["0", "1", "2"], x_label="x").plot(legend=False).ax_
    found = {text.get_text(): text.get_position() for text in ax.texts}
    assert found == {"0": (5, 5), "2": (1, 2)}
    assert ax.get_legend() is None
    assert ax.get_xlabel() == "x"


def test_one_feature_is_drawn_along_one_axis():
    points, names = principal_plane(np.array([[1.0], [2.0], [6.0]]))
    np.testing.assert_allclose(np.abs(points), [[2, 0], [1, 0], [3, 0]])
    assert names[1] == "component 2 (0 % of the variance)"


def test_axes_say_what_they_are(fitted):
    estimator, X, _ = fitted
    assert ClusterDisplay.from_estimator(estimator).x_label == "eigenvector 2"
    assert ClusterDisplay.from_estimator(estimator, X).y_label.startswith("component 2 (")


@pytest.mark.parametrize("form", [np.ndarray.tolist, sparse.csr_array])
@pytest.mark.parametrize("n_features", [1, 2, 3])
def test_features_may_be_lists_or_sparse(form, n_features):
    X = np.random.default_rng(0).standard_normal((9, n_features))
    expected, names = principal_plane(X)
    found, names_again = principal_plane(form(X))
    np.testing.assert_allclose(np.abs(found), np.abs(expected), atol=1e-6)
    assert names_again == names


def test_points_of_other_samples_are_refused(fitted):
    estimator, X, _ = fitted
    with pytest.raises(ValueError, match=r"points has shape \(10, 2\), .* samples of the fit"):
        ClusterDisplay.from_estimator(estimator, X[:10])
