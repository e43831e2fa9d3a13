"""Matrices of numbers in the MATLAB 5 format."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from scipy import sparse
from scipy.io import loadmat, savemat

from plclust.datasets._mat5 import read_variables

TYPES = ["b1", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f4", "f8"]


@pytest.mark.parametrize("compressed", [False, True])
def test_values_are_those_that_scipy_reads(tmp_path, compressed):
    numbers = np.random.default_rng(0).integers(0, 2, (5, 3))
    content = {f"as_{dtype}": numbers.astype(dtype) for dtype in TYPES}
    content |= {"a": np.array([[7]]), "none": np.zeros((0, 3)), "a_much_longer_name": np.eye(2)}
    content |= {
        "few": sparse.csc_array(numbers.astype(float)),
        "flags": sparse.csc_array(numbers > 0),
    }
    content |= {"nothing": sparse.csc_array((4, 6))}
    savemat(tmp_path / "all.mat", content, do_compression=compressed)
    expected = loadmat(tmp_path / "all.mat")
    read = {v.name: v.values() for v in read_variables((tmp_path / "all.mat").read_bytes())}
    assert set(read) == set(content)
    for name, values in read.items():
        reference = expected[name]
        dense = reference.toarray() if sparse.issparse(reference) else reference
        assert_array_equal(values, dense, err_msg=name)
