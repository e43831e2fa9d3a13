import numpy as np
import pytest
from sklearn.exceptions import NotFittedError

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
    threshold = float(np.median(confidence))
    clusters = plc.predict(between, min_confidence=threshold)
    np.testing.assert_array_equal(clusters == -1, confidence < threshold)
    np.testing.assert_array_equal(
        clusters[clusters >= 0], plc.predict(between)[confidence >= threshold]
    )
    with pytest.raises(ValueError, match=r"min_confidence=2 is not a probability"):
        plc.predict(X, min_confidence=2)


def test_leaving_out_needs_classes(blobs):
    X, _, _ = blobs
    with pytest.raises(ValueError, match="predict without min_confidence"):
        fit(X, None, n_clusters=4).predict(X, min_confidence=0.5)


def test_predict_before_fit():
    with pytest.raises(NotFittedError):
        PartialLabelClustering().predict(np.eye(3))
