"""What all fetchers do: the right file is read, another one is told."""

import hashlib

import pytest

from plclust.datasets import (
    fetch_birdsong,
    fetch_coil20,
    fetch_fgnet,
    fetch_lost,
    fetch_mirflickr,
    fetch_msrcv2,
    fetch_soccer_player,
    fetch_yahoo_news,
)
from plclust.datasets._registry import registry

WITH_CANDIDATES = {
    "lost": fetch_lost,
    "msrcv2": fetch_msrcv2,
    "birdsong": fetch_birdsong,
    "mirflickr": fetch_mirflickr,
    "yahoo_news": fetch_yahoo_news,
    "soccer_player": fetch_soccer_player,
    "fgnet": fetch_fgnet,
}


@pytest.mark.parametrize("name", WITH_CANDIDATES)
def test_every_fetcher_reads_its_file(arrays, mat, register, home, name):
    path = mat(arrays, registry()[name].file, folder=home, as_sparse=True)
    register(name, path)
    bunch = WITH_CANDIDATES[name]()
    assert bunch.name == name
    assert bunch.filename == str(path)
    assert bunch.DESCR.startswith(registry()[name].title)
    X, candidates = WITH_CANDIDATES[name](return_X_y=True)
    assert X.shape == (30, 4)
    assert (candidates == bunch.candidates).all()


@pytest.mark.parametrize("fetcher", [*WITH_CANDIDATES.values(), fetch_coil20])
def test_missing_file(home, fetcher):
    with pytest.raises(OSError, match=r"is not on this machine.*PLCLUST_DATA") as caught:
        fetcher(download_if_missing=False)
    assert str(home) in str(caught.value)
    assert not home.parent.exists()


def test_unknown_checksum_is_reported(arrays, mat, register, home):
    path = mat(arrays, "Mirflickr.mat", folder=home)
    register("mirflickr", path, checked=False)
    bunch = fetch_mirflickr()
    assert bunch.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    assert f"read unchecked; its sha256 is {bunch.sha256}" in bunch.DESCR


def test_unknown_checksum_and_wrong_size(arrays, mat, register, home):
    path = mat(arrays, "FG-NET.mat", folder=home)
    register("fgnet", path, checked=False, shape=(1002, 262, 78))
    with pytest.raises(ValueError, match=r"FG-NET\.mat has 30 samples.*expected 1002.*load_mat"):
        fetch_fgnet()


def test_right_size_without_the_candidates(arrays, mat, register, home):
    content = {"X": arrays["data"], "Y": arrays["target"].argmax(axis=0)}
    register("fgnet", mat(content, "FG-NET.mat", folder=home), checked=False)
    message = "3 classes without candidates, expected .* 3 classes with candidates as published"
    with pytest.raises(ValueError, match=message):
        fetch_fgnet()
