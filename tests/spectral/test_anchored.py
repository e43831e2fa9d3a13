"""k-means that is anchored to the classes."""

import numpy as np
import pytest

from plclust.spectral import (
    _anchored,
    assign_by_anchored_kmeans,
    assign_by_kmeans,
    trust_beside,
)
from plclust.spectral._anchored import MANY, best_descent


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


def test_novel_samples_go_to_free_clusters(directions):
    """Even if they are confident in a class, and three of them lie in the midst of it."""
    embedding, truth = directions
    novel = (truth == 2) | (np.arange(120) < 3)
    labels = assign_by_anchored_kmeans(
        embedding,
        np.eye(2)[np.minimum(truth, 1)],
        3,
        novelty=novel.astype(float),
        anchoring=4.0,
        random_state=0,
    )
    np.testing.assert_array_equal(labels, np.where(novel, 2, truth))


def test_novelty_divides_samples_between_classes_and_free_clusters(monkeypatch):
    started = []

    def descent(rows, bonus, centres, *rest):
        started.extend([bonus, centres])
        return best_descent(rows, bonus, centres, *rest)

    monkeypatch.setattr(_anchored, "best_descent", descent)
    confidence = np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 1.0]])
    novelty = np.array([0.0, 0.0, 0.6])
    assign_by_anchored_kmeans(np.eye(3), confidence, 3, novelty=novelty, anchoring=2.0)
    bonus, centres = started
    np.testing.assert_allclose(bonus, [[1, -1, 0], [-1, 1, 0], [-0.4, 0.4, 0.6]])
    expected = [[1, 0, 0], [0, 1 / 1.4, 0.4 / 1.4], [0, 0, 1]]
    np.testing.assert_allclose(centres, expected, atol=1e-6)


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


def test_confidences_that_mislead_the_start_only_name_the_clusters():
    """Confident means of two classes in one group: k-means finds the groups all the same."""
    rng = np.random.default_rng(0)
    truth = np.repeat([0, 1, 2], 100)
    embedding = np.eye(3)[truth] + 0.05 * rng.standard_normal((300, 3))
    confidence = uninformed(300, 3)
    confidence[:5], confidence[5:10], confidence[-5:] = np.eye(3)[[0]], np.eye(3)[[1]], np.eye(3)[2]
    labels = assign_by_anchored_kmeans(embedding, confidence, 3, anchoring=0.5, random_state=0)
    assert len(np.unique(labels[truth == 1])) == 1
    assert (labels[truth == 2] == 2).all()
    np.testing.assert_array_equal(np.unique(labels), [0, 1, 2])


@pytest.mark.parametrize(("better", "labels"), [(0.0, [1, 0]), (0.01, [1, 0]), (0.1, [0, 1])])
def test_given_centres_are_kept_unless_another_start_is_clearly_better(better, labels):
    rng = np.random.RandomState(0)
    rows = np.repeat(np.eye(2), 20, axis=0)
    bonus = np.zeros((40, 2))
    bonus[0, 0] = better
    found = best_descent(rows, bonus, np.eye(2)[::-1].copy(), 5, rng)
    np.testing.assert_array_equal(found.labels, np.repeat(labels, 20))


def test_bad_centres_are_left_for_those_of_kmeans():
    rng = np.random.RandomState(0)
    rows = np.repeat(np.eye(3), 20, axis=0)
    bonus = np.zeros((60, 3))
    bonus[0, 2] = 0.1
    stuck = np.array([[0.5, 0.5, 0.0], [0.0, 0.0, 1.0], [-9.0, -9.0, -9.0]])
    found = best_descent(rows, bonus, stuck, 5, rng)
    assert len(np.unique(found.labels)) == 3
    assert found.labels[0] == 2
    assert best_descent(rows, bonus, stuck, 0, rng).closeness < found.closeness


def test_some_of_many_samples_choose_the_start():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 3, MANY + 500)
    embedding = np.eye(3)[truth] + 0.05 * rng.standard_normal((len(truth), 3))
    confidence = np.full((len(truth), 3), 1.0 / 3.0)
    confidence[:60] = np.eye(3)[(truth[:60] + 1) % 3]
    labels = assign_by_anchored_kmeans(embedding, confidence, 3, random_state=0)
    np.testing.assert_array_equal(labels, (truth + 1) % 3)


def test_the_more_a_graph_has_clusters_of_its_own_the_less_few_labels_count():
    trusts = np.linspace(0.0, 1.0, 11)
    by_separation = np.array([trust_beside(apart, trusts) for apart in (0.0, 0.5, 1.0)])
    np.testing.assert_allclose(by_separation[0], trusts)
    assert (np.diff(by_separation[:, 1:-1], axis=0) < 0.0).all()
    assert (np.diff(by_separation, axis=1) > 0.0).all()
    np.testing.assert_allclose(by_separation[:, -1], 1.0)


@pytest.mark.parametrize("sure", [np.eye(2, dtype=np.float32), np.eye(2) * (1.0 + 1e-7)])
def test_free_clusters_where_everybody_is_sure(sure):
    embedding = np.repeat(np.eye(3), 4, axis=0)
    confidence = sure[[0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1]]
    labels = assign_by_anchored_kmeans(embedding, confidence, 3, anchoring=0.1, random_state=0)
    assert len(set(labels.tolist())) == 3


def test_free_clusters_start_at_unsure_samples_where_nobody_is_novel():
    group = np.repeat([0, 1, 2, 3], [30, 30, 5, 5])
    confidence = np.array([[1.0, 0.0], [0.0, 1.0], [0.5, 0.5], [0.5, 0.5]])[group]
    labels = assign_by_anchored_kmeans(np.eye(4)[group], confidence, 4, n_init=0, random_state=0)
    assert [len(set(labels[group == g])) for g in range(4)] == [1, 1, 1, 1]
    assert len(set(labels)) == 4


def test_centres_of_kmeans_come_in_the_order_of_their_names():
    group = np.repeat(np.arange(3), 10)
    rows = np.eye(3)[group]
    for centres in _anchored._named_kmeans(rows, rows, 20, np.random.RandomState(0)):
        np.testing.assert_allclose(centres, np.eye(3), atol=1e-12)
