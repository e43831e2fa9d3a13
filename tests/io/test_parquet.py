import sys

import numpy as np
import pytest

from plclust.io import read_table, write_table
from plclust.io._table import as_objects


@pytest.mark.parametrize("library", ["pyarrow.parquet", "polars"])
def test_parquet_round_trip(tmp_path, columns, monkeypatch, library):
    pytest.importorskip(library)
    for other in {"pyarrow.parquet", "polars"} - {library}:
        monkeypatch.setitem(sys.modules, other, None)
    path = tmp_path / "t.parquet"
    mixed = as_objects([1, "a", None, 2.5])
    lists = as_objects([["a", "b"], [], ["c"], ["a"]])
    extra = {"mixed": mixed, "sets": lists, "flag": np.array([True, False, True, True])}
    write_table(path, columns | extra | {"__index_level_0__": np.arange(4)})
    table = read_table(path, ["id", "sets"])
    assert table.columns["id"].tolist() == columns["id"].tolist()
    assert list(table.columns["sets"][0]) == ["a", "b"]
    assert table.columns["flag"].tolist() == [True, False, True, True]
    np.testing.assert_array_equal(table.columns["confidence"], columns["confidence"])
    assert set(table.left_out) == {"class", "mixed", "__index_level_0__"}
    assert read_table(path, ["mixed"]).columns["mixed"].tolist() == ["1", "a", None, "2.5"]


def test_parquet_nulls_are_nan(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "t.parquet"
    parquet.write_table(pyarrow.table({"a": [1, None], "b": [True, None], "c": [2, 3]}), path)
    table = read_table(path)
    np.testing.assert_array_equal(table.columns["a"], [1, np.nan])
    np.testing.assert_array_equal(table.columns["b"], [1, np.nan])
    assert table.columns["c"].dtype.kind == "i"


@pytest.mark.parametrize("library", ["pyarrow.parquet", "polars"])
def test_integers_of_any_size(tmp_path, monkeypatch, library):
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    pytest.importorskip(library)
    path = tmp_path / "t.parquet"
    large = pyarrow.array([2**63 + 1, None], pyarrow.uint64())
    parquet.write_table(pyarrow.table({"id": large, "other": large}), path)
    for other in {"pyarrow.parquet", "polars"} - {library}:
        monkeypatch.setitem(sys.modules, other, None)
    table = read_table(path, ["id"])
    assert table.columns["id"].tolist() == [2**63 + 1, None]
    np.testing.assert_array_equal(table.columns["other"], [2.0**63, np.nan])
    write_table(path, {"id": table.columns["id"], "near": np.array([-(2**63), 2**63 - 1])})
    again = read_table(path, ["id", "near"]).columns
    assert again["id"].tolist() == [str(2**63 + 1), None]
    assert again["near"].tolist() == [-(2**63), 2**63 - 1]


def test_parquet_with_repeated_names_is_refused(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "t.parquet"
    parquet.write_table(pyarrow.table([[1.0], [2.0]], names=["x", "x"]), path)
    with pytest.raises(ValueError, match=r"repeats the column 'x', expected distinct names"):
        read_table(path)


def test_a_folder_is_no_parquet_file(tmp_path):
    pytest.importorskip("pyarrow.parquet")
    (tmp_path / "t.parquet").mkdir()
    with pytest.raises(ValueError, match="cannot be read as a Parquet file"):
        read_table(tmp_path / "t.parquet")


def test_rows_of_a_parquet_file_count_also_if_no_column_is_read(tmp_path):
    pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "t.parquet"
    write_table(path, {"colour": as_objects(["red", "blue"])})
    table = read_table(path)
    assert table.n_rows == 2
    assert table.left_out == {"colour": "column of type string"}


def test_other_files_are_refused(tmp_path):
    pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "t.parquet"
    path.write_bytes(b"nonsense")
    with pytest.raises(ValueError, match=str(path)):
        read_table(path)


def test_parquet_needs_a_library(tmp_path, monkeypatch):
    for name in ("pyarrow.parquet", "polars"):
        monkeypatch.setitem(sys.modules, name, None)
    (tmp_path / "t.parquet").write_bytes(b"")
    with pytest.raises(ImportError, match="pip install pyarrow"):
        read_table(tmp_path / "t.parquet")
