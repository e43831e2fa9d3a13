"""What there is to read, and what of it is here."""

from plclust.datasets import list_datasets
from plclust.datasets._registry import registry


def test_list_creates_nothing_and_sees_files(arrays, mat, home):
    listed = list_datasets()
    assert {name for name, info in listed.items() if info.present} == {"ecoli", "vehicle", "digits"}
    assert not home.parent.exists()
    path = mat(arrays, "Yahoo! News.mat", folder=home)
    listed = list_datasets()
    assert listed["yahoo_news"].path == listed["lyn10"].path == path
    assert listed["lyn10"].present
    assert list_datasets(home / "elsewhere")["yahoo_news"].path is None


def test_a_file_of_its_own_comes_before_the_one_to_cut_from(arrays, mat, home):
    mat(arrays, "Yahoo! News.mat", folder=home)
    own = mat(arrays, "LYN10.mat", folder=home)
    assert list_datasets()["lyn10"].path == own
    assert registry()["lyn10"].path is None
