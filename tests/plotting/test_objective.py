import pytest
from sklearn.exceptions import NotFittedError
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from plclust import PartialLabelClustering
from plclust.plotting import ObjectiveDisplay


def test_drawn_from_an_estimator(fitted):
    display = ObjectiveDisplay.from_estimator(fitted[0])
    assert display.ax_.figure is display.figure_
    display.figure_.canvas.draw()


def test_the_estimator_may_be_the_last_step_of_a_pipeline(fitted):
    pipeline = make_pipeline(StandardScaler(), fitted[0])
    assert ObjectiveDisplay.from_estimator(pipeline).figure_ is not None


def test_an_estimator_must_be_fitted():
    with pytest.raises(NotFittedError):
        ObjectiveDisplay.from_estimator(PartialLabelClustering())


def test_rounds_are_counted_from_0():
    ax = ObjectiveDisplay([3, 2.5, 2]).plot().ax_
    assert ax.lines[0].get_xydata().tolist() == [[0, 3], [1, 2.5], [2, 2]]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("round", "objective")


def test_ticks_are_whole_rounds():
    ax = ObjectiveDisplay([3, 2]).plot().ax_
    assert all(tick == round(tick) for tick in ax.get_xticks())
