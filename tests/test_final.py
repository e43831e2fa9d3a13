import pytest
from sklearn.cluster import KMeans
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from plclust._final import final_estimator


@pytest.mark.parametrize(
    "wrapped",
    [
        lambda estimator: estimator,
        lambda estimator: make_pipeline(StandardScaler(), estimator),
        lambda estimator: make_pipeline(StandardScaler(), make_pipeline(estimator)),
        lambda estimator: GridSearchCV(make_pipeline(estimator), {}),
    ],
)
def test_the_estimator_itself_is_found(wrapped):
    estimator = KMeans()
    assert final_estimator(wrapped(estimator)) is estimator


def test_a_search_has_its_best_estimator():
    search = GridSearchCV(KMeans(2, n_init=1), {"max_iter": [7]}, cv=2)
    assert final_estimator(search.fit([[0.0], [1.0], [5.0], [6.0]])).max_iter == 7
