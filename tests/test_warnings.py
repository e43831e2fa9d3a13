import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from plclust import PartialLabelClustering
from plclust._warnings import warn_user


def test_points_at_the_caller():
    with pytest.warns(UserWarning, match="beware") as caught:
        warn_user("beware", UserWarning)
    assert caught[0].filename == __file__


@pytest.mark.parametrize(
    ("params", "category"),
    [
        ({"n_neighbors": 100}, UserWarning),
        ({"max_time": 0.0}, ConvergenceWarning),
        ({"constraints": "all", "max_iter": 1, "tol": 0.0}, ConvergenceWarning),
    ],
)
def test_warnings_of_a_fit_point_at_the_line_that_fits(params, category):
    X = np.random.default_rng(0).random((40, 3))
    y = [0, 1] * 5 + [None] * 30
    with pytest.warns(category) as caught:
        PartialLabelClustering(random_state=0, **params).fit(X, y)
    assert {warning.filename for warning in caught} == {__file__}
