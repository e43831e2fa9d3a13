from plclust.cluster import kmeans_baseline
from plclust.metrics import clustering_accuracy


def test_is_that_of_scikit_learn_with_ten_starts():
    params = kmeans_baseline(5, random_state=1).get_params()
    expected = {"n_clusters": 5, "init": "k-means++", "n_init": 10, "max_iter": 300}
    assert {name: params[name] for name in expected} == expected
    assert params["random_state"] == 1


def test_finds_separated_classes(blobs):
    X, _, truth = blobs
    labels = kmeans_baseline(4, random_state=0).fit_predict(X)
    assert clustering_accuracy(truth, labels) > 0.95
