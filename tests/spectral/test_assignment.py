import numpy as np
import pytest
from sklearn.metrics import adjusted_rand_score

from plclust.spectral import (
    assign_by_anchored_kmeans,
    assign_by_kmeans,
    assign_by_qr,
    unit_rows,
)


@pytest.fixture
def directions():
    """Samples of different lengths along three orthogonal directions, slightly off."""
    rng = np.random.default_rng(0)
    truth = np.repeat([0, 1, 2], 40)
    lengths = rng.uniform(0.1, 5.0, (120, 1))
    return (np.eye(3)[truth] + 0.05 * rng.standard_normal((120, 3))) * lengths, truth


def test_kmeans_groups_by_direction_not_length(directions):
    embedding, truth = directions
    labels = assign_by_kmeans(embedding, 3, random_state=0)
    assert adjusted_rand_score(truth, labels) == 1.0


def test_qr_groups_by_direction(directions):
    embedding, truth = directions
    assert adjusted_rand_score(truth, assign_by_qr(embedding)) == 1.0


def test_fewer_distinct_rows_than_clusters_give_fewer_clusters():
    labels = assign_by_kmeans(np.ones((6, 2)), 3, random_state=0)
    assert set(labels) == {0}


def test_unit_rows_leave_the_input_alone():
    values = np.array([[3.0, 4.0], [0.0, 0.0]])
    before = values.copy()
    np.testing.assert_allclose(np.linalg.norm(unit_rows(values), axis=1), [1.0, 0.0])
    np.testing.assert_array_equal(values, before)


def uninformed(n_samples, n_classes):
    return np.full((n_samples, n_classes), 1.0 / n_classes)


def test_anchored_kmeans_follows_certain_confidences(directions):
    embedding, truth = directions
    against = np.eye(3)[(truth + 1) % 3]
    labels = assign_by_anchored_kmeans(embedding, against, 3, anchoring=4.0)
    np.testing.assert_array_equal(labels, (truth + 1) % 3)


def test_anchored_kmeans_overrules_a_few_wrong_confidences(directions):
    embedding, truth = directions
    confidence = np.eye(3)[truth]
    confidence[::10] = confidence[::10][:, [1, 2, 0]]
    labels = assign_by_anchored_kmeans(embedding, confidence, 3, anchoring=1.0)
    np.testing.assert_array_equal(labels, truth)


def test_anchored_kmeans_names_clusters_by_few_confident_samples(directions):
    embedding, truth = directions
    confidence = uninformed(120, 3)
    confidence[[0, 40, 80]] = np.eye(3)[[2, 0, 1]]
    labels = assign_by_anchored_kmeans(embedding, confidence, 3)
    np.testing.assert_array_equal(labels, np.array([2, 0, 1])[truth])


def test_clusters_without_anchor_find_what_classes_leave(directions):
    embedding, truth = directions
    confidence = uninformed(120, 2)
    confidence[truth < 2] = np.eye(2)[truth[truth < 2]]
    labels = assign_by_anchored_kmeans(embedding, confidence, 3, random_state=0)
    np.testing.assert_array_equal(labels, truth)


def test_class_in_which_nobody_is_confident_has_no_anchor(directions):
    embedding, truth = directions
    confidence = np.zeros((120, 3))
    confidence[:, :2] = 0.5
    confidence[truth < 2, :2] = np.eye(2)[truth[truth < 2]]
    labels = assign_by_anchored_kmeans(embedding, confidence, 3, random_state=0)
    np.testing.assert_array_equal(labels, truth)


def test_fewer_clusters_than_classes_is_kmeans(directions):
    embedding, _ = directions
    labels = assign_by_anchored_kmeans(embedding, uninformed(120, 3), 2, random_state=0)
    np.testing.assert_array_equal(labels, assign_by_kmeans(embedding, 2, random_state=0))
