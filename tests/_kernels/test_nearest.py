import numpy as np

from plclust._kernels import nearest


def test_insert_keeps_the_nearest_in_order():
    rng = np.random.default_rng(0)
    values = rng.random(100).astype(np.float32)
    distances, indices = np.full(7, np.inf, dtype=np.float32), np.full(7, -1)
    for number, value in enumerate(values):
        nearest.insert(value, number, distances, indices)
    np.testing.assert_array_equal(indices, np.argsort(values)[:7])
    np.testing.assert_array_equal(distances, np.sort(values)[:7])


def test_insert_members_of_several_cells():
    values, own = np.random.default_rng(0).random((4, 60)).astype(np.float32), np.ones(4, "f4")
    distances = np.full((5, 6), np.inf, dtype=np.float32)
    indices = np.full((5, 6), -1)
    rows = np.array([0, 1, 3, 4])
    for first in (0, 25):
        some = slice(first, 25 if first == 0 else 60)
        nearest.insert_members(rows, own, values[:, some].copy(), first, distances, indices)
    np.testing.assert_array_equal(indices[rows], np.argsort(values, axis=1)[:, :6])
    np.testing.assert_allclose(distances[rows], 1.0 + np.sort(values, axis=1)[:, :6])
    assert (indices[2] == -1).all()


def test_squared_distance_in_both_precisions():
    left, right = np.random.default_rng(0).standard_normal((2, 41))
    expected = np.sum((left - right) ** 2)
    np.testing.assert_allclose(nearest.squared_distance(left, right), expected)
    single = nearest.squared_distance(left.astype(np.float32), right.astype(np.float32))
    np.testing.assert_allclose(single, expected, rtol=1e-5)
