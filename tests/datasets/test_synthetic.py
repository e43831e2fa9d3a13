"""Blobs and digits with candidates: shapes, structure, seeds, mistakes."""

import numpy as np
import pytest
from sklearn.datasets import load_digits
from sklearn.neighbors import NearestNeighbors

from plclust.candidates import is_labelled
from plclust.datasets import make_candidate_blobs, make_candidate_digits


def neighbour_accuracy(separation):
    X, _, target = make_candidate_blobs(1500, separation=separation, random_state=0)
    nearest = NearestNeighbors(n_neighbors=2).fit(X).kneighbors(X, return_distance=False)[:, 1]
    return (target[nearest] == target).mean()


def test_shapes_and_candidates():
    X, candidates, target = make_candidate_blobs(200, 3, 6, labelled=0.25, random_state=0)
    assert X.shape == (200, 3)
    assert X.dtype == float
    assert candidates.shape == (200, 6)
    assert candidates[np.arange(200), target].all()
    labelled = is_labelled(candidates)
    assert labelled.sum() == 50
    assert (candidates[labelled].sum(axis=1) == 3).all()
    assert np.ptp(np.bincount(target, minlength=6)) <= 3


def test_separation_sets_the_difficulty():
    accuracy = [neighbour_accuracy(separation) for separation in (0, 4, 6, 10)]
    assert accuracy[0] == pytest.approx(0.2, abs=0.06)
    assert 0.45 < accuracy[1] < 0.75
    assert 0.8 < accuracy[2] < 0.95
    assert accuracy[3] > 0.97


def test_a_class_is_several_groups():
    X, _, target = make_candidate_blobs(
        600, 20, 3, n_false_positives=1, components_per_class=2, separation=40, random_state=0
    )
    near = NearestNeighbors(radius=20).fit(X).radius_neighbors_graph(X)
    group_sizes = np.asarray(near.sum(axis=1)).ravel()
    assert (group_sizes == 100).all()
    assert (np.bincount(target) == 200).all()


def test_seed_and_type():
    first, again = (make_candidate_blobs(random_state=3) for _ in range(2))
    for one, other in zip(first, again, strict=True):
        np.testing.assert_array_equal(one, other)
    assert (first[0] != make_candidate_blobs(random_state=4)[0]).any()
    X, *rest = make_candidate_blobs(dtype="float32", random_state=3)
    assert X.dtype == np.float32
    np.testing.assert_array_equal(rest[1], first[2])


def test_fewer_samples_than_components():
    X, candidates, _ = make_candidate_blobs(4, labelled=4, random_state=0)
    assert X.shape == (4, 10)
    assert (candidates.sum(axis=1) == 3).all()


@pytest.mark.parametrize(
    "params, message",
    [
        ({"n_samples": 0}, "n_samples is 0"),
        ({"n_features": 2.5}, r"n_features is 2\.5"),
        ({"n_classes": -1}, "n_classes is -1"),
        ({"components_per_class": 0}, "components_per_class is 0"),
        ({"separation": -1}, "separation is -1"),
        ({"separation": np.nan}, "separation is nan"),
        ({"dtype": int}, "dtype is int64, expected float32 or float64"),
        ({"n_false_positives": 5}, "n_false_positives=5 of 5 classes"),
        ({"labelled": 1.5}, r"labelled is 1\.5"),
    ],
)
def test_mistakes(params, message):
    with pytest.raises(ValueError, match=message):
        make_candidate_blobs(**params)


def test_digits_are_like_digits():
    X, candidates, target = make_candidate_digits(3000, labelled=0.2, random_state=0)
    assert X.shape == (3000, 32)
    assert candidates[np.arange(3000), target].all()
    assert (candidates[is_labelled(candidates)].sum(axis=1) == 3).all()
    nearest = NearestNeighbors(n_neighbors=2).fit(X).kneighbors(X, return_distance=False)[:, 1]
    assert (target[nearest] == target).mean() > 0.98
    originals, classes = load_digits(return_X_y=True)
    for label in range(10):
        spread = np.linalg.norm(originals[classes == label].std(axis=0))
        assert np.linalg.norm(X[target == label].std(axis=0)) == pytest.approx(spread, rel=0.2)


def test_digits_come_in_blocks_of_any_type():
    X, *_ = make_candidate_digits(2**14 + 5, 3, noise=0.0, dtype="float32", random_state=1)
    assert X.dtype == np.float32
    assert np.isfinite(X).all()
    again, *_ = make_candidate_digits(2**14 + 5, 3, noise=0.0, dtype="float32", random_state=1)
    np.testing.assert_array_equal(X, again)


@pytest.mark.parametrize(
    "params, message",
    [
        ({"n_samples": 0}, "n_samples is 0"),
        ({"n_features": 65}, "n_features is 65, expected at most 64"),
        ({"noise": -0.1}, r"noise is -0\.1"),
        ({"dtype": int}, "dtype is int64, expected float32 or float64"),
    ],
)
def test_mistakes_with_digits(params, message):
    with pytest.raises(ValueError, match=message):
        make_candidate_digits(**params)


@pytest.mark.parametrize("n_classes", [2, 3])
def test_sets_of_all_classes_are_refused(n_classes):
    with pytest.raises(ValueError, match=r"n_false_positives=2 .*all classes.*more classes"):
        make_candidate_blobs(50, n_classes=n_classes)
