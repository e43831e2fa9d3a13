"""MATLAB files of one's own: both layouts."""

import hashlib

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from plclust.datasets import load_mat


@pytest.mark.parametrize("as_sparse", [False, True])
@pytest.mark.parametrize("options", [{}, {"do_compression": True}])
def test_layout_with_candidates(arrays, mat, as_sparse, options):
    path = mat(arrays, as_sparse=as_sparse, **options)
    bunch = load_mat(path)
    assert_array_equal(bunch.data, arrays["data"])
    assert bunch.data.flags.c_contiguous
    assert_array_equal(bunch.target, np.arange(30) % 3)
    assert_array_equal(bunch.candidates, arrays["partial_target"].T == 1)
    assert bunch.candidates.dtype == bool
    assert_array_equal(bunch.classes, [0, 1, 2])
    assert bunch.name == "small"
    assert bunch.filename == str(path)
    assert bunch.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    assert ":Samples: 30" in bunch.DESCR


@pytest.mark.parametrize("names", [("X", "Y"), ("fea", "gnd")])
def test_layout_without_candidates(mat, names):
    X, labels = np.arange(12.0).reshape(6, 2), np.array([[3, 1, 3, 1, 2, 2]], dtype=np.uint8).T
    bunch = load_mat(mat(dict(zip(names, (X, labels), strict=True))), name="mine")
    assert bunch.candidates is None
    assert bunch.name == "mine"
    assert_array_equal(bunch.target, [3, 1, 3, 1, 2, 2])
    assert_array_equal(bunch.classes, [1, 2, 3])
    assert_array_equal(bunch.data, X)
