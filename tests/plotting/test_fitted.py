import pytest
from sklearn.cluster import KMeans
from sklearn.exceptions import NotFittedError
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from plclust.classify import PLSVM
from plclust.plotting import (
    ClusterDisplay,
    ClusterSizesDisplay,
    LabelDistributionDisplay,
    ObjectiveDisplay,
)
from plclust.plotting._fitted import fitted_with


def test_the_last_step_is_returned():
    pipeline = make_pipeline(StandardScaler(), KMeans(2, n_init=1)).fit([[0.0], [1.0]])
    assert fitted_with(pipeline, "labels_", "inertia_") is pipeline[-1]


def test_not_fitted_comes_before_what_is_missing():
    with pytest.raises(NotFittedError):
        fitted_with(KMeans(), "no_such_")


@pytest.mark.parametrize(
    "display, missing",
    [
        (ClusterDisplay, "labels_"),
        (ClusterSizesDisplay, "labels_"),
        (LabelDistributionDisplay, "label_distributions_"),
        (ObjectiveDisplay, "objective_"),
    ],
)
def test_an_estimator_without_what_is_drawn_is_not_called_unfitted(display, missing):
    fitted = PLSVM().fit([[0.0], [1.0]], [0, 1])
    with pytest.raises(TypeError, match=f"PLSVM has no {missing}, which this figure shows"):
        display.from_estimator(fitted)


def test_a_picture_of_the_graph_needs_a_graph():
    fitted = KMeans(2, n_init=1).fit([[0.0], [1.0]])
    fitted.cluster_classes_ = ["a", "b"]
    with pytest.raises(TypeError, match="KMeans has no affinity_matrix_"):
        ClusterDisplay.from_estimator(fitted)
