import numpy as np
import pytest
from sklearn.cluster import SpectralClustering
from sklearn.metrics import adjusted_rand_score

from plclust.cluster import SC
from plclust.metrics import clustering_accuracy


def test_candidates_only_count_the_classes(blobs):
    X, y, truth = blobs
    model = SC(random_state=0).fit(X, y)
    np.testing.assert_array_equal(model.labels_, SC(4, random_state=0).fit_predict(X))
    assert clustering_accuracy(truth, model.labels_) > 0.95
    assert model.classes_.tolist() == [0, 1, 2, 3]


def test_agrees_with_scikit_learn_on_its_graph(blobs):
    X, _, _ = blobs
    model = SC(4, n_neighbors=50, random_state=0).fit(X)
    other = SpectralClustering(4, affinity="precomputed", random_state=0)
    other.fit(model.affinity_matrix_.toarray())
    assert adjusted_rand_score(model.labels_, other.labels_) > 0.95


def test_connected_components_are_counted():
    X = np.array([[0.0], [1.0], [2.0], [90.0], [91.0], [92.0]])
    assert SC(2, n_neighbors=2, random_state=0).fit(X).n_connected_components_ == 2
    assert SC(2, n_neighbors=5, random_state=0).fit(X).n_connected_components_ == 1


@pytest.mark.parametrize("n_jobs", [2, -1])
@pytest.mark.usefixtures("small_blocks")
def test_number_of_jobs_changes_nothing(blobs, n_jobs):
    X, y, _ = blobs
    one, many = SC(random_state=0).fit(X, y), SC(random_state=0, n_jobs=n_jobs).fit(X, y)
    np.testing.assert_array_equal(one.labels_, many.labels_)


def test_a_fit_that_fails_leaves_the_one_before(blobs):
    X, y, _ = blobs
    model = SC(4, random_state=0).fit(X, y)
    with pytest.raises(ValueError, match="n_clusters=999"):
        model.set_params(n_clusters=999).fit(X[:, :2], ["x", "y"] * (len(X) // 2))
    assert model.n_features_in_ == X.shape[1]
    assert model.classes_.tolist() == [0, 1, 2, 3]
