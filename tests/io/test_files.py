import numpy as np
import pytest

from plclust.io import read_table, write_table


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
