import numpy as np
import pytest

from plclust.graph import _cell_centres as centres

pytest.importorskip("faiss")


@pytest.mark.parametrize("tree_size", [4096, 100])
def test_centres_of_one_crowd_follow_each_other(monkeypatch, tree_size):
    monkeypatch.setattr(centres, "TREE_SIZE", tree_size)
    rng = np.random.default_rng(0)
    crowd = rng.permutation(np.repeat(np.arange(6), 50))
    points = (20.0 * np.eye(6)[crowd] + rng.standard_normal((300, 6))).astype(np.float32)
    order = centres.side_by_side(points)
    np.testing.assert_array_equal(np.sort(order), np.arange(300))
    assert (np.diff(crowd[order]) != 0).sum() <= 5 + 300 // tree_size


def test_many_equal_centres_can_be_put_in_order(monkeypatch):
    monkeypatch.setattr(centres, "TREE_SIZE", 10)
    order = centres.side_by_side(np.zeros((35, 2), dtype=np.float32))
    np.testing.assert_array_equal(np.sort(order), np.arange(35))
