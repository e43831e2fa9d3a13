"""The largest classes, and LYN10, which is cut with them."""

import hashlib

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from plclust.datasets import fetch_lyn10, largest_classes, load_vehicle
from plclust.datasets._registry import registry

SIZES = np.array([5, 1, 9, 2, 7, 3, 8, 2, 6, 4, 10, 2])
LARGEST = [0, 2, 3, 4, 5, 6, 8, 9, 10]


@pytest.fixture
def whole():
    """Arrays of twelve classes of the given sizes, shuffled, some of a tie."""
    rng = np.random.default_rng(0)
    truth = rng.permutation(np.repeat(np.arange(12), SIZES))
    target = np.eye(12)[:, truth]
    partial_target = np.maximum(target, rng.random(target.shape) < 0.3)
    data = rng.standard_normal((len(truth), 4))
    return {"data": data, "target": target, "partial_target": partial_target}


def test_cut(whole):
    truth = whole["target"].argmax(axis=0)
    names = np.array(list("abcdefghijkl"))
    candidates = whole["partial_target"].T == 1
    dataset = {
        "data": whole["data"],
        "target": names[truth],
        "classes": names,
        "candidates": candidates,
        "note": "kept",
    }
    bunch = largest_classes(dataset, 9)
    assert "".join(bunch.classes) == "acdefgijk"
    kept = np.flatnonzero(np.isin(truth, LARGEST))
    assert_array_equal(bunch.kept, kept)
    assert_array_equal(bunch.data, whole["data"][kept])
    assert_array_equal(bunch.target, names[truth[kept]])
    assert_array_equal(bunch.candidates, candidates[kept][:, LARGEST])
    assert bunch.note == "kept"
    assert dataset["target"] is not bunch.target
    assert len(dataset["data"]) == SIZES.sum()


def test_all_classes_and_no_candidates():
    vehicle = load_vehicle()
    bunch = largest_classes(vehicle, 4)
    assert_array_equal(bunch.target, vehicle.target)
    assert bunch.candidates is None


@pytest.mark.parametrize("n_classes", [0, 5, -1])
def test_number_of_classes(n_classes):
    with pytest.raises(ValueError, match="expected an integer from 1 to 4"):
        largest_classes(load_vehicle(), n_classes)


def test_lyn10_is_cut_from_yahoo_news(whole, mat, register, home):
    path = mat(whole, "Yahoo! News.mat", folder=home, as_sparse=True)
    register("yahoo_news", path, checked=False, shape=(SIZES.sum(), 4, 12))
    bunch = fetch_lyn10()
    assert bunch.name == "lyn10"
    assert_array_equal(bunch.classes, [0, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    assert bunch.candidates.shape == (56, 10)
    columns = np.searchsorted(bunch.classes, bunch.target)
    assert bunch.candidates[np.arange(56), columns].all()
    assert bunch.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    assert f"Cut from {path}" in bunch.DESCR
    assert bunch.DESCR.startswith("LYN10")
    assert [entry.name for entry in home.iterdir()] == ["Yahoo! News.mat"]


def test_lyn10_has_a_file_of_its_own(arrays, whole, mat, register, home):
    mat(whole, "Yahoo! News.mat", folder=home)
    path = mat(arrays, "LYN10.mat", folder=home)
    register("lyn10", path, checked=False)
    assert fetch_lyn10().filename == str(path)


def test_lyn10_without_any_file():
    with pytest.raises(OSError, match=r"LYN10\.mat.*Yahoo! News\.mat"):
        fetch_lyn10()
    assert registry()["lyn10"].cut_from == "yahoo_news"
