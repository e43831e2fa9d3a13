import numpy as np
import pytest

from plclust.cluster._naming import in_doubt, most_probable, name_clusters


def test_full_novelty_leaves_equal_confidences():
    confidence = np.array([[0.9, 0.1, 0.0], [0.2, 0.3, 0.5]])
    mixed = in_doubt(confidence, np.array([1.0, 0.0]))
    np.testing.assert_allclose(mixed, [[1 / 3, 1 / 3, 1 / 3], [0.2, 0.3, 0.5]])


def test_without_classes_nothing_is_probable():
    assert most_probable(np.empty((3, 0)), np.array([])).tolist() == [None] * 3


def test_clusters_are_named_by_their_mean_confidence():
    rng = np.random.default_rng(0)
    distributions, labels = rng.dirichlet(np.ones(4), 50), rng.integers(0, 3, 50)
    classes, confidences = name_clusters(labels, distributions, np.arange(4), 3)
    for cluster in range(3):
        mean = distributions[labels == cluster].mean(axis=0)
        assert classes[cluster] == mean.argmax()
        assert confidences[cluster] == pytest.approx(mean.max())


def test_an_empty_cluster_has_no_confidence():
    _, confidences = name_clusters(np.array([0, 0]), np.eye(2), np.array(["cat", "dog"]), 2)
    assert confidences.tolist() == [0.5, 0.0]
