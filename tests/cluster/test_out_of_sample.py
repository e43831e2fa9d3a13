import numpy as np
import pytest
from scipy import sparse
from sklearn import config_context
from sklearn.exceptions import NotFittedError
from sklearn.metrics import euclidean_distances
from sklearn.neighbors import KNeighborsTransformer, RadiusNeighborsTransformer

from plclust import PartialLabelClustering


def fit(X, y, **params):
    return PartialLabelClustering(random_state=0, **params).fit(X, y)


def test_new_samples_join_their_neighbours(blobs):
    X, y, truth = blobs
    rng = np.random.default_rng(2)
    plc = fit(X, y)
    new = 6.0 * np.eye(6)[truth] + rng.standard_normal(X.shape)
    assert (plc.cluster_classes_[plc.predict(new)] == truth).mean() > 0.95
    proba = plc.predict_proba(new)
    np.testing.assert_allclose(proba.sum(axis=1), 1.0)
    assert (plc.classes_[proba.argmax(axis=1)] == truth).mean() > 0.95


def test_known_samples_keep_their_cluster(blobs):
    X, y, _ = blobs
    plc = fit(X, y)
    np.testing.assert_array_equal(plc.predict(X), plc.labels_)
    np.testing.assert_allclose(plc.predict_proba(X), plc.label_distributions_, atol=1e-6)


def test_unsure_samples_can_be_left_out(blobs):
    X, y, truth = blobs
    plc = fit(X, y)
    between = np.vstack([X[truth == 0][:5], (X[truth == 0] + X[truth == 1])[:20] / 2.0])
    confidence = plc.predict_proba(between).max(axis=1)
    threshold = float(np.mean(confidence))
    clusters = plc.predict(between, min_confidence=threshold)
    np.testing.assert_array_equal(clusters == -1, confidence < threshold)
    np.testing.assert_array_equal(
        clusters[clusters >= 0], plc.predict(between)[confidence >= threshold]
    )
    for wrong in (2, "0.9", None):
        with pytest.raises(ValueError, match=rf"min_confidence={wrong!r} is not a probability"):
            plc.predict(X, min_confidence=wrong)


def test_samples_that_are_certain_are_never_left_out(blobs):
    X, _, truth = blobs
    plc = fit(X, truth)
    assert (plc.predict_proba(X).max(axis=1) < 1.0).any()  # by rounding
    assert (plc.predict(X, min_confidence=1.0) >= 0).all()


def test_leaving_out_needs_classes(blobs):
    X, _, _ = blobs
    with pytest.raises(ValueError, match="predict without min_confidence"):
        fit(X, None, n_clusters=4).predict(X, min_confidence=0.5)


def test_predict_before_fit():
    with pytest.raises(NotFittedError):
        PartialLabelClustering().predict(np.eye(3))


@pytest.mark.parametrize("neighbors", ["exact", "approximate"])
def test_new_samples_may_be_sparse_where_the_fitted_ones_are_dense(blobs, neighbors):
    if neighbors == "approximate":
        pytest.importorskip("faiss")
    X, y, _ = blobs
    plc = fit(X, y, neighbors=neighbors)
    np.testing.assert_allclose(plc.predict_proba(sparse.csr_matrix(X)), plc.predict_proba(X))


def test_new_samples_may_be_dense_where_the_fitted_ones_are_sparse(blobs):
    X, y, _ = blobs
    plc = fit(sparse.csr_matrix(X), y)
    np.testing.assert_allclose(plc.predict_proba(X), plc.predict_proba(sparse.csr_matrix(X)))


def test_samples_that_know_nobody_are_refused(blobs):
    X, y, _ = blobs
    affinities = np.exp(-euclidean_distances(X))
    given = fit(affinities, y, affinity="precomputed")
    nearby = fit(X, y, neighbors=RadiusNeighborsTransformer(radius=0.5))
    for plc, strangers in ((given, np.zeros((2, len(X)))), (nearby, -X[:2])):
        with pytest.raises(ValueError, match=r"Row 0 of X has no neighbour .* 2 rows have none"):
            plc.predict_proba(strangers)


def test_a_transformer_finds_as_many_neighbours_as_in_the_fit(blobs):
    X, y, _ = blobs
    plc = fit(X, y, neighbors=KNeighborsTransformer(n_neighbors=3))
    assert np.isnan(plc.neighbor_recall_)
    weights = plc._weights_of(X + 0.01)
    assert weights.nnz <= 4 * len(X)


@pytest.mark.parametrize("neighbors", ["exact", KNeighborsTransformer(n_neighbors=10)])
def test_output_set_for_all_of_scikit_learn_changes_nothing(blobs, neighbors):
    X, y, _ = blobs
    plain = fit(X, y, neighbors=neighbors)
    with config_context(transform_output="pandas"):
        plc = fit(X, y, neighbors=neighbors)
        proba = plc.predict_proba(X)
    np.testing.assert_array_equal(plc.labels_, plain.labels_)
    np.testing.assert_array_equal(proba, plain.predict_proba(X))


def test_blocks_of_a_dask_array_may_be_empty(blobs):
    da = pytest.importorskip("dask.array", reason="Dask arrays need plclust[dask]")
    X, y, _ = blobs
    plc = PartialLabelClustering(random_state=0).fit(X, y)
    filtered = da.from_array(X, chunks=(len(X) // 2, -1))[np.arange(len(X)) < 9]
    for new in (filtered, da.from_array(X[:9], chunks=((0, 9, 0), X.shape[1:]))):
        np.testing.assert_array_equal(plc.predict_proba(new), plc.predict_proba(X[:9]))
    with pytest.raises(ValueError, match=r"0 sample\(s\)"):
        plc.predict(da.from_array(X, chunks=-1)[np.zeros(len(X), dtype=bool)])
