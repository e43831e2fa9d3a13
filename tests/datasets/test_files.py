"""Finding files: the order of the folders, spellings, checksums."""

import hashlib
import re

import pytest

from plclust.datasets import (
    fetch_lost,
    fetch_mirflickr,
    fetch_yahoo_news,
)


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


def test_missing_file_without_mirror():
    with pytest.raises(OSError, match="no download is known"):
        fetch_mirflickr(download_if_missing=True)
