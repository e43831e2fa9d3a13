"""The largest classes of a data set."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from plclust.datasets import largest_classes, load_vehicle

LARGEST = [0, 2, 3, 4, 5, 6, 8, 9, 10]


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
    assert len(dataset["data"]) == 59


def test_all_classes_and_no_candidates():
    vehicle = load_vehicle()
    bunch = largest_classes(vehicle, 4)
    assert_array_equal(bunch.target, vehicle.target)
    assert bunch.candidates is None


@pytest.mark.parametrize("n_classes", [0, 5, -1, 2.5])
def test_number_of_classes(n_classes):
    with pytest.raises(ValueError, match="expected an integer from 1 to 4"):
        largest_classes(load_vehicle(), n_classes)
