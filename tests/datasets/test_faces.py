"""Faces: LYN10, which is cut from Yahoo! News."""

import hashlib

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from plclust.datasets import fetch_lyn10
from plclust.datasets._registry import registry


def test_lyn10_is_cut_from_yahoo_news(whole, mat, register, home):
    path = mat(whole, "Yahoo! News.mat", folder=home, as_sparse=True)
    register("yahoo_news", path, checked=False, shape=(59, 4, 12))
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
