"""Finding files: the order of the folders, checksums, and what a user without a file is told."""

import hashlib
import re

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
    list_datasets,
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


def test_set_without_candidates(arrays, mat, register, tmp_path):
    content = {"X": arrays["data"], "Y": arrays["target"].argmax(axis=0) + 1}
    register("coil20", mat(content, "COIL20.mat"))
    bunch = fetch_coil20(data_home=tmp_path)
    assert bunch.candidates is None
    _, target = fetch_coil20(data_home=str(tmp_path), return_X_y=True)
    assert set(target) == {1, 2, 3}


def test_own_folder_comes_first_and_stays_as_it_is(
    arrays, mat, register, home, tmp_path, monkeypatch
):
    own = mat(arrays, "lost.mat", folder=tmp_path / "own")
    mat({**arrays, "data": -arrays["data"]}, "lost.mat", folder=home)
    register("lost", own)
    own.chmod(0o444)
    monkeypatch.setenv("PLCLUST_DATA", str(own.parent))
    before = sorted(tmp_path.rglob("*"))
    assert fetch_lost().filename == str(own)
    assert sorted(tmp_path.rglob("*")) == before


def test_own_folder_without_the_file_is_passed_over(arrays, mat, register, home, monkeypatch):
    register("lost", mat(arrays, "lost.mat", folder=home))
    monkeypatch.setenv("PLCLUST_DATA", "/no/such/folder")
    assert fetch_lost().filename == str(home / "lost.mat")


@pytest.mark.parametrize("spelling", ["yahoo_news.mat", "YahooNews.mat", "Yahoo!News.mat"])
def test_spellings(arrays, mat, register, home, spelling):
    path = mat(arrays, spelling, folder=home)
    (home / "Yahoo News").mkdir()
    register("yahoo_news", path)
    assert fetch_yahoo_news().filename == str(path)


def test_swapped_truncated_and_damaged_files(arrays, mat, register, home):
    path = mat(arrays, "lost.mat", folder=home)
    info = register("lost", path, mirrors=["https://example.org/lost.mat"])
    content = path.read_bytes()
    other = mat({**arrays, "data": arrays["data"] + 1}, "other.mat").read_bytes()
    for wrong in (content[:-1], content[:-1] + b"\0\1", other, b""):
        path.write_bytes(wrong)
        found = hashlib.sha256(wrong).hexdigest()
        message = f"{re.escape(str(path))}.*is {found}, expected {info.sha256}.*Hint"
        with pytest.raises(ValueError, match=message):
            fetch_lost()
        assert path.read_bytes() == wrong


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


@pytest.mark.parametrize("fetcher", [*WITH_CANDIDATES.values(), fetch_coil20])
def test_missing_file(home, fetcher):
    with pytest.raises(OSError, match=r"is not on this machine.*PLCLUST_DATA") as caught:
        fetcher(download_if_missing=False)
    assert str(home) in str(caught.value)
    assert not home.parent.exists()


def test_missing_file_without_mirror():
    with pytest.raises(OSError, match="no download is known"):
        fetch_mirflickr(download_if_missing=True)


def test_list_creates_nothing_and_sees_files(arrays, mat, home):
    listed = list_datasets()
    assert {name for name, info in listed.items() if info.present} == {"ecoli", "vehicle", "digits"}
    assert not home.parent.exists()
    path = mat(arrays, "Yahoo! News.mat", folder=home)
    listed = list_datasets()
    assert listed["yahoo_news"].path == listed["lyn10"].path == path
    assert listed["lyn10"].present
    assert list_datasets(home / "elsewhere")["yahoo_news"].path is None


def test_registry_is_complete():
    for name, info in registry().items():
        assert info.name == name
        assert info.source in {"bundled", "scikit-learn", "file"}
        assert (info.file is None) == (info.source == "scikit-learn")
        assert not info.mirrors or info.sha256
        assert all(url.startswith("https://") for url in info.mirrors)
        assert info.sha256 is None or re.fullmatch("[0-9a-f]{64}", info.sha256)
        for text in (info.title, info.note, info.licence, info.citation, info.homepage):
            assert text
            assert "\n" not in text
