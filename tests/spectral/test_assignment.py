import numpy as np
from sklearn.metrics import adjusted_rand_score

from plclust.spectral import assign_by_kmeans, assign_by_qr


def test_kmeans_groups_by_direction_not_length(directions):
    embedding, truth = directions
    labels = assign_by_kmeans(embedding, 3, random_state=0)
    assert adjusted_rand_score(truth, labels) == 1.0


def test_qr_groups_by_direction(directions):
    embedding, truth = directions
    assert adjusted_rand_score(truth, assign_by_qr(embedding)) == 1.0


def test_qr_does_not_mind_turns_and_signs(directions):
    embedding, truth = directions
    turn = np.eye(3) - 2.0 / 3.0  # no direction stays near an axis
    embedding[::2] *= -1.0
    assert adjusted_rand_score(truth, assign_by_qr(embedding @ turn)) == 1.0


def test_fewer_distinct_rows_than_clusters_give_fewer_clusters():
    labels = assign_by_kmeans(np.ones((6, 2)), 3, random_state=0)
    assert set(labels) == {0}
