import builtins
import stat
import sys

import numpy as np
import pytest

from plclust.io import read_table, replacing, write_table, write_text
from plclust.io._csv import parse_number
from plclust.io._table import as_objects

COLUMNS = {
    "id": as_objects(["007", "a,b", 'say "x"', "é"]),
    "cluster": np.array([0, 1, 1, 2]),
    "class": as_objects(["cat", None, "=1+1", "-"]),
    "confidence": np.array([0.5, np.nan, 1.0, 0.25]),
}


@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".CSV"])
def test_csv_round_trip(tmp_path, suffix):
    path = tmp_path / f"t{suffix}"
    write_table(path, COLUMNS)
    table = read_table(path, ["id", "class"])
    assert table.columns["id"].tolist() == COLUMNS["id"].tolist()
    assert table.columns["class"].tolist() == ["cat", "", "=1+1", "-"]
    np.testing.assert_array_equal(table.columns["confidence"], COLUMNS["confidence"])
    assert table.n_rows == 4


@pytest.mark.parametrize("suffix", [".csv", ".tsv"])
def test_line_ends_inside_of_entries_are_quoted(tmp_path, suffix):
    path = tmp_path / f"t{suffix}"
    ids = ["a\rb", "a\nb", "\r\n", "a\r"]
    write_table(path, COLUMNS | {"id": as_objects(ids)})
    assert read_table(path, ["id"]).columns["id"].tolist() == ids
    assert path.read_bytes().count(b"\r\n") == 1


def test_bytes_are_written_to_csv_as_the_text_they_hold(tmp_path):
    path = tmp_path / "t.csv"
    texts = ["s0", "é", "a,b"]
    write_table(path, {"fixed": np.char.encode(texts), "any": as_objects([b"s0", b"\xff", None])})
    columns = read_table(path, ["fixed", "any"]).columns
    assert columns["fixed"].tolist() == texts
    assert columns["any"].tolist() == ["s0", "\\xff", ""]


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_dates_with_nanoseconds_are_written_as_text(tmp_path, suffix):
    if suffix == ".parquet":
        pytest.importorskip("pyarrow.parquet")
    path = tmp_path / f"t{suffix}"
    write_table(path, {"id": np.array(["2024-02-29T12:00:00.000000001", "NaT"], "datetime64[ns]")})
    first, second = read_table(path, ["id"]).columns["id"].tolist()
    assert first == "2024-02-29T12:00:00.000000001"
    assert not second


def test_npz_round_trip(tmp_path):
    path = tmp_path / "t.npz"
    write_table(path, COLUMNS | {"file": np.arange(4)})
    table = read_table(path, ["id", "class"])
    assert table.columns["id"].tolist() == COLUMNS["id"].tolist()
    assert table.columns["class"].tolist() == ["cat", "", "=1+1", "-"]
    assert table.columns["file"].tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("library", ["pyarrow.parquet", "polars"])
def test_parquet_round_trip(tmp_path, monkeypatch, library):
    pytest.importorskip(library)
    for other in {"pyarrow.parquet", "polars"} - {library}:
        monkeypatch.setitem(sys.modules, other, None)
    path = tmp_path / "t.parquet"
    mixed = as_objects([1, "a", None, 2.5])
    lists = as_objects([["a", "b"], [], ["c"], ["a"]])
    extra = {"mixed": mixed, "sets": lists, "flag": np.array([True, False, True, True])}
    write_table(path, COLUMNS | extra | {"__index_level_0__": np.arange(4)})
    table = read_table(path, ["id", "sets"])
    assert table.columns["id"].tolist() == COLUMNS["id"].tolist()
    assert list(table.columns["sets"][0]) == ["a", "b"]
    assert table.columns["flag"].tolist() == [True, False, True, True]
    np.testing.assert_array_equal(table.columns["confidence"], COLUMNS["confidence"])
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


def test_parquet_needs_a_library(tmp_path, monkeypatch):
    for name in ("pyarrow.parquet", "polars"):
        monkeypatch.setitem(sys.modules, name, None)
    (tmp_path / "t.parquet").write_bytes(b"")
    with pytest.raises(ImportError, match="pip install pyarrow"):
        read_table(tmp_path / "t.parquet")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "is empty"),
        ("a,b\n", "has no rows"),
        ("a,a\n1,2\n", "repeats the column 'a'"),
        ("a,b\n1,2\n1\n", "record 3 of .* has 1 entries, expected 2"),
        ('a,b\n1,"2\n', "no well-formed CSV"),
        (b"a\n\xff\n", "not UTF-8"),
    ],
)
def test_broken_csv(tmp_path, content, message):
    path = tmp_path / "t.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(ValueError, match=message):
        read_table(path)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_separators(tmp_path, separator):
    path = tmp_path / "t.csv"
    path.write_text(f"\ufeffa{separator}labels\r\n1.5{separator}x|y\r\n\r\n", encoding="utf-8")
    table = read_table(path, ["labels"])
    assert table.columns["a"].tolist() == [1.5]
    assert table.columns["labels"].tolist() == ["x|y"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('"x, cm";"y, cm";z\n1;2;3\n', ["x, cm", "y, cm", "z"]),
        ('"x;y;z",u\n1,2\n', ["x;y;z", "u"]),
        ('"x,\ncm";z\n1;2\n', ["x,\ncm", "z"]),
        ('5" nail;z\n1;2\n', ['5" nail', "z"]),
    ],
)
def test_separators_inside_of_names(tmp_path, text, names):
    path = tmp_path / "t.csv"
    path.write_text(text)
    assert list(read_table(path).columns) == names


