from datetime import date
from zipfile import ZipFile

import numpy as np
import pytest

from plclust.io import read_table, write_table
from plclust.io._table import as_objects


def test_npz_round_trip(tmp_path, columns):
    path = tmp_path / "t.npz"
    write_table(path, columns | {"file": np.arange(4)})
    table = read_table(path, ["id", "class"])
    assert table.columns["id"].tolist() == columns["id"].tolist()
    assert table.columns["class"].tolist() == ["cat", "", "=1+1", "-"]
    assert table.columns["file"].tolist() == [0, 1, 2, 3]


def test_npz_leaves_out_what_is_no_column(tmp_path):
    path = tmp_path / "t.npz"
    arrays = {"X": np.ones((4, 2)), "classes": np.array(["a", "b"]), "n": np.array(4)}
    np.savez(path, **arrays, y=np.array(["a"] * 4), cube=np.ones((4, 1, 1)), c=np.ones(4, complex))
    table = read_table(path, ["y"])
    assert set(table.columns) == {"X", "y"}
    assert set(table.left_out) == {"classes", "n", "cube", "c"}
    assert table.names[:2] == ["X", "y"]


def test_what_is_no_array_is_left_out(tmp_path):
    path = tmp_path / "t.npz"
    np.savez(path, X=np.ones((4, 2)))
    with ZipFile(path, "a") as archive:
        archive.writestr("README.txt", "hello")
    table = read_table(path)
    assert set(table.columns) == {"X"}
    assert table.left_out == {"README.txt": "no array"}


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


def test_other_files_are_refused(tmp_path):
    path = tmp_path / "t.npz"
    path.write_bytes(b"nonsense")
    with pytest.raises(ValueError, match=str(path)):
        read_table(path)


def test_a_single_array_is_refused(tmp_path):
    np.save(tmp_path / "a.npy", np.ones(3))
    (tmp_path / "a.npy").rename(tmp_path / "a.npz")
    with pytest.raises(ValueError, match="single array"):
        read_table(tmp_path / "a.npz")


def test_a_damaged_compressed_array_is_named(tmp_path):
    path = tmp_path / "t.npz"
    np.savez_compressed(path, a=np.arange(1000.0))
    content = bytearray(path.read_bytes())
    content[60] ^= 0xFF
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"the array 'a' of .* is damaged"):
        read_table(path)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([1, 2], [1, 2]),
        ([1, None], ["1", ""]),
        ([date(2024, 2, 29), None], ["2024-02-29", ""]),
        ([["a"], ["b", "c"]], ["['a']", "['b', 'c']"]),
        ([["a"], ["b"]], ["['a']", "['b']"]),
        (["é".encode(), None], ["é", ""]),
    ],
)
def test_objects_have_their_natural_type_or_are_text(tmp_path, values, expected):
    path = tmp_path / "t.npz"
    write_table(path, {"id": as_objects(values)})
    assert read_table(path, ["id"]).columns["id"].tolist() == expected


@pytest.mark.parametrize("content", [b"", b"a,b\n1,2\n", b"PK\x03\x04 cut short"])
def test_what_is_no_npz_file_is_refused_without_advice_to_run_it(tmp_path, content):
    path = tmp_path / "t.npz"
    path.write_bytes(content)
    with pytest.raises(
        ValueError, match=r"is no npz file: .*Hint: write it with np\.savez"
    ) as info:
        read_table(path)
    assert "pickle" not in str(info.value)
