from pathlib import Path

import numpy as np
import pytest

from plclust.io import FORMATS, read_table, write_table
from plclust.io._files import READERS, WRITERS, check_suffix


def test_unknown_suffix(tmp_path):
    with pytest.raises(ValueError, match=r"expected one of \.csv"):
        read_table(tmp_path / "t.xlsx")


def test_a_failing_write_leaves_what_was_there(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("old")
    with pytest.raises(ValueError, match="zip"):
        write_table(path, {"a": np.arange(2), "b": np.arange(3)})
    assert path.read_text() == "old"
    assert [file.name for file in tmp_path.iterdir()] == ["t.csv"]


def test_suffixes_in_capitals_are_known():
    assert check_suffix(Path("folder.x/T.Parquet")) == ".parquet"


@pytest.mark.parametrize("name", ["t", "t.csv.gz", ".csv"])
def test_the_file_and_the_formats_are_told(name):
    with pytest.raises(ValueError, match=rf"^{name} has the suffix .*, \.parquet, \.npz\. Hint"):
        check_suffix(Path("folder") / name)


def test_every_format_that_is_read_is_written():
    assert READERS.keys() == WRITERS.keys() == set(FORMATS)


def test_nothing_is_written_in_an_unknown_format(tmp_path):
    with pytest.raises(ValueError, match=r"t\.xlsx has the suffix '\.xlsx'"):
        write_table(tmp_path / "t.xlsx", {"a": np.arange(2)})
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("suffix", [".csv", ".npz"])
def test_a_table_without_rows_is_refused(tmp_path, suffix):
    write_table(tmp_path / f"t{suffix}", {"a": np.empty(0)})
    with pytest.raises(ValueError, match="has no rows, expected one per sample"):
        read_table(tmp_path / f"t{suffix}")


def test_a_path_may_be_a_string(tmp_path):
    write_table(str(tmp_path / "t.csv"), {"a": np.arange(2)})
    assert read_table(str(tmp_path / "t.csv")).columns["a"].tolist() == [0, 1]
