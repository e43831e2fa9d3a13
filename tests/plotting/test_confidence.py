import math

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from plclust import PartialLabelClustering
from plclust.plotting import LabelDistributionDisplay


@pytest.mark.parametrize("apart", [False, True])
def test_drawn_from_an_estimator(fitted, apart):
    estimator, _, y = fitted
    display = LabelDistributionDisplay.from_estimator(estimator, y if apart else None)
    assert display.ax_.figure is display.figure_
    display.figure_.canvas.draw()


def test_the_estimator_may_be_the_last_step_of_a_pipeline(fitted):
    pipeline = make_pipeline(StandardScaler(), fitted[0])
    assert LabelDistributionDisplay.from_estimator(pipeline).figure_ is not None


def test_samples_with_candidates_are_stacked_on_those_without():
    display = LabelDistributionDisplay([0.0, 0.01, 0.99, 1.0], [True, False, True, True]).plot()
    without, with_candidates = display.ax_.containers
    assert [bar.get_height() for bar in without] == [1] + [0] * 19
    assert [bar.get_height() for bar in with_candidates] == [1] + [0] * 18 + [2]
    assert with_candidates[0].get_y() == 1
    legend = display.ax_.get_legend()
    assert legend.get_title().get_text() == "candidates"
    assert [text.get_text() for text in legend.get_texts()] == ["without", "with"]


def test_without_candidates_there_is_one_histogram():
    display = LabelDistributionDisplay([0.5, math.nan, 0.52]).plot()
    assert sum(bar.get_height() for bar in display.ax_.patches) == 2
    assert display.ax_.get_legend() is None


def test_without_classes_no_sample_is_sure():
    estimator = PartialLabelClustering()
    estimator.label_distributions_ = np.empty((3, 0))
    assert LabelDistributionDisplay.from_estimator(estimator).confidence.tolist() == [0, 0, 0]


def test_an_estimator_must_be_fitted():
    with pytest.raises(NotFittedError):
        LabelDistributionDisplay.from_estimator(PartialLabelClustering())


def test_candidates_of_other_samples_are_refused(fitted):
    estimator, _, y = fitted
    with pytest.raises(ValueError, match=r"labelled has shape \(5,\).*candidates of the fit"):
        LabelDistributionDisplay.from_estimator(estimator, y[:5])
