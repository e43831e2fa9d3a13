import pytest
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

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