@pytest.mark.parametrize(
    ("text", "expected"),
    [("1e3", 1000), (" 2 ", 2), ("True", 1), ("false", 0), ("1_0", None), ("x", None)],
)
def test_numbers(text, expected):
    assert parse_number(text) == expected


@pytest.mark.parametrize("text", ["", "NA", "nan", "NULL", "None", " n/a "])
def test_missing_numbers(text):
    assert np.isnan(parse_number(text))


def test_npz_leaves_out_what_is_no_column(tmp_path):
    path = tmp_path / "t.npz"
    arrays = {"X": np.ones((4, 2)), "classes": np.array(["a", "b"]), "n": np.array(4)}
    np.savez(path, **arrays, y=np.array(["a"] * 4), cube=np.ones((4, 1, 1)), c=np.ones(4, complex))
    table = read_table(path, ["y"])
    assert set(table.columns) == {"X", "y"}
    assert set(table.left_out) == {"classes", "n", "cube", "c"}
    assert table.names[:2] == ["X", "y"]


def test_npz_is_never_unpickled(tmp_path):
    path = tmp_path / "t.npz"
    np.savez(path, X=np.ones((2, 2)), y=np.array([{"a"}, None], dtype=object))
    assert "pickle" in read_table(path).left_out["y"]
    with pytest.raises(ValueError, match="cannot be read"):
        read_table(path, ["y"])


@pytest.mark.parametrize("shape", [(), (80,), (90, 2, 2)])
def test_an_npz_column_that_was_asked_for_needs_a_row_per_sample(tmp_path, shape):
    path = tmp_path / "t.npz"
    np.savez(path, X=np.ones((90, 2)), y=np.ones(90), id=np.ones(shape))
    with pytest.raises(ValueError, match=r"'id' of .* not one row for each of 90 samples"):
        read_table(path, ["id", "y"])


@pytest.mark.parametrize("suffix", [".npz", ".parquet"])
def test_other_files_are_refused(tmp_path, suffix):
    if suffix == ".parquet":
        pytest.importorskip("pyarrow.parquet")
    path = tmp_path / f"t{suffix}"
    path.write_bytes(b"nonsense")
    with pytest.raises(ValueError, match=str(path)):
        read_table(path)
    np.save(tmp_path / "a.npy", np.ones(3))
    (tmp_path / "a.npy").rename(tmp_path / "a.npz")
    with pytest.raises(ValueError, match="single array"):
        read_table(tmp_path / "a.npz")


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


def test_an_interrupted_write_leaves_nothing(tmp_path):
    def interrupted():
        with replacing(tmp_path / "a.txt") as temporary:
            temporary.write_text("half")
            raise KeyboardInterrupt

    with pytest.raises(builtins.KeyboardInterrupt):
        interrupted()
    assert not list(tmp_path.iterdir())


def test_a_link_is_followed_and_modes_are_usual(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link.txt").symlink_to(tmp_path / "real" / "a.txt")
    write_text(tmp_path / "link.txt", "x")
    assert (tmp_path / "link.txt").is_symlink()
    (tmp_path / "other").write_text("")
    mode = stat.S_IMODE((tmp_path / "other").stat().st_mode)
    assert stat.S_IMODE((tmp_path / "real" / "a.txt").stat().st_mode) == mode


def test_a_failure_names_the_file_that_was_asked_for(tmp_path):
    folder = tmp_path / "gone"
    with pytest.raises(FileNotFoundError, match=r"a\.txt") as caught:
        write_text(folder / "a.txt", "text")
    assert caught.value.filename == str(folder / "a.txt")


def test_permissions_stay(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("before")
    path.chmod(0o600)
    write_text(path, "after")
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.read_text() == "after"


def test_a_damaged_compressed_array_is_named(tmp_path):
    path = tmp_path / "t.npz"
    np.savez_compressed(path, a=np.arange(1000.0))
    content = bytearray(path.read_bytes())
    content[60] ^= 0xFF
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"the array 'a' of .* is damaged"):
        read_table(path)
